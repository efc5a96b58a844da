import type { Db } from '../../db/open-database.ts'

/** How many devices there are of each make. */
export const countDevicesByMake = (db: Db) =>
  db
    .selectFrom('device')
    .select(({ fn }) => ['make', fn.countAll<string>().as('count')])
    .groupBy('make')
    .execute()
    .then((rows) => rows.map(({ make, count }) => ({ make, count: Number(count) })))
