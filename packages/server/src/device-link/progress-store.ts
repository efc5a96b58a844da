import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/open-database.ts'

/** A device that joins has sent no records yet; its alarms are counted from the first one on. */
export const insertRecordProgress = (db: Db, deviceId: string) =>
  db.insertInto('device_record_progress').values({ device_id: deviceId }).execute()

/** The highest number of a device's records that counts, 0 for none. */
export async function readRecordProgress(db: Db, deviceId: string): Promise<number> {
  const row = await db
    .selectFrom('device_record_progress')
    .select('stored_sequence')
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row?.stored_sequence ?? 0
}

/**
 * A part of the statement that stores records: the progress of each device of the part `sums` (device_id, top,
 * new_count). Gives device_id, stored_sequence and stored_count.
 */
export const advanceRecordProgress: RawBuilder<unknown> = sql`
      update device_record_progress g
      set stored_sequence = greatest(g.stored_sequence, s.top), stored_count = g.stored_count + s.new_count
      from sums s where g.device_id = s.device_id
      returning g.device_id, g.stored_sequence, g.stored_count`

/** Locks the progress of a device's alarms; undefined when the device does not exist. */
export async function lockAlarmProgress(db: Db, deviceId: string): Promise<number | undefined> {
  await sql`insert into device_alarm_progress (device_id) select id from device where id = ${deviceId} on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<{ stored_sequence: number }>`
    select stored_sequence from device_alarm_progress where device_id = ${deviceId} for update`.execute(db)
  return rows[0]?.stored_sequence
}

/** The highest number of a device's alarms, 0 for none. */
export async function readAlarmProgress(db: Db, deviceId: string): Promise<number> {
  const row = await db
    .selectFrom('device_alarm_progress')
    .select('stored_sequence')
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row?.stored_sequence ?? 0
}

export const updateAlarmProgress = (db: Db, deviceId: string, sequence: number) =>
  db.updateTable('device_alarm_progress').set({ stored_sequence: sequence }).where('device_id', '=', deviceId).execute()

/** After a restore each terminal is told in its next handshake its progress in the backup (docs/device-link.md). */
export async function markRestored(db: Db, restoreId: string): Promise<void> {
  await db
    .updateTable('device_record_progress')
    .set({ restore_id: restoreId, restored_sequence: sql`stored_sequence` })
    .execute()
  await db
    .updateTable('device_alarm_progress')
    .set({ restored_sequence: sql`stored_sequence` })
    .execute()
}
