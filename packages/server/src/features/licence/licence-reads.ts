import type { Db } from '../../db/open-database.ts'
import { licenceAt } from './licence-in-force.ts'
import { listLicences } from './licence-store.ts'

/** Whether the current licence at that time allows the installation to be reached from the internet. */
export async function licenceAllowsInternet(db: Db, now: Temporal.Instant): Promise<boolean> {
  return licenceAt(await listLicences(db), now)?.allows_internet ?? false
}
