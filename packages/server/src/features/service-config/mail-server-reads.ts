import type { Db } from '../../db/open-database.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'
import type { MailServer, MailSettings } from '../../lib/mail-settings.ts'
import { unsealOrSkip } from '../../lib/seal.ts'
import { findMailRow, type MailRow } from './mail-store.ts'

export const sealContext = 'mail_config.password'

/** The mail server that was set in the console, else that of the environment. */
export const openMailSettings = (keys: InstallKeys, fromEnvironment: MailServer | undefined): MailSettings => ({
  fromEnvironment,
  async server(db: Db) {
    const row = await findMailRow(db)
    return row ? serverOf(row, keys) : fromEnvironment
  },
})

function serverOf(row: MailRow, keys: InstallKeys): MailServer {
  // A password that does not open is refused by the mail server; the caller that sends the mail must not fail with it.
  const password = row.password_sealed && unsealOrSkip(keys.column, row.password_sealed, sealContext)?.toString()
  return {
    transport: {
      host: row.host,
      port: row.port,
      secure: row.security === 'tls',
      requireTLS: row.security === 'starttls',
      ignoreTLS: row.security === 'none',
      ...(row.account === null ? {} : { auth: { user: row.account, pass: password ?? '' } }),
      ...(row.certificate_authority === null ? {} : { tls: { ca: row.certificate_authority } }),
    },
    from: { name: row.sender_name ?? '', address: row.sender },
  }
}
