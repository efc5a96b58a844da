import type { Db } from '../db/open-database.ts'

export const selectMakes = (db: Db) => db.selectFrom('device_make').select(['make', 'is_on']).execute()

export const upsertMake = (db: Db, make: string, isOn: boolean) =>
  db
    .insertInto('device_make')
    .values({ make, is_on: isOn })
    .onConflict((conflict) => conflict.column('make').doUpdateSet({ is_on: isOn }))
    .execute()
