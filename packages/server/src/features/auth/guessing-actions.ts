import type { Db } from '../../db/open-database.ts'
import { clearFailuresOf } from '../../http/failure-count-store.ts'
import { deleteKnown } from './known-browser-store.ts'
import { countsOfAccount } from './login-throttle.ts'

/** Deletes the known browsers of an account: its password has changed, or all its sessions were ended. */
export const deleteKnownBrowsers = (db: Db, accountId: string) => deleteKnown(db, accountId)

/** Resets the counts of wrong passwords after a new password was issued, so that earlier guesses delay nobody. */
export async function resetGuessing(db: Db, { id, account }: { id: string; account: string }): Promise<void> {
  await deleteKnownBrowsers(db, id)
  await clearFailuresOf(db, countsOfAccount(account))
}
