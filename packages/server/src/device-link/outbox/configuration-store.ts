import type { SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import { noLockdown } from '@gatehouse/contract/device/lockdown.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { prepared } from '../../db/prepared.ts'

export type ConfigurationRow = {
  name: string
  location: string | null
  direction: number
  /** Of the device, its site or the enterprise; null: nobody has set one. */
  time_zone: string | null
  company: { name: string; welcome: string | null; logoId: string | null; backgroundId: string | null } | null
  settings: Record<string, unknown>
  defaults: Record<string, unknown> | null
  /** The facts from which the face threshold is computed; null: nobody has counted the people yet. */
  face_policy: { people: number; factor: number | null } | null
  face_model_id: string | null
  /** The recogniser on whose scale the face threshold was set by hand; null: the built-in one. */
  threshold_model_id: string | null
  settings_revision: number
  access_revision: number
  bound_group_ids: string[]
  /** The doors of a device with several that a group may pass, by the group; who is not here may pass all. */
  group_ports: Record<string, number[]>
  /** Those whose people pass nowhere. */
  blacklist_group_ids: string[]
  policies: { id: string; groupId: string; timetableId: string }[]
  /** The ids that a policy of this device names. */
  timetables: unknown[]
  tag: string
  /** A lockdown holds, of which this device does not know. */
  is_locked_down: boolean
}

/** The lockdowns and the emergency open of a device `d`. */
export const lockdownTag = sql<string>`coalesce((select md5(string_agg(distinct l.lockdown_id::text, ',' order by l.lockdown_id::text))
  from device_lockdown l where l.device_id = d.id), ${noLockdown})`

/** 0 none, 1 in, 2 out: as the door says of this reader, else as the device is set. */
export const readerDirection = sql<number>`coalesce((select case r.direction when 'entry' then 1 when 'exit' then 2 when 'both' then 0 end
  from door_reader r where r.device_id = d.id order by r.port limit 1), d.direction)`

/** A device `d` that knows no lockdowns is out of service while one closes it, unless it leads out. */
const isLockedDown = sql<boolean>`(not 'lockdown' = any(d.abilities)
  and exists (select from device_lockdown l where l.device_id = d.id and l.kind = 'lockdown') and ${readerDirection} <> 2)`

/**
 * Names the configuration of a device `d`. After a restore revisions are assigned again: `lost_up_to` distinguishes
 * those of another history. The facts of its face threshold are part of it, and raise no revision.
 */
export const configurationTag = sql<string>`concat_ws('.', d.settings_revision, d.access_revision,
  (select lost_up_to from sync_clock),
  (select md5((c.time_zone, c.name, c.welcome, c.logo_id, c.background_id,
    (select concat_ws('/', f.people, f.factor) from device_face_policy f where f.device_id = d.id))::text) from company c limit 1),
  case when ${isLockedDown} then 'locked-down' end)`

/**
 * The data of the settings and the access rules of a device; undefined when it is gone. One statement, and so of one
 * moment: a thousand devices ask for it at once.
 */
export async function findConfiguration(db: Db, deviceId: string): Promise<ConfigurationRow | undefined> {
  const { rows } = await sql<ConfigurationRow>`
    ${prepared} select d.name, d.location, ${readerDirection} as direction, (select z.time_zone from device_zone z where z.device_id = d.id) as time_zone, d.settings, d.settings_revision, d.access_revision, s.defaults,
      (select json_build_object('people', f.people, 'factor', f.factor) from device_face_policy f where f.device_id = d.id) as face_policy, d.face_model_id, d.threshold_model_id, ${configurationTag} as tag, ${isLockedDown} as is_locked_down,
      (select json_build_object('name', c.name, 'welcome', c.welcome, 'logoId', c.logo_id, 'backgroundId', c.background_id)
        from company c limit 1) as company,
      array(select g.group_id::text from device_group g where g.device_id = d.id order by g.group_id) as bound_group_ids,
      coalesce((select json_object_agg(g.group_id, g.ports order by g.group_id) from device_group g
        where g.device_id = d.id and g.ports is not null), '{}') as group_ports,
      array(select g.group_id::text from device_group g join person_group k on k.id = g.group_id
        where g.device_id = d.id and k.kind = ${sql.lit(personKindCodes.blacklisted)}) as blacklist_group_ids,
      coalesce((select json_agg(json_build_object('id', p.id, 'groupId', p.group_id, 'timetableId', p.timetable_id) order by p.id)
        from pass_policy p where p.device_id = d.id), '[]') as policies,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'validFromOn', t.valid_from_on,
          'validToOn', t.valid_to_on, 'week', t.week, 'holiday', t.holiday, 'holidays', t.holidays) order by t.id)
        from timetable t where t.id in (
          select p.timetable_id from pass_policy p where p.device_id = d.id
          union select unnest(array[o.free_timetable_id, o.first_timetable_id]) from door_reader w
            join door_rule o on o.door_id = w.door_id where w.device_id = d.id
          union select f.timetable_id from door_reader w join elevator_floor f on f.door_id = w.door_id where w.device_id = d.id)), '[]') as timetables
    from device d left join settings_schema s on s.id = d.settings_schema_id
    where d.id = ${deviceId}`.execute(db)
  return rows[0]
}

/** The settings that administrators set for a device, without the defaults of its schema; undefined when it is gone. */
export async function findSetValues(db: Db, deviceId: string): Promise<SettingValues | undefined> {
  const row = await db.selectFrom('device').select('settings').where('id', '=', deviceId).executeTakeFirst()
  return row?.settings
}

/** The logo or the background, while the picture is one. */
export async function findCompanyPicture(db: Db, id: string) {
  const { rows } = await sql<{ blob_hash: Buffer; content_type: string }>`
    select i.blob_hash, i.content_type from company c join image i on i.id in (c.logo_id, c.background_id) where i.id = ${id}`.execute(
    db,
  )
  return rows[0]
}
