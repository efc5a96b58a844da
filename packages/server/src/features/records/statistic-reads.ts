import type { getRecordStatistics, RecordStatistics } from '@gatehouse/contract/features/records.ts'
import { maxStatisticDays } from '@gatehouse/contract/features/records.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { personKindCodes, personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { RecordVisibility } from './record-reads.ts'
import { type Period, readDoorCounts } from './statistic-door-reads.ts'

type StatisticsQuery = Query<typeof getRecordStatistics>
type Counts = RecordStatistics['total']

const none = (): Counts => ({ staff: 0, visitor: 0, stranger: 0, spoof: 0, blacklisted: 0, opened: 0, total: 0 })
const maxPlaces = 50

/**
 * Recognition counts of a period, from the counts that triggers keep and the sums of whole days that a job makes of
 * them: the cost grows with days and devices, not with records. Days and hours are those of the wall clock in
 * `timeZone`.
 */
export async function readStatistics(
  db: Db,
  query: StatisticsQuery,
  { seesStaff }: RecordVisibility,
  timeZone: string,
): Promise<RecordStatistics> {
  const days = daysOf(query)
  const kinds = personKinds.filter(
    (kind) => (query.kind === undefined || query.kind === kind) && (seesStaff || kind !== 'staff'),
  )
  const codes = kinds.map((kind) => personKindCodes[kind])
  const period: Period = {
    from: startOf(query.from, timeZone),
    to: startOf(Temporal.PlainDate.from(query.to).add({ days: 1 }).toString(), timeZone),
  }
  // Summed before the zone is applied: that is the expensive part.
  const { rows } = await sql<{ step: string; kind: number; opened: boolean; records: number }>`
    select ${query.by === 'day' ? sql`(b.bucket at time zone ${timeZone})::date::text` : sql`to_char(b.bucket at time zone ${timeZone}, 'HH24')`} as step,
      kind, opened, sum(records)::int as records
    from (select bucket, kind, opened, sum(records) as records from ${quartersOf(query, period)} c
      where kind = any(${codes}::smallint[]) group by 1, 2, 3) b
    group by 1, 2, 3`.execute(db)
  const steps = new Map(stepsOf(query, days).map((step) => [step, none()]))
  const total = none()
  for (const row of rows) {
    const kind = kinds.find((one) => personKindCodes[one] === row.kind)
    for (const counts of [steps.get(row.step), total]) {
      if (!kind || !counts) continue
      counts[kind] += row.records
      counts.total += row.records
      if (row.opened) counts.opened += row.records
    }
  }
  const isOfDepartment = query.departmentId !== undefined
  return {
    timeZone,
    total,
    steps: [...steps].map(([step, counts]) => ({ step, ...counts })),
    devices: isOfDepartment || query.port !== undefined ? [] : await readDevices(db, query, period, codes),
    doors: query.deviceId === undefined ? [] : await readDoorCounts(db, query.deviceId, period, codes),
    departments:
      codes.includes(personKindCodes.staff) && !query.deviceId ? await readDepartments(db, query, period) : [],
  }
}

const within = ({ from, to }: Period) => sql`c.bucket >= ${from}::timestamptz and c.bucket < ${to}::timestamptz`

/**
 * The days (UTC) of a period, the first and last as far as they are in it: `is_whole` or not, and `is_summed` while the
 * job's sums are right. A part of each statement that reads sums, so that it sees both as of one moment.
 */
const daysIn = ({ from, to }: Period) => sql`
  select day, greatest(starts, ${from}::timestamptz) as from_at, least(ends, ${to}::timestamptz) as to_at,
    starts >= ${from}::timestamptz and ends <= ${to}::timestamptz as is_whole, s.day is not null as is_summed
  from (select starts::date as day, starts, starts + interval '1 day' as ends
    from generate_series(date_trunc('day', ${from}::timestamptz), ${to}::timestamptz, '1 day') starts) d
  left join summed_day s using (day)`

/** Counts by quarter of an hour. */
function quartersOf({ departmentId, deviceId, port }: StatisticsQuery, period: Period) {
  // Only staff have departments, which are counted in a table of their own.
  if (departmentId)
    return sql`(select bucket, ${sql.lit(personKindCodes.staff)}::smallint as kind, opened, records
      from department_record_count c where ${within(period)} and c.department_id = ${departmentId})`
  if (deviceId && port !== undefined) return quartersAtPort(deviceId, port, period)
  if (deviceId)
    return sql`(select bucket, kind, opened, records from record_count c where ${within(period)} and c.device_id = ${deviceId})`
  return sql`(
    with days as (${daysIn(period)})
    select bucket, kind, opened, records from days d join quarter_sum q using (day)
    where d.is_summed and q.bucket >= d.from_at and q.bucket < d.to_at
    union all
    select bucket, kind, opened, records from days d join record_count c on c.bucket >= d.from_at and c.bucket < d.to_at
    where not d.is_summed)`
}

/** Counts are kept of a device as a whole: those of one of several doors are counted here. */
const quartersAtPort = (deviceId: string, port: number, period: Period) => sql`(
  with v as materialized (select door_count from device where id = ${deviceId})
  select c.bucket, c.kind, c.opened, c.records::bigint from record_count c, v
    where v.door_count = 1 and ${within(period)} and c.device_id = ${deviceId}
  union all
  select record_bucket(r.recognised_at), r.kind, r.opened, count(*) from recognition_record r, v
    where v.door_count > 1 and r.device_id = ${deviceId} and r.port = ${port} and r.misrecognition is null
      and r.recognised_at >= ${period.from}::timestamptz and r.recognised_at < ${period.to}::timestamptz group by 1, 2, 3)`

type Place = { id: string | null; name: string | null; opened: number; total: number }
const toPlaces = <P extends Place>(rows: readonly P[]) => rows.map((row) => ({ ...row, name: row.name ?? '' }))

/** A device that is gone keeps the name that its records have. */
async function readDevices(db: Db, { deviceId }: StatisticsQuery, period: Period, codes: readonly number[]) {
  const counts = deviceId
    ? sql`select device_id, kind, opened, records from record_count c where ${within(period)} and c.device_id = ${deviceId}`
    : sql`
      select device_id, kind, opened, records from days d join device_sum using (day) where d.is_summed and d.is_whole
      union all
      select device_id, kind, opened, records from days d join record_count c on c.bucket >= d.from_at and c.bucket < d.to_at
      where not (d.is_summed and d.is_whole)`
  const { rows } = await sql<Place & { doorCount: number }>`
    with days as (${daysIn(period)}),
    counted as (
      select c.device_id, sum(c.records) filter (where c.opened) as opened, sum(c.records) as total from (${counts}) c
      where c.kind = any(${[...codes]}::smallint[])
      group by c.device_id having sum(c.records) > 0 order by sum(c.records) desc, c.device_id limit ${maxPlaces})
    select d.id, coalesce(d.name, (select r.device_name from recognition_record r where r.device_id = c.device_id
        order by r.recognised_at desc, r.id desc limit 1)) as name, coalesce(c.opened, 0)::int as opened, c.total::int as total,
      coalesce(d.door_count, 1) as "doorCount"
    from counted c left join device d on d.id = c.device_id order by c.total desc, c.device_id`.execute(db)
  return toPlaces(rows)
}

async function readDepartments(db: Db, { departmentId }: StatisticsQuery, period: Period) {
  const counts = departmentId
    ? sql`select department_id, opened, records from department_record_count c
        where ${within(period)} and c.department_id = ${departmentId}`
    : sql`
      select department_id, opened, records from days d join department_sum using (day) where d.is_summed and d.is_whole
      union all
      select department_id, opened, records
      from days d join department_record_count c on c.bucket >= d.from_at and c.bucket < d.to_at
      where not (d.is_summed and d.is_whole)`
  const { rows } = await sql<Place>`
    with days as (${daysIn(period)}),
    counted as (
      select department_id, sum(records) filter (where opened) as opened, sum(records) as total from (${counts}) c group by 1)
    select d.id, d.name, coalesce(sum(c.opened), 0)::int as opened, sum(c.total)::int as total
    from counted c left join department d on d.id = c.department_id
    group by d.id, d.name having sum(c.total) > 0 order by sum(c.total) desc, d.name limit ${maxPlaces}`.execute(db)
  return toPlaces(rows)
}

const startOf = (on: string, timeZone: string) =>
  Temporal.PlainDate.from(on).toZonedDateTime({ timeZone }).toInstant().toString()

/**
 * @throws AppError request.invalid for a period that ends before it begins or is longer than a year, or a device and a
 * department at once
 */
function daysOf({ from, to, deviceId, departmentId }: StatisticsQuery): number {
  const days = Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days + 1
  const refuse = (path: string, problem: string): never => {
    throw new AppError('request.invalid', { fields: path, issues: [{ path, problem }] })
  }
  if (days < 1) return refuse('to', 'ends-before-it-begins')
  if (days > maxStatisticDays) return refuse('to', 'period-too-long')
  if (deviceId !== undefined && departmentId !== undefined) return refuse('departmentId', 'not-with-device')
  return days
}

function stepsOf({ from, by }: StatisticsQuery, days: number): string[] {
  if (by === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
  const first = Temporal.PlainDate.from(from)
  return Array.from({ length: days }, (_, day) => first.add({ days: day }).toString())
}
