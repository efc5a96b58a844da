import { hashForm } from '@gatehouse/contract/device/link.ts'
import {
  type Device,
  type DeviceSummary,
  type listDevicePeople,
  type listDevices,
} from '@gatehouse/contract/features/devices.ts'
import { directions } from '@gatehouse/contract/device/passage-words.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/open-database.ts'
import { belongingTo, hasLeftDevices } from '../../device-link/outbox/device-membership-reads.ts'
import { isRealFailure, verdictOfReport } from '../../device-link/person-verdict-reads.ts'
import { capabilitiesOf, factColumns, makeOf } from '../../drivers/makes.ts'
import { facePolicyOf, isBelowFloor, type FaceSettings } from './settings/face-policy.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'
import { likePattern } from '../../lib/like-pattern.ts'

type Row = {
  id: string
  ldid: string
  make: string
  name: string
  location: string | null
  description: string | null
  type: string
  direction: number
  ip: string | null
  serial_number: string
  model: string | null
  manufacturer: string | null
  hardware_version: string | null
  firmware_version: string | null
  app_version: string | null
  is_online: boolean
  online_changed_at: string | null
  clone_seen_at: string | null
  face: FaceSettings
  created_at: string
  updated_at: string
}

const toSummary = (row: Row): DeviceSummary => ({
  id: row.id,
  ldid: row.ldid,
  make: row.make,
  name: row.name,
  location: row.location,
  description: row.description,
  type: row.type,
  direction: directions[row.direction] ?? 'none',
  ip: row.ip,
  serialNumber: row.serial_number,
  model: row.model,
  manufacturer: row.manufacturer,
  hardwareVersion: row.hardware_version,
  firmwareVersion: row.firmware_version,
  appVersion: row.app_version,
  isOnline: row.is_online,
  onlineChangedAt: row.online_changed_at,
  cloneSeenAt: row.clone_seen_at,
  isFaceThresholdLow: isBelowFloor(facePolicyOf(row.face)),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The facts of device `d` that its face threshold depends on. */
const faceFacts = sql<FaceSettings>`json_build_object(
  'settings', (select coalesce(jsonb_object_agg(v.key, v.value), '{}') from jsonb_each(d.settings) v where v.key in ('faceThreshold', 'faceThresholdBy', 'falseOpenings')),
  'defaults', (select coalesce(jsonb_object_agg(v.key, v.value), '{}') from settings_schema s, jsonb_each(s.defaults) v
    where s.id = d.settings_schema_id and v.key in ('faceThreshold', 'faceThresholdBy')),
  'policy', (select json_build_object('people', f.people, 'factor', f.factor) from device_face_policy f where f.device_id = d.id),
  'modelId', d.face_model_id, 'thresholdModelId', d.threshold_model_id)`

const columns = sql`d.id, d.ldid, d.make, d.name, d.location, d.description, d.type, d.direction, d.ip, d.serial_number, d.model,
  d.manufacturer, d.hardware_version, d.firmware_version, d.app_version, d.is_online, d.online_changed_at, d.created_at, d.updated_at,
  ${faceFacts} as face, case when d.clone_seen_at > now() - interval '1 day' then d.clone_seen_at end as clone_seen_at`

const sortColumns = {
  name: sql`d.name`,
  location: sql`d.location`,
  createdAt: sql`d.created_at`,
  updatedAt: sql`d.updated_at`,
} as const

/** Whether device `d` has yet to apply the latest change of a person. */
const isWaiting = (personId: 'p.id' | 'f.person_id') => {
  const person = sql.ref(personId)
  return sql<boolean>`(
    exists (select from device_group dg join person_change pc on pc.group_id = dg.group_id and pc.person_id = ${person}
      join group_member m on m.group_id = dg.group_id and m.person_id = ${person}
      where dg.device_id = d.id and pc.revision > d.people_applied_revision)
    or exists (select from device_group_change gc join group_member m on m.group_id = gc.group_id and m.person_id = ${person}
      where gc.device_id = d.id and gc.revision > d.people_applied_revision)
    or exists (select from device_person_change rc
      where rc.device_id = d.id and rc.person_id = ${person} and rc.revision > d.people_applied_revision))`
}

/** Whether a failure `f` that device `d` reported still holds: the person still belongs there, is not being sent again, and has a portrait. */
export const isStillFailed = sql<boolean>`(
  ${isRealFailure} and exists (select from device_group dg join group_member m on m.group_id = dg.group_id and m.person_id = f.person_id
    where dg.device_id = d.id)
  and not ${hasLeftDevices('f.person_id')} and not ${isWaiting('f.person_id')})`

/** A subquery that stops at the first row, along the key: as an `exists` it might be joined with every failure. */
export const hasFailed = sql<boolean>`(select true from device_person_failure f where f.device_id = d.id and ${isStillFailed} limit 1)`

/** The devices that match the filters, whatever their status. */
function foundBy(query: Query<typeof listDevices>) {
  const pattern = query.keyword && likePattern(query.keyword)
  const named = pattern
    ? sql`(d.name ilike ${pattern} or d.location ilike ${pattern} or d.description ilike ${pattern}
        or d.ldid ilike ${pattern} or d.serial_number ilike ${pattern})`
    : sql`true`
  return sql`${named} and ${query.type ? sql`d.type = ${query.type}` : sql`true`}
    and ${query.model ? sql`d.model = ${query.model}` : sql`true`}
    and ${query.ids ? sql`d.id = any(${query.ids.split(',')}::uuid[])` : sql`true`}
    and ${query.siteId ? sql`d.id in (select r.device_id from door_reader r join door o on o.id = r.door_id where o.site_id = ${query.siteId})` : sql`true`}
    and ${query.people ? hasFailed : sql`true`}`
}

/** The statement of a page by itself, so that a test can look at its plan. */
export function selectDevices(query: Query<typeof listDevices>) {
  const found = foundBy(query)
  const where = query.status ? sql`${found} and d.is_online = ${query.status === 'online'}` : found
  const isUp = query.order === 'asc'
  return sql<Row>`
    select ${columns} from device d where ${where}
    order by ${sortColumns[query.sort]} ${isUp ? sql`asc nulls first` : sql`desc nulls last`}, d.id ${isUp ? sql`asc` : sql`desc`}
    limit ${query.size} offset ${(query.page - 1) * query.size}`
}

/** One page of devices; the counts are of all that the other filters find, whatever their status. */
export async function readDevicePage(db: Db, query: Query<typeof listDevices>, isBrokerReachable: boolean) {
  const { rows } = await selectDevices(query).execute(db)
  const { rows: sums } = await sql<{ total: number; online: number }>`
    select count(*)::int as total, (count(*) filter (where d.is_online))::int as online from device d where ${foundBy(query)}`.execute(
    db,
  )
  const { total, online } = sums[0] ?? { total: 0, online: 0 }
  const counts = { total, online, offline: total - online }
  return { items: rows.map(toSummary), total: query.status ? counts[query.status] : total, counts, isBrokerReachable }
}

/** Every type and model of which there is a device. */
export async function readDeviceModels(db: Db): Promise<{ type: string; model: string | null }[]> {
  return db
    .selectFrom('device')
    .select(['type', 'model'])
    .distinct()
    .orderBy('type')
    .orderBy('model')
    .limit(1000)
    .execute()
}

type DetailRow = Row & {
  abilities: string[]
  ignores_hours: boolean
  gives_pins: boolean
  last_seen_at: string | null
  time_zone: string | null
  source_network: string | null
  previous_ip: string | null
  ip_changed_at: string | null
  effective_time_zone: string
  clock_offset_ms: number | null
  clock_measured_at: string | null
  person_capacity: number
  package_name: string | null
  app_version_code: number | null
  settings_revision: number
  hash_form: string | null
  missing_records: number
  door_mode: 'normal' | 'held-open' | 'held-closed' | null
  held_ports: number[]
  attendance_area: { id: string; name: string } | null
  groups: { id: string; name: string; kind: number; is_default: boolean; ports: number[] | null }[]
  door_count: number
}

/** One device with its groups and the states of its people; undefined when there is none. */
export async function readDevice(db: Db, id: string): Promise<Device | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${columns}, d.last_seen_at, d.time_zone, d.source_network, d.previous_ip, d.ip_changed_at, (select z.time_zone from device_zone z where z.device_id = d.id) as effective_time_zone,
      d.clock_offset_ms, d.clock_measured_at, d.person_capacity, d.package_name,
      d.app_version_code, d.settings_revision, d.hash_form, d.abilities, d.door_count,
      d.ignores_hours, exists (select from pin_giving where is_on) as gives_pins,
      coalesce((select greatest(0, g.stored_sequence - g.stored_count) from device_record_progress g where g.device_id = d.id), 0) as missing_records,
      (select r.door_mode from device_settings_report r where r.device_id = d.id) as door_mode,
      array(select t.port from door_state t where t.device_id = d.id and t.mode <> 'normal' order by t.port) as held_ports,
      (select json_build_object('id', a.id, 'name', a.name) from attendance_area_device m join attendance_area a on a.id = m.area_id
        where m.device_id = d.id) as attendance_area,
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'kind', g.kind, 'is_default', g.is_default, 'ports', dg.ports) order by g.kind, g.name, g.id)
        from device_group dg join person_group g on g.id = dg.group_id where dg.device_id = d.id), '[]') as groups
    from device d where d.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    ...toSummary(row),
    lastSeenAt: row.last_seen_at,
    timeZone: row.time_zone,
    sourceNetwork: row.source_network,
    previousIp: row.previous_ip,
    ipChangedAt: row.ip_changed_at,
    effectiveTimeZone: row.effective_time_zone,
    holdsWeakHashes: row.hash_form !== null && row.hash_form !== hashForm,
    letPassAt: row.ignores_hours ? null : ((await makeOf(row.make).letPassAt?.(db, id)) ?? null),
    refusesHolidays: (await makeOf(row.make).refusesHolidays?.(db, id)) ?? false,
    missingRecords: row.missing_records,
    groups: row.groups.map(({ id, name, kind, is_default }) => ({
      id,
      name,
      kind: groupKindOf(kind),
      isDefault: is_default,
    })),
    doorCount: row.door_count,
    groupPorts: Object.fromEntries(row.groups.flatMap(({ id, ports }) => (ports ? [[id, ports]] : []))),
    clockOffsetMs: row.clock_offset_ms,
    clockMeasuredAt: row.clock_measured_at,
    people: await countPeople(db, id),
    attendanceArea: row.attendance_area,
    personCapacity: row.person_capacity,
    app: { packageName: row.package_name, versionName: row.app_version, versionCode: row.app_version_code },
    doorMode: row.door_mode,
    heldPorts: row.held_ports,
    capabilities: capabilitiesOf(row),
    revision: row.settings_revision,
  }
}

/** The facts of these devices that say what they can do; by name. */
export const readDeviceFacts = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('device')
    .select(['id', 'name', ...factColumns])
    .where('id', 'in', [...ids])
    .orderBy('name')
    .orderBy('id')
    .execute()

/** A device as a decision at its door needs it. */
export const readDeviceAtDoor = (db: Db, id: string) =>
  db
    .selectFrom('device as d')
    .leftJoin('device_settings_report as r', 'r.device_id', 'd.id')
    .select(['d.id', 'd.name', 'd.location', 'r.door_mode'])
    .where('d.id', '=', id)
    .executeTakeFirst()

/** The people whose latest change the device has not applied yet, and those who are to be kept off it and are there still. */
const waiting = (id: string) => sql`
  select m.person_id from device d
  join device_group dg on dg.device_id = d.id
  join person_change pc on pc.group_id = dg.group_id and pc.revision > d.people_applied_revision
  join group_member m on m.group_id = pc.group_id and m.person_id = pc.person_id
  where d.id = ${id} and not ${hasLeftDevices('m.person_id')}
  union
  select m.person_id from device d
  join device_group dg on dg.device_id = d.id
  join device_group_change gc on gc.device_id = d.id and gc.group_id = dg.group_id and gc.revision > d.people_applied_revision
  join group_member m on m.group_id = gc.group_id
  where d.id = ${id} and not ${hasLeftDevices('m.person_id')}
  union
  select rc.person_id from device d
  join device_person_change rc on rc.device_id = d.id and rc.revision > d.people_applied_revision
  where d.id = ${id} and rc.person_id in (${belongingTo(id)})
  union
  select k.person_id from device_person_kept_off k
  where k.device_id = ${id} and not k.is_off and k.person_id in (${belongingTo(id)})`

async function countPeople(db: Db, id: string): Promise<Device['people']> {
  const { rows } = await sql<Device['people']>`
    with waiting as (${waiting(id)})
    select (select count(distinct person_id) from (${belongingTo(id)}) b)::int as total,
      (select count(*) from waiting)::int as waiting,
      (select count(*) from device_person_kept_off k where k.device_id = ${id} and k.person_id in (${belongingTo(id)})
        and k.person_id not in (select person_id from waiting))::int as "keptOff",
      told.*
    from (
      select (count(*) filter (where verdict = 'failed'))::int as failed,
        (count(*) filter (where verdict = 'no-portrait'))::int as "noPortrait"
      from (
        select ${verdictOfReport} as verdict from device d
        join device_person_failure f on f.device_id = d.id join person p on p.id = f.person_id
        where d.id = ${id} and f.person_id in (${belongingTo(id)})
          and f.person_id not in (select person_id from waiting)) verdicts) told`.execute(db)
  return rows[0] ?? { total: 0, waiting: 0, failed: 0, noPortrait: 0, keptOff: 0 }
}

/** The device that was made by this pairing code. */
export async function readPairedDevice(db: Db, pairingCodeId: string): Promise<DeviceSummary | undefined> {
  const { rows } = await sql<Row>`select ${columns} from device d where d.pairing_code_id = ${pairingCodeId}`.execute(
    db,
  )
  return rows[0] && toSummary(rows[0])
}

type PersonRow = {
  id: string
  name: string
  kind: number
  portrait_id: string | null
  is_waiting: boolean
  verdict: 'done' | 'no-portrait' | 'failed' | 'kept-off'
  reason: string | null
  /** Why they are to be taken off the device, on which they are still. */
  leaving: string | null
  number: number | null
}

/**
 * A page of the people who belong on a device, in the order in which they were added, with whether the device has them.
 * Read by key: the plain list and the failed people are found along an index, however many there are.
 */
export async function readDevicePeople(db: Db, id: string, query: Query<typeof listDevicePeople>) {
  const { rows } = await selectDevicePeople(id, query).execute(db)
  const items = rows.slice(0, query.size).map((row) => ({
    personId: row.id,
    name: row.name,
    kind: groupKindOf(row.kind),
    portraitId: row.portrait_id,
    state: row.is_waiting ? ('waiting' as const) : row.verdict,
    reason: row.is_waiting ? row.leaving : row.verdict === 'done' ? null : row.reason,
    number: row.number,
  }))
  return { items, next: rows.length > query.size ? (items.at(-1)?.personId ?? null) : null }
}

/** The statement by itself, so that a test can look at its plan. */
export function selectDevicePeople(id: string, query: Query<typeof listDevicePeople>) {
  const after = z.uuid().safeParse(query.after).data ?? null
  const isLater = (column: RawBuilder<unknown>) => (after === null ? sql`true` : sql`${column} > ${after}`)
  const sources = {
    failed: sql`device_person_failure s on s.device_id = d.id and s.reason <> 'portrait-missing' and ${isLater(sql`s.person_id`)}`,
    'no-portrait': sql`device_person_failure s on s.device_id = d.id and s.reason = 'portrait-missing' and ${isLater(sql`s.person_id`)}`,
    waiting: sql`(${waiting(id)}) s on ${isLater(sql`s.person_id`)}`,
    'kept-off': sql`device_person_kept_off s on s.device_id = d.id and ${isLater(sql`s.person_id`)}`,
    members: sql`(${belongingTo(id)}) s on ${isLater(sql`s.person_id`)}`,
    page: sql`(${belongingTo(id, { after, limit: query.size + 1 })}) s on true`,
  }
  const source =
    query.state !== undefined && query.state !== 'done'
      ? sources[query.state]
      : query.keyword || query.state
        ? sources.members
        : sources.page
  const isOnTheWay = sql<boolean>`(${isWaiting('p.id')} or k.is_off is false)`
  const verdict = sql`case when k.reason is null then ${verdictOfReport} else 'kept-off' end`
  const states = {
    waiting: sql`true`,
    failed: sql`k.reason is null and not ${isOnTheWay}`,
    'kept-off': sql`not ${isOnTheWay}`,
    'no-portrait': sql`${verdict} = 'no-portrait' and not ${isOnTheWay}`,
    done: sql`${verdict} = 'done' and not ${isOnTheWay}`,
  }
  return sql<PersonRow>`
    select p.id, p.name, p.kind, p.portrait_id, ${isOnTheWay} as is_waiting,
      coalesce(k.reason, f.reason) as reason, case when k.is_off is false then k.reason end as leaving, n.number, ${verdict} as verdict
    from device d
    join ${source}
    join person p on p.id = s.person_id
    left join device_person_failure f on f.device_id = d.id and f.person_id = s.person_id
    left join device_person_number n on n.person_id = s.person_id
    left join device_person_kept_off k on k.device_id = d.id and k.person_id = s.person_id
    where d.id = ${id}
      and exists (select from device_group dg join group_member m on m.group_id = dg.group_id and m.person_id = s.person_id
        where dg.device_id = d.id)
      and not ${hasLeftDevices('p.id')}
      and ${query.keyword ? sql`p.name ilike ${likePattern(query.keyword)}` : sql`true`}
      and ${query.state ? states[query.state] : sql`true`}
    order by s.person_id limit ${query.size + 1}`
}

/** Devices that use the enterprise's clock. */
export async function countDevicesInZone(db: Db): Promise<number> {
  const { rows } = await sql<{ devices: number }>`
    select count(*)::int as devices from device d where d.time_zone is null and not exists (
      select from door_reader r join door o on o.id = r.door_id join site s on s.id = o.site_id
      where r.device_id = d.id and s.time_zone is not null)`.execute(db)
  return rows[0]?.devices ?? 0
}
