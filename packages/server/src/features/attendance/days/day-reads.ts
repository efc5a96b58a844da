import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type AttendanceDay,
  attendanceDayDetail,
  type AttendanceDayDetail,
  type listAttendanceDays,
  type Punch,
} from '@gatehouse/contract/features/attendance/days.ts'
import { type RuleSettings } from '@gatehouse/contract/features/attendance/rules.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { sumDays } from '@gatehouse/engine/attendance/sum-days.ts'
import { dayKinds } from '@gatehouse/engine/attendance/vocabulary.ts'
import type { RuleTimeline, DayRules } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { nextDay } from '@gatehouse/engine/calendar/dates.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Db } from '../../../db/open-database.ts'
import { instantOf } from '../../../lib/clock.ts'
import type { CompanyZones } from '../../../company/company-reads.ts'
import { selectAssignments } from '../rules/assignment-store.ts'
import { decodeFacts, decodeVerdict, factBit } from './day-codes.ts'
import { isMonthLocked } from './month-lock-store.ts'
import { peopleOf, type Period, readSumsOfPeople, refuseLongPeriod } from './period-reads.ts'

type Row = {
  person_id: string
  person_name: string
  job_id: string | null
  department: string | null
  day_on: string
  rule_id: string
  rule_name: string
  rule_version: number
  settings: RuleSettings | null
  day_kind: string
  verdict: number
  facts: number
  first_at: string | null
  last_at: string | null
  punch_count: number
  worked_minutes: number
  late_minutes: number
  early_leave_minutes: number
  overtime_minutes: number
  has_field_punch: boolean
  has_doubtful_time: boolean
  is_provisional: boolean
  changed_at: string | null
  reasons: string
}

const toDay = (row: Row, zones: CompanyZones): AttendanceDay => ({
  person: { id: row.person_id, name: row.person_name, jobId: row.job_id, department: row.department },
  on: row.day_on,
  rule: { id: row.rule_id, name: row.rule_name, version: row.rule_version },
  timeZone: row.settings?.timeZone ?? zones.on(row.day_on),
  dayKind: dayKinds.find((kind) => kind === row.day_kind) ?? 'working-day',
  verdict: decodeVerdict(row.verdict),
  facts: decodeFacts(row.facts),
  firstAt: row.first_at,
  lastAt: row.last_at,
  punchCount: row.punch_count,
  workedMinutes: row.worked_minutes,
  lateMinutes: row.late_minutes,
  earlyLeaveMinutes: row.early_leave_minutes,
  overtimeMinutes: row.overtime_minutes,
  hasFieldPunch: row.has_field_punch,
  hasDoubtfulTime: row.has_doubtful_time,
  isProvisional: row.is_provisional,
  changedAt: row.changed_at,
})

const columns = sql`d.*, p.name as person_name, p.job_id, dep.name as department, r.name as rule_name, v.settings,
  (select max(c.changed_at) from attendance_day_change c where c.person_id = d.person_id and c.day_on = d.day_on) as changed_at`
const joins = sql`join attendance_person p on p.id = d.person_id left join department dep on dep.id = p.department_id
  join attendance_rule r on r.id = d.rule_id
  left join attendance_rule_version v on v.rule_id = d.rule_id and v.version = d.rule_version`

const keyShape = z.tuple([z.iso.date(), z.uuid()])

/** Decodes where a page ended; an unknown key begins at the newest day. */
function readKey(after: string | undefined): [string, string] | undefined {
  if (after === undefined) return undefined
  const found = keyShape.safeParse(after.split('_'))
  return found.success ? found.data : undefined
}

const ordinary = new Set<string>(['normal'])

/** One page of days, newest first. */
export async function readDayPage(db: Db, query: Query<typeof listAttendanceDays>, zones: CompanyZones) {
  refuseLongPeriod(query)
  const key = readKey(query.after)
  const where = sql`${daysWhere(query)}
    and ${query.fact ? sql`d.facts & ${sql.lit(factBit(query.fact))} <> 0` : sql`true`}
    and ${query.fact && !ordinary.has(query.fact) ? sql`d.verdict not in (1, 127)` : sql`true`}
    and ${query.isField === undefined ? sql`true` : sql`d.has_field_punch = ${query.isField}`}`
  const { rows } = await sql<Row>`
    select ${columns} from (
      select * from attendance_day d
      where ${where}
        and ${key ? sql`(d.day_on < ${key[0]}::date or (d.day_on = ${key[0]}::date and d.person_id > ${key[1]}))` : sql`true`}
      order by d.day_on desc, d.person_id limit ${query.size + 1}
    ) d ${joins} order by d.day_on desc, d.person_id`.execute(db)
  const last = rows[query.size - 1]
  return {
    items: rows.slice(0, query.size).map((row) => toDay(row, zones)),
    next: rows.length > query.size && last ? `${last.day_on}_${last.person_id}` : null,
    total: await countUpTo(db, { from: sql`attendance_day d`, where }),
  }
}

function daysWhere(period: Period) {
  const people = peopleOf(period)
  return sql`d.day_on >= ${period.from}::date and d.day_on <= ${period.to}::date
    and ${period.personId ? sql`d.person_id = ${period.personId}` : people ? sql`d.person_id in ${people}` : sql`true`}`
}

const readRows = async (db: Db, where: RawBuilder<unknown>) =>
  (await sql<Row>`select ${columns} from attendance_day d ${joins} where ${where}`.execute(db)).rows

/** The days of a person that are over, from this one back. */
export async function readDaysBack(
  db: Db,
  personId: string,
  latest: { on: string; size: number },
  zones: CompanyZones,
) {
  const rows = await readRows(
    db,
    sql`d.person_id = ${personId} and d.day_on <= ${latest.on}::date and not d.is_provisional order by d.day_on desc limit ${latest.size}`,
  )
  return rows.map((row) => toDay(row, zones))
}

type PersonRow = { id: string; name: string; job_id: string | null; department: string | null }

/** @throws AppError staff.not-found */
export async function readMonth(db: Db, personId: string, month: string, zones: CompanyZones) {
  const { rows: people } = await sql<PersonRow>`
    select p.id, p.name, p.job_id, d.name as department from attendance_person p left join department d on d.id = p.department_id
    where p.id = ${personId}`.execute(db)
  const [person] = people
  if (!person) throw new AppError('staff.not-found')
  const from = `${month}-01`
  const to = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 }).toString()
  const rows = await readRows(
    db,
    sql`d.person_id = ${personId} and d.day_on >= ${from}::date and d.day_on <= ${to}::date order by d.day_on`,
  )
  const sums = await readSumsOfPeople(db, [personId], from, to)
  return {
    person: { id: person.id, name: person.name, jobId: person.job_id, department: person.department },
    month,
    isLocked: await isMonthLocked(db, from),
    days: rows.map((row) => toDay(row, zones)),
    sum: sums.get(personId) ?? sumDays([]),
  }
}

type PunchRow = {
  id: string
  source: 'device' | 'phone' | 'correction'
  at: string
  device_id: string | null
  place: string | null
  opened: boolean
  is_from_future: boolean
  is_misrecognised: boolean
  has_doubtful_time: boolean
  has_capture: boolean
  state: 'waiting' | 'approved' | 'refused' | null
  is_field: boolean
  latitude: number | null
  longitude: number | null
  accuracy_metres: number | null
  distance_metres: number | null
  remark: string | null
  decided_by: string | null
  decision_remark: string | null
}

type ChangeRow = { changed_at: string; cause: string; before: unknown; after: unknown }

/** A timestamp that went through JSON: PostgreSQL's own ISO form with `+00:00`. */
const changeShape = attendanceDayDetail.shape.changes.element

const maxPunches = 500

/**
 * Every punch of a person's day, evaluated or not. A punch that is stored at its arrival, since the device claimed a time far ahead,
 * is shown on the day that it claimed too: it counts on neither, and the wrong clock may have been the server's.
 */
export async function readPunches(
  db: Db,
  timeline: RuleTimeline,
  { personId, rules, on }: { personId: string; rules: DayRules; on: string },
): Promise<AttendanceDayDetail['punches']> {
  const { deviceIds } = timeline.at(rules.ruleId, on, rules.version)
  const { startsAtMs, endsAtMs } = timeline.plan(on, rules)
  const [from, to] = [instantOf(startsAtMs), instantOf(endsAtMs)]
  const { rows: punches } = await sql<PunchRow>`
    select * from (
      (select r.id, 'device' as source, case when r.recognised_at >= ${from} and r.recognised_at < ${to} then r.recognised_at else r.claimed_at end as at, r.device_id, concat_ws(' · ', a.name, r.device_name, dev.location) as place,
        r.opened, r.claimed_at is not null or r.recognised_at > r.received_at + interval '5 minutes' as is_from_future, r.misrecognition is not null as is_misrecognised,
        r.has_doubtful_time, r.capture_hash is not null as has_capture, null as state, false as is_field,
        null::float8 as latitude, null::float8 as longitude, null::float8 as accuracy_metres, null::float8 as distance_metres,
        null as remark, null as decided_by, null as decision_remark
      from recognition_record r left join device dev on dev.id = r.device_id
      left join attendance_area_device m on m.device_id = r.device_id left join attendance_area a on a.id = m.area_id
      where r.kind = ${sql.lit(personKindCodes.staff)} and (r.recognised_at, r.id) in (
        (select recognised_at, id from recognition_record
          where person_id = ${personId} and recognised_at >= ${from} and recognised_at < ${to} order by recognised_at limit ${maxPunches})
        union
        (select recognised_at, id from recognition_record
          where person_id = ${personId} and claimed_at >= ${from} and claimed_at < ${to} order by claimed_at limit ${maxPunches}))
      order by at limit ${maxPunches})
      union all
      (select p.id, p.source, p.punched_at, null, coalesce(a.name, p.area_name), true, false, false, false, false, p.state, p.is_field,
        p.latitude, p.longitude, p.accuracy_metres, p.distance_metres, p.remark, p.decided_by, p.decision_remark
      from attendance_punch p left join attendance_area a on a.id = p.area_id
      where p.person_id = ${personId} and p.punched_at >= ${from} and p.punched_at < ${to} order by p.punched_at limit ${maxPunches})
    ) punches order by at, id`.execute(db)
  return punches.map((punch) => toPunch(punch, deviceIds))
}

/** One day of one person: the result, every punch of the day, and how the result came to be. */
export async function readDay(
  db: Db,
  timeline: RuleTimeline,
  { personId, on }: { personId: string; on: string },
  zones: CompanyZones,
): Promise<AttendanceDayDetail> {
  const { rows } = await sql<Row>`select ${columns} from attendance_day d ${joins}
    where d.person_id = ${personId} and d.day_on = ${on}::date`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('attendance.day-not-found')
  const [next] = await selectAssignments(db, [personId], nextDay(on), nextDay(on))
  // The hours by which the day was evaluated: for a locked month the rule may have changed since.
  const rules = { ruleId: row.rule_id, version: row.rule_version, nextRuleId: next?.ruleId ?? row.rule_id }
  const plan = timeline.plan(on, rules)
  const { rows: changes } = await sql<ChangeRow>`
    select changed_at, cause, before, after from attendance_day_change
    where person_id = ${personId} and day_on = ${on}::date order by id desc limit 100`.execute(db)
  return {
    ...toDay(row, zones),
    reasons: attendanceDayDetail.shape.reasons.parse(row.reasons.split(' ')),
    workStartAt: instantOf(plan.workStartMs),
    workEndAt: instantOf(plan.workEndMs),
    startsAt: instantOf(plan.startsAtMs),
    endsAt: instantOf(plan.endsAtMs),
    punches: await readPunches(db, timeline, { personId, rules, on }),
    changes: changes.map((change) =>
      changeShape.parse({
        changedAt: change.changed_at,
        cause: change.cause,
        before: toState(change.before),
        after: toState(change.after),
      }),
    ),
    isLocked: await isMonthLocked(db, on),
  }
}

const stored = z.object({
  verdict: z.int(),
  firstAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  ruleVersion: z.int(),
})

function toState(value: unknown) {
  const state = stored.parse(value)
  return { ...state, verdict: decodeVerdict(state.verdict) }
}

const waiting = { waiting: 'waiting-for-approval', approved: 'counted', refused: 'refused' } as const

function outcomeOf(row: PunchRow, deviceIds: readonly string[] | null): Punch['outcome'] {
  if (row.state !== null) return waiting[row.state]
  if (row.is_misrecognised) return 'misrecognition'
  if (!row.opened) return 'door-stayed-closed'
  if (row.is_from_future) return 'from-the-future'
  if (deviceIds && row.device_id !== null && !deviceIds.includes(row.device_id)) return 'outside-areas'
  return 'counted'
}

const toPunch = (row: PunchRow, deviceIds: readonly string[] | null): Punch => ({
  id: row.id,
  source: row.source,
  at: row.at,
  outcome: outcomeOf(row, deviceIds),
  place: row.place === '' ? null : row.place,
  recordId: row.source === 'device' ? row.id : null,
  hasCapture: row.has_capture,
  isField: row.is_field,
  latitude: row.latitude,
  longitude: row.longitude,
  accuracyMetres: row.accuracy_metres,
  distanceMetres: row.distance_metres,
  hasDoubtfulTime: row.has_doubtful_time,
  remark: row.remark,
  decidedBy: row.decided_by,
  decisionRemark: row.decision_remark,
})

/** A day with the hours that its rule has. */
export type DayForFile = AttendanceDay & { hours: Pick<RuleSettings, 'workStartMinute' | 'workEndMinute'> | null }

/** Days for a file, in the order of the key. */
export async function readDaysForFile(
  db: Db,
  period: Period,
  key: [string, string] | null,
  size: number,
  zones: CompanyZones,
): Promise<DayForFile[]> {
  const { rows } = await sql<Row>`
    select ${columns} from (
      select * from attendance_day d where ${daysWhere(period)}
        and ${key ? sql`(d.day_on, d.person_id) > (${key[0]}::date, ${key[1]}::uuid)` : sql`true`}
      order by d.day_on, d.person_id limit ${size}
    ) d ${joins} order by d.day_on, d.person_id`.execute(db)
  return rows.map((row) => ({ ...toDay(row, zones), hours: row.settings }))
}
