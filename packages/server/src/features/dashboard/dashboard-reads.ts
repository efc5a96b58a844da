import { alarmCodes, alarmTypeOf } from '@gatehouse/contract/device/alarm-types.ts'
import {
  type AttentionKind,
  doorAlarmTypes,
  type ExhibitedPassage,
  maxCounted,
  maxExhibited,
  type OpenAlarms,
} from '@gatehouse/contract/features/dashboard.ts'
import { type PersonKind, personKindCodes, personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { hasFailed, isStillFailed } from '../devices/device-reads.ts'

export type KindCounts = Record<PersonKind, number>
export const noCounts = (): KindCounts => ({ staff: 0, visitor: 0, stranger: 0, spoof: 0, blacklisted: 0 })

const kindOf = new Map<number, PersonKind>(personKinds.map((kind) => [personKindCodes[kind], kind]))

/** Recognitions since an instant by hour of the day in the zone, from the counts that triggers keep (ADR 0018). */
export async function readHours(db: Db, from: string, timeZone: string): Promise<KindCounts[]> {
  const { rows } = await sql<{ hour: number; kind: number; records: number }>`
    select extract(hour from b.bucket at time zone ${timeZone})::int as hour, kind, sum(records)::int as records
    from (select bucket, kind, sum(records) as records from record_count
      where bucket >= ${from}::timestamptz and bucket < ${from}::timestamptz + interval '26 hours' group by 1, 2) b
    where (b.bucket at time zone ${timeZone})::date = (${from}::timestamptz at time zone ${timeZone})::date
    group by 1, 2`.execute(db)
  const hours = Array.from({ length: 24 }, noCounts)
  for (const { hour, kind, records } of rows) {
    const counts = hours[hour]
    const name = kindOf.get(kind)
    if (counts && name) counts[name] += records
  }
  return hours
}

/** A day, from its beginning to that of the next: the clock of a device may be ahead. */
type Day = { from: string; to: string }

/**
 * How many doors saw strangers on a day, from the counts. Records are looked at only where a device has several doors, or came to its
 * door that day; a device at no door is a place of its own.
 */
export async function readStrangerDoors(db: Db, { from, to }: Day): Promise<number> {
  const stranger = sql.lit(personKindCodes.stranger)
  const { rows } = await sql<{ doors: number }>`
    select count(distinct coalesce(w.door_id, v.id))::int as doors
    from (select distinct device_id from record_count where bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz
      and kind = ${stranger} and records > 0) s
    join device v on v.id = s.device_id
    left join door_reader w on w.device_id = v.id
    where w.door_id is null or (v.door_count = 1 and coalesce(w.since, '-infinity') <= ${from}::timestamptz) or exists (
      select from recognition_record r where r.device_id = w.device_id and (v.door_count = 1 or r.port = w.port)
        and r.kind = ${stranger} and r.misrecognition is null
        and r.recognised_at >= greatest(${from}::timestamptz, w.since) and r.recognised_at < ${to}::timestamptz)`.execute(
    db,
  )
  return rows[0]?.doors ?? 0
}

/** Doors that the dashboard names; all of them are on their own page. */
const maxDevices = 20

export async function readDeviceCounts(db: Db, { from, to }: Day) {
  const { rows } = await sql<{ total: number; online: number }>`
    select count(*)::int as total, (count(*) filter (where is_online))::int as online from device`.execute(db)
  const { rows: items } = await sql<{
    id: string
    name: string
    location: string | null
    is_online: boolean
    online_changed_at: string | null
    records: number
  }>`
    select d.id, d.name, d.location, d.is_online, d.online_changed_at, coalesce(c.records, 0)::int as records
    from device d left join (
      select device_id, sum(records) as records from record_count where bucket >= ${from}::timestamptz
        and bucket < ${to}::timestamptz group by 1) c on c.device_id = d.id
    order by d.is_online, coalesce(c.records, 0) desc, d.name, d.id limit ${maxDevices}`.execute(db)
  return { total: rows[0]?.total ?? 0, online: rows[0]?.online ?? 0, items }
}

const doorCodes = doorAlarmTypes.map((type) => alarmCodes[type])

/** Door-access alarms of a day, by type. */
export async function readDoorAlarms(
  db: Db,
  { from, to }: Day,
): Promise<Record<(typeof doorAlarmTypes)[number], number>> {
  const { rows } = await sql<{ code: number; count: number }>`
    select code, count(*)::int as count from alarm
    where code = any(${doorCodes}::int[]) and raised_at >= ${from}::timestamptz and raised_at < ${to}::timestamptz
    group by code`.execute(db)
  const countOf = (type: (typeof doorAlarmTypes)[number]) =>
    rows.find(({ code }) => code === alarmCodes[type])?.count ?? 0
  return {
    blacklisted: countOf('blacklisted'),
    'outside-time': countOf('outside-time'),
    strangers: countOf('strangers'),
    'offline-too-long': countOf('offline-too-long'),
  }
}

/** 24 numbers, of rows with an hour. */
function byHour(rows: readonly { hour: number; count: number }[]): number[] {
  const hours = Array.from({ length: 24 }, () => 0)
  for (const { hour, count } of rows) hours[hour] = (hours[hour] ?? 0) + count
  return hours
}

/** Door-access alarms of a day, by hour in the zone. */
export async function readDoorAlarmHours(db: Db, { from, to }: Day, timeZone: string): Promise<number[]> {
  const rows = await db
    .selectFrom('alarm')
    .select((row) => [
      sql<number>`extract(hour from raised_at at time zone ${timeZone})::int`.as('hour'),
      row.fn.countAll<number>().as('count'),
    ])
    .where('code', 'in', doorCodes)
    .where('raised_at', '>=', from)
    .where('raised_at', '<', to)
    .groupBy('hour')
    .execute()
  return byHour(rows.map(({ hour, count }) => ({ hour, count: Number(count) })))
}

/** The open alarms by kind: a fire first, then what nobody has acknowledged, then the newest. */
export async function readOpenAlarms(db: Db): Promise<OpenAlarms[]> {
  const open = (limit: number) =>
    db
      .selectFrom('alarm')
      .select(['id', 'raised_at', 'code', 'status', 'device_id', 'device_name'])
      .where('status', '<>', 'released')
      .orderBy('raised_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
  const rows = await db
    .selectFrom(
      // A fire is found among any number of later alarms.
      db
        .selectFrom(open(maxCounted + 1).as('a'))
        .selectAll()
        .union(db.selectFrom(open(maxCounted).where('code', '=', alarmCodes.fire).as('f')).selectAll())
        .as('o'),
    )
    .select((row) => [
      'o.code',
      row.fn.countAll<number>().as('count'),
      row.fn.countAll<number>().filterWhere('o.status', 'in', ['raised', 'release-failed']).as('raised'),
      row.fn.count<number>('o.device_id').distinct().as('devices'),
      sql<string>`(array_agg(o.id order by o.raised_at desc, o.id desc))[1]`.as('newest_id'),
      sql<string>`(array_agg(o.device_name order by o.raised_at desc, o.id desc))[1]`.as('newest_device'),
      sql<string>`max(o.raised_at)`.as('newest_at'),
    ])
    .groupBy('o.code')
    .orderBy(sql`o.code = ${sql.lit(alarmCodes.fire)}`, 'desc')
    .orderBy(sql`count(*) filter (where o.status in ('raised', 'release-failed')) > 0`, 'desc')
    .orderBy('newest_at', 'desc')
    .orderBy('o.code')
    .execute()
  const isMore = rows.reduce((sum, { count }) => sum + Number(count), 0) > maxCounted
  return rows.map((row) => ({
    type: alarmTypeOf(row.code) ?? 'unknown',
    code: row.code,
    count: Math.min(Number(row.count), maxCounted),
    isMore,
    raised: Math.min(Number(row.raised), maxCounted),
    devices: Number(row.devices),
    newest: { id: row.newest_id, at: row.newest_at, deviceName: row.newest_device },
  }))
}

/** The first punches of staff by hour in the zone, on each of these dates. */
export async function readCheckInHours(db: Db, dates: readonly string[], timeZone: string) {
  const rows = await db
    .selectFrom('attendance_day as d')
    .innerJoin('person as p', 'p.id', 'd.person_id')
    .select((row) => [
      'd.day_on',
      sql<number>`extract(hour from d.first_at at time zone ${timeZone})::int`.as('hour'),
      row.fn.countAll<number>().as('count'),
    ])
    .where('d.day_on', 'in', [...dates])
    .where('d.first_at', 'is not', null)
    .where('p.kind', '=', personKindCodes.staff)
    .groupBy(['d.day_on', 'hour'])
    .execute()
  return dates.map((on) =>
    byHour(rows.filter((row) => row.day_on === on).map(({ hour, count }) => ({ hour, count: Number(count) }))),
  )
}

/** Staff with a punch on a date, and all staff. */
export async function readCheckIns(db: Db, on: string): Promise<{ present: number; staff: number }> {
  const { rows } = await sql<{ present: number; staff: number }>`
    select (select count(*) from attendance_day d join person p on p.id = d.person_id and p.kind = ${sql.lit(personKindCodes.staff)}
        where d.day_on = ${on}::date and d.punch_count > 0)::int as present,
      (select count(*) from person where kind = ${sql.lit(personKindCodes.staff)})::int as staff`.execute(db)
  return rows[0] ?? { present: 0, staff: 0 }
}

/** The one package of all failed upgrades of a kind; null where there are several. */
const onePackage = (kind: 'firmware' | 'application') =>
  sql`(select case when count(*) = 1 then min(package_id::text) end from (
    select distinct u.package_id from upgrade_device u join upgrade_package p on p.id = u.package_id
    where p.is_published and p.kind = ${sql.lit(kind)} and u.state in ('failed', 'rolled-back')) q)`

/** The devices at which a published package of a kind failed, or was rolled back. */
const failedUpgrades = (kind: 'firmware' | 'application') => sql`
  select from upgrade_device u join upgrade_package p on p.id = u.package_id
  where p.is_published and p.kind = ${sql.lit(kind)} and u.state in ('failed', 'rolled-back')`

/** People whom some device could not take, each once, read along their index: `offset 0` keeps the devices from leading. */
const failedPeople = sql`
  select distinct on (f.person_id) f.person_id from device_person_failure f
  cross join lateral (select id, people_applied_revision from device where id = f.device_id offset 0) d
  where ${isStillFailed} order by f.person_id`

/**
 * The number of items that need attention, and their common place, if there is one: the device of people who failed,
 * the package of upgrades.
 */
export type Attention = Record<AttentionKind, number> & { ones: Partial<Record<AttentionKind, string | null>> }

/** Each is counted up to one more than `maxCounted`: half a million people who failed cost no more than a thousand. */
export function selectAttention() {
  const upTo = (rows: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (${rows} limit ${sql.lit(maxCounted + 1)}) counted)`
  return sql<Attention>`
    select
      (select count(*) from device where not is_online)::int as "offline-devices",
      ${upTo(sql`select from device_announcement where state = 'waiting'`)} as "waiting-devices",
      ${upTo(sql`select from registration where state = 'pending'`)} as "pending-registrations",
      ${upTo(sql`select from visit_request where state = 'pending'`)} as "pending-visits",
      ${upTo(sql`select from attendance_punch where state = 'waiting'`)} as "pending-punches",
      ${upTo(failedPeople)} as "failed-syncs",
      ${upTo(failedUpgrades('firmware'))} as "failed-firmware",
      ${upTo(failedUpgrades('application'))} as "failed-applications",
      jsonb_build_object(
        'failed-syncs', (select case when count(*) = 1 then min(id::text) end from (
          select d.id from device d where ${hasFailed} limit 2) q),
        'failed-firmware', ${onePackage('firmware')},
        'failed-applications', ${onePackage('application')}) as ones`
}

export async function readAttention(db: Db): Promise<Attention> {
  const { rows } = await selectAttention().execute(db)
  const [row] = rows
  if (!row) throw new Error('a row of counts is one row')
  return row
}

/** Whether every first step of a new company is done. */
export async function readIsSetUp(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_set_up: boolean }>`
    select exists (select from device) and exists (select from recognition_record)
      and exists (select from person where kind = ${sql.lit(personKindCodes.staff)} and portrait_id is not null) as is_set_up`.execute(
    db,
  )
  return rows[0]?.is_set_up ?? false
}

/** The passages of one kind among which different people are looked for: somebody who goes in and out all day is shown once. */
const exhibitedStretch = 10 * maxExhibited

/**
 * The latest staff and the latest visitors who passed, each once, newest first: their names and pictures, and nothing
 * else of them.
 */
export async function readExhibited(db: Db, from: string): Promise<ExhibitedPassage[]> {
  const { rows } = await sql<{
    id: string
    person_id: string
    name: string
    kind: number
    display_id: string | null
    portrait_id: string | null
    device_name: string
    recognised_at: string
  }>`
    select r.id, p.id as person_id, p.name, r.kind, p.display_portrait_id as display_id, p.portrait_id, r.device_name, r.recognised_at
    from (
      select n.* from (values (${sql.lit(personKindCodes.staff)}), (${sql.lit(personKindCodes.visitor)})) k(kind)
      cross join lateral (
        select id, person_id, kind, device_name, recognised_at from recognition_record
        where kind = k.kind and recognised_at >= ${from}::timestamptz and opened and misrecognition is null
        order by recognised_at desc, id desc limit ${exhibitedStretch}) n) r
    join person p on p.id = r.person_id and p.kind = r.kind
    order by r.recognised_at desc, r.id desc`.execute(db)
  const seen = new Set<string>()
  const latest = rows.filter(({ person_id }) => !seen.has(person_id) && seen.add(person_id))
  return latest.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind === personKindCodes.staff ? 'staff' : 'visitor',
    picture: row.display_id
      ? { kind: 'display', id: row.display_id }
      : row.portrait_id
        ? { kind: 'portrait', id: row.portrait_id }
        : null,
    device: row.device_name,
    recognisedAt: row.recognised_at,
  }))
}
