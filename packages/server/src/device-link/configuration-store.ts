import { sql } from 'kysely'
import type { Db } from '../db/open-database.ts'

/** What the settings document is made of; undefined when the device is gone. */
export const findDeviceSettings = (db: Db, deviceId: string) =>
  db
    .selectFrom('device')
    .leftJoin('settings_schema', 'settings_schema.id', 'device.settings_schema_id')
    .select(['name', 'location', 'direction', 'time_zone', 'settings', 'settings_revision', 'access_revision'])
    .select('settings_schema.defaults')
    .select((select) => select.selectFrom('company').select('company.time_zone').limit(1).as('company_time_zone'))
    .where('device.id', '=', deviceId)
    .executeTakeFirst()

export async function selectBoundGroupIds(db: Db, deviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('device_group')
    .select('group_id')
    .where('device_id', '=', deviceId)
    .orderBy('group_id')
    .execute()
  return rows.map((row) => row.group_id)
}

export const selectPolicies = (db: Db, deviceId: string) =>
  db
    .selectFrom('pass_policy')
    .select(['id', 'group_id as groupId', 'timetable_id as timetableId'])
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute()

/** The timetables that a policy of this device names. */
export const selectTimetables = (db: Db, deviceId: string) =>
  db
    .selectFrom('timetable')
    .select(['id', 'name', 'valid_from_on as validFromOn', 'valid_to_on as validToOn', 'week', 'holiday', 'holidays'])
    .where('id', 'in', db.selectFrom('pass_policy').select('timetable_id').where('device_id', '=', deviceId))
    .orderBy('id')
    .execute()

export type ConfigurationPart = 'settings' | 'access'

/** Raises the revision of a part of these devices' configuration. */
export async function raiseRevision(db: Db, deviceIds: readonly string[], part: ConfigurationPart): Promise<void> {
  const column = sql.ref(`${part}_revision`)
  await sql`update device set ${column} = ${column} + 1 where id = any(${[...deviceIds]}::uuid[])`.execute(db)
}
