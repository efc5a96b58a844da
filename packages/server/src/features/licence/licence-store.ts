import { countPeople } from '../../people/person-limit-store.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { takeLock } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export type LicenceRow = Selectable<Database['licence']>

/** Every licence that was loaded, the one that counts last first: by the day it was loaded, or, ahead, by the day it begins. */
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

/** Moves the latest time seen ahead; by `maxSeconds` at a time, so that a clock that was wrong for a while has not used a trial up. */
export const noteLatestTime = (db: Db, now: string, maxSeconds: number) =>
  db
    .updateTable('installation')
    .set({
      latest_seen_at: sql<string>`greatest(latest_seen_at, least(${now}::timestamptz,
        coalesce(latest_seen_at, ${now}::timestamptz) + make_interval(secs => ${maxSeconds})))`,
    })
    .execute()

/** What the licence counts: devices that are bound, and people of all kinds. */
export async function countLicensed(db: Db): Promise<{ devices: number; people: number }> {
  const { devices } = await db
    .selectFrom('device')
    .select((e) => e.fn.countAll<number>().as('devices'))
    .executeTakeFirstOrThrow()
  return { devices, people: await countPeople(db) }
}
