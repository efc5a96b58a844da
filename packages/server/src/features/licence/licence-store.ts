import { countPeople } from '../../people/person-limit-store.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { takeLock } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export type LicenceRow = Selectable<Database['licence']>

/**
 * Every licence that was loaded, the latest in force first: by the day it was loaded, or, in advance, by the day it
 * begins.
 */
export const listLicences = (db: Db): Promise<LicenceRow[]> =>
  db
    .selectFrom('licence')
    .selectAll()
    .orderBy(sql`coalesce(begins_at, created_at)`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const insertLicence = (db: Db, licence: Insertable<Database['licence']>) =>
  db.insertInto('licence').values(licence).execute()

/** Only one is loaded at a time: of two, the second is compared with the first. */
export const lockLicences = (db: Db) => takeLock(db, 'licences')

export const withdrawLicences = (db: Db, ids: readonly string[], at: string) =>
  db.updateTable('licence').set({ withdrawn_at: at }).where('id', 'in', ids).execute()

/** Counts what a licence limits: bound devices, and people of all kinds. */
export async function countLicensed(db: Db): Promise<{ devices: number; people: number }> {
  const { devices } = await db
    .selectFrom('device')
    .select((e) => e.fn.countAll<number>().as('devices'))
    .executeTakeFirstOrThrow()
  return { devices, people: await countPeople(db) }
}
