import type { Db } from '../../db/open-database.ts'
import { clearFailuresOf } from '../../http/failure-count-store.ts'
import { deleteKnown } from './known-browser-store.ts'
import { countsOfAccount } from './login-throttle.ts'

/** No browser counts as known to the account any more: its password is another one, or its sessions are ended everywhere. */
export const deleteKnownBrowsers = (db: Db, accountId: string) => deleteKnown(db, accountId)

/** A new password was given out: what was guessed before keeps nobody waiting. */
export async function resetGuessing(db: Db, { id, account }: { id: string; account: string }): Promise<void> {
  await deleteKnownBrowsers(db, id)
  await clearFailuresOf(db, countsOfAccount(account))
}
