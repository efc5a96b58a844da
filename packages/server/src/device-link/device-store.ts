import { AppError } from '@gatehouse/contract/errors.ts'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db } from '../db/open-database.ts'
import { prepared } from '../db/prepared.ts'
import type { Database } from '../db/tables.ts'
import { violates } from '../db/violates.ts'

/** The columns that authentication needs; undefined when no device has this LDID. */
export const findDeviceSecret = (db: Db, ldid: string) =>
  db
    .selectFrom('device')
    .modifyFront(prepared)
    .select(['id', 'ldid', 'name', 'secret_hash'])
    .where('ldid', '=', ldid)
    .executeTakeFirst()

/** A device of a make that names its devices by their serial number. */
export const findDeviceBySerial = (db: Db, make: string, serialNumber: string) =>
  db
    .selectFrom('device')
    .modifyFront(prepared)
    .select(['id', 'ldid', 'name', 'source_network'])
    .where('serial_number', '=', serialNumber)
    .where('make', '=', make)
    .executeTakeFirst()

/** With the progress of its records and alarms, and whether some device has sent the schema of this tag. */
export const findDevice = (db: Db, id: string, schemaTag: string | null) =>
  db
    .selectFrom('device')
    .modifyFront(prepared)
    .leftJoin('device_record_progress as r', 'r.device_id', 'device.id')
    .leftJoin('device_alarm_progress as a', 'a.device_id', 'device.id')
    .leftJoin('settings_schema as s', (join) => join.on('s.id', '=', schemaTag))
    .select([
      'device.id',
      'ldid',
      'name',
      'ip',
      'type',
      'model',
      'manufacturer',
      'hardware_version',
      'firmware_version',
    ])
    .select([
      'app_version',
      'face_model_id',
      'person_capacity',
      'package_name',
      'app_version_code',
      'serial_number',
      'abilities',
      'door_count',
    ])
    .select([
      'settings_schema_tag',
      'run_id',
      'run_id_before',
      'clone_seen_at',
      'knows_slow_hashes',
      's.id as known_schema_id',
    ])
    .select(['r.stored_sequence as record_sequence', 'a.stored_sequence as alarm_sequence'])
    .select(['r.restore_id', 'r.restored_sequence', 'a.restored_sequence as restored_alarm_sequence'])
    .where('device.id', '=', id)
    .executeTakeFirst()

/** People who were erased lately and had passed at this device: it has to delete its records of them. */
export const selectErasedAt = (db: Db, deviceId: string) =>
  db.selectFrom('device_erasure').select('person_id').where('device_id', '=', deviceId).execute()

export type DeviceRow = NonNullable<Awaited<ReturnType<typeof findDevice>>>

/** @throws AppError device.serial-taken */
export async function insertDevice(db: Db, device: Insertable<Database['device']>): Promise<string> {
  const { id } = await db
    .insertInto('device')
    .values(device)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violates(error, 'device__serial_number'))
        throw new AppError('device.serial-taken', { serialNumber: device.serial_number })
      throw error
    })
  return id
}

/** false: the device does not exist. */
export async function updateDevice(db: Db, id: string, change: Updateable<Database['device']>): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('device').set(change).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

export type ConfigurationPart = 'settings' | 'access'

/** Raises the revision of a part of these devices' configuration. */
export async function raiseRevision(db: Db, deviceIds: readonly string[], part: ConfigurationPart): Promise<void> {
  const column = sql.ref(`${part}_revision`)
  await sql`update device set ${column} = ${column} + 1 where id = any(${[...deviceIds]}::uuid[])`.execute(db)
}

/**
 * Stores the position that a device reports for its people; never beyond the clock. Gives a row if the device exists.
 */
export const updatePeopleApplied = (deviceId: string, cursor: string, revision: number): RawBuilder<unknown> => sql`
    update device set people_cursor = ${cursor}, people_applied_revision = least(${revision}, (select revision from sync_clock))
    where id = ${deviceId} returning 1`

/** Deletes a device with all dependent rows; its records stay. undefined when it was gone already. */
export const deleteDevice = (db: Db, id: string) =>
  db.deleteFrom('device').where('id', '=', id).returning(['ldid', 'name']).executeTakeFirst()
