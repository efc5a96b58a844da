import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { takeLock } from '../../../db/advisory-locks.ts'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

/** The state of the announcement with this secret, and the device that was created from it. */
export const findAnnounced = (db: Db, secretHash: Buffer) =>
  db
    .selectFrom('device_announcement')
    .leftJoin('device', 'device.id', 'device_announcement.device_id')
    .select(['device_announcement.id', 'device_announcement.state', 'device.ldid', 'device.name'])
    .where('device_announcement.secret_hash', '=', secretHash)
    .executeTakeFirst()

/** The announcement of a device that brings no secret of its own. */
export const findAnnouncedSerial = (db: Db, make: string, serialNumber: string) =>
  db
    .selectFrom('device_announcement')
    .select(['id', 'state', 'last_seen_at'])
    .where('make', '=', make)
    .where('serial_number', '=', serialNumber)
    .where('secret_hash', 'is', null)
    .executeTakeFirst()

export const touchAnnouncement = (db: Db, id: string, now: string) =>
  db.updateTable('device_announcement').set({ last_seen_at: now }).where('id', '=', id).execute()

/** Deletes announcements that have not asked for a day. */
export const deleteOldAnnouncements = (db: Db, before: string) =>
  db.deleteFrom('device_announcement').where('last_seen_at', '<', before).execute()

/** The waiting and rejected announcements; the one that has not asked for longest comes first. */
export const selectUnaccepted = (db: Db) =>
  db
    .selectFrom('device_announcement')
    .select(['id', 'address'])
    .where('state', '<>', 'accepted')
    .orderBy('last_seen_at')
    .orderBy('id')
    .execute()

/** Gives whether the announcement still existed and had not asked since. */
export async function deleteSilentAnnouncement(db: Db, id: string, before: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('device_announcement')
    .where('id', '=', id)
    .where('state', '<>', 'accepted')
    .where('last_seen_at', '<=', before)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Locks the list against additions until the transaction ends. */
export const lockAnnouncements = (db: Db) => takeLock(db, 'announcements')

export const insertAnnouncement = (db: Db, row: Insertable<Database['device_announcement']>) =>
  db
    .insertInto('device_announcement')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A waiting announcement, locked until the transaction ends: only one of two decisions counts. */
export const lockAnnouncement = (db: Db, id: string) =>
  db
    .selectFrom('device_announcement')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()

export const decideAnnouncement = (db: Db, id: string, state: 'accepted' | 'rejected', deviceId: string | null) =>
  db.updateTable('device_announcement').set({ state, device_id: deviceId }).where('id', '=', id).execute()

/** The newest of each address first, then the second of each: one machine that invents serial numbers hides no other. */
export async function selectWaiting(db: Db, { page, size }: { page: number; size: number }) {
  const rows = await db
    .selectFrom('device_announcement as a')
    .select([
      'a.id',
      'a.make',
      'a.check_code',
      'a.serial_number',
      'a.type',
      'a.versions',
      'a.address',
      'a.created_at',
      'a.last_seen_at',
    ])
    .select(
      sql<boolean>`exists (select from device d where d.serial_number = a.serial_number)
        or exists (select from device_announcement o where o.serial_number = a.serial_number and o.id <> a.id and o.state = 'waiting')`.as(
        'is_serial_taken',
      ),
    )
    .select(({ fn }) =>
      fn
        .agg<string>('row_number')
        .over((over) => over.partitionBy('a.address').orderBy('a.created_at', 'desc').orderBy('a.id'))
        .as('place_at_address'),
    )
    .where('a.state', '=', 'waiting')
    .orderBy('place_at_address')
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await db
    .selectFrom('device_announcement')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return { rows, total }
}
