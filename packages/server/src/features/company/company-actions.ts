import type { Db } from '../../db/open-database.ts'

/** Makes the enterprise's row at the first start, in the zone of the host. */
export const ensureCompany = (db: Db, timeZone: string) =>
  db
    .insertInto('company')
    .values({ time_zone: timeZone })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
