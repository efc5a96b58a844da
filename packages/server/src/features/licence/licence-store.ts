import { countPeople } from './person-limit-store.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export type LicenceRow = Selectable<Database['licence']>

/** The newest licence counts: a new file takes the place of the trial or of the file before. */
export const findNewestLicence = (db: Db): Promise<LicenceRow | undefined> =>
  db.selectFrom('licence').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()

export const insertLicence = (db: Db, licence: Insertable<Database['licence']>) =>
  db.insertInto('licence').values(licence).execute()

/** Marks the trial as used; false when it was used before. */
export async function takeTrial(db: Db, now: string): Promise<boolean> {
  const rows = await db
    .updateTable('installation')
    .set({ trial_started_at: now })
    .where('trial_started_at', 'is', null)
    .returning('install_id')
    .execute()
  return rows.length > 0
}

export const getInstallation = (db: Db) => db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()

/** What the licence counts: devices that are bound, and people of all kinds. */
export async function countLicensed(db: Db): Promise<{ devices: number; people: number }> {
  const { devices } = await db
    .selectFrom('device')
    .select((e) => e.fn.countAll<number>().as('devices'))
    .executeTakeFirstOrThrow()
  return { devices, people: await countPeople(db) }
}
