import type { Db } from '../db/open-database.ts'
import type { Config } from './config.ts'

/** The connection to a mail server, in the terms of nodemailer. */
export type MailTransport =
  | { url: string }
  | {
      host: string
      port: number
      /** TLS from the first byte. */
      secure: boolean
      requireTLS: boolean
      ignoreTLS: boolean
      auth?: { user: string; pass: string }
      tls?: { ca: string }
    }

export type MailServer = { transport: MailTransport; from: string | { name: string; address: string } }

/**
 * The mail server, if there is one: read again for each mail, so that a changed setting counts at once. Read through
 * the caller's connection: a transaction that waited for a second one could wait for ever.
 */
export type MailSettings = {
  server(db: Db): Promise<MailServer | undefined>
  /** Of SMTP_URL and MAIL_FROM: the mail server while the console has set none. */
  readonly fromEnvironment: MailServer | undefined
}

/** The mail server of the settings SMTP_URL and MAIL_FROM. */
export const environmentMailServer = ({ SMTP_URL, MAIL_FROM }: Config): MailServer | undefined =>
  SMTP_URL && MAIL_FROM ? { transport: { url: SMTP_URL }, from: MAIL_FROM } : undefined
