import { defaultsOf, type SettingsSchema } from '@gatehouse/contract/device/settings-schema.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../../db/open-database.ts'
import { prepared } from '../../../../db/prepared.ts'
import type { Database } from '../../../../db/tables.ts'

/** Stores a schema under the hash of its content: the same content once, for the device that reported it last. */
export const upsertSchema = (
  db: Db,
  { id, content, toldBy, now }: { id: string; content: SettingsSchema; toldBy: string; now: string },
) =>
  db
    .insertInto('settings_schema')
    .values({
      id,
      content: JSON.stringify(content),
      defaults: JSON.stringify(defaultsOf(content)),
      told_by: toldBy,
      told_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ told_by: toldBy, told_at: now }))
    .execute()

/** The schema of a device, locked until the transaction ends; undefined: the device does not exist, or was deleted. */
export const lockSchemaOf = (db: Db, deviceId: string) =>
  db.selectFrom('device').select('settings_schema_id').where('id', '=', deviceId).forUpdate().executeTakeFirst()

/** Deletes unused schemas, except the last few that an existing device reported, for its other releases. */
const maxUnused = 3

export const deleteUnusedSchemas = (db: Db, deviceId: string) =>
  sql`
    delete from settings_schema s using (
      select u.id from settings_schema u
      where (u.told_by = ${deviceId} or not exists (select from device d where d.id = u.told_by))
        and not exists (select from device d where d.settings_schema_id = u.id)
      order by u.told_by is not distinct from ${deviceId} desc, u.told_at desc offset ${maxUnused}) old
    where s.id = old.id`.execute(db)

export const findSettingsReport = (db: Db, deviceId: string) =>
  db
    .selectFrom('device_settings_report')
    .modifyFront(prepared)
    .select(['device_id', 'revision', 'values', 'refused', 'changed_at', 'door_mode', 'reported_at'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()

/** false: the device does not exist, or was deleted. */
export async function upsertSettingsReport(
  db: Db,
  report: Insertable<Database['device_settings_report']>,
): Promise<boolean> {
  const { rows } = await sql`
    ${prepared} insert into device_settings_report (device_id, revision, values, refused, changed_at, door_mode, reported_at)
    select d.id, ${report.revision}, ${report.values}::jsonb, ${report.refused}::jsonb, ${report.changed_at}::jsonb,
      ${report.door_mode}, ${report.reported_at}::timestamptz
    from device d where d.id = ${report.device_id}
    on conflict (device_id) do update set revision = excluded.revision, values = excluded.values, refused = excluded.refused,
      changed_at = excluded.changed_at, door_mode = excluded.door_mode, reported_at = excluded.reported_at
    returning 1`.execute(db)
  return rows.length > 0
}
