import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertFirstAccount } from './http/account-store.ts'
import { hashPassword, oneTimePassword } from './lib/password.ts'
import type { Db } from './db/open-database.ts'

const firstAccount = 'admin'
export const firstLoginFile = 'first-login.json'

export type FirstLogin = { url: string; account: string; password: string }

/**
 * Makes `admin` on a fresh installation and writes the one-time password to `<data folder>/first-login.json` (0600), so
 * that nobody has to read it off the screen. Undefined when there is an account already.
 */
export async function makeFirstLogin(
  db: Db,
  { dataFolder, url, password }: { dataFolder: string; url: string; password: string | undefined },
): Promise<FirstLogin | undefined> {
  const login = { url, account: firstAccount, password: password ?? oneTimePassword() }
  const isNew = await insertFirstAccount(db, {
    account: firstAccount,
    name: 'Administrator',
    password_hash: await hashPassword(login.password),
  })
  if (!isNew) return undefined
  await writeFile(join(dataFolder, firstLoginFile), `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flush: true })
  return login
}

/** Deletes the file of the one-time password after its change. */
export async function deleteFirstLogin(dataFolder: string, account: string): Promise<void> {
  if (account === firstAccount) await rm(join(dataFolder, firstLoginFile), { force: true })
}
