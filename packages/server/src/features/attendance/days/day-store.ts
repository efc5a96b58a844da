import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { instantOf } from '../../../lib/clock.ts'
import { nextDay, type TwoDays } from '../rules/rule-timeline.ts'

/** Punches of one person as numbers: milliseconds since 1970 × 4, + 1 of doubtful time, + 2 in the field. */
export type CodedPunches = { person_id: string; codes: string }

export type DayRow = {
  personId: string
  on: string
  ruleId: string
  ruleVersion: number
  dayKind: string
  verdict: number
  facts: number
  firstMs: number | null
  lastMs: number | null
  punchCount: number
  workedMinutes: number
  lateMinutes: number
  earlyLeaveMinutes: number
  overtimeMinutes: number
  hasFieldPunch: boolean
  hasDoubtfulTime: boolean
  isProvisional: boolean
  reasons: string
  digest: number
}

/**
 * The punches that count of these people in [from, to): passages of staff at the devices (all of them where `deviceIds`
 * is null), and what was approved of phones and corrections. A record that says it is from the future does not count,
 * nor does one that was marked as misrecognised.
 */
export async function selectPunches(
  db: Db,
  personIds: readonly string[],
  fromMs: number,
  toMs: number,
  deviceIds: readonly string[] | null,
): Promise<CodedPunches[]> {
  const from = instantOf(fromMs)
  const to = instantOf(toMs)
  const { rows } = await sql<CodedPunches>`
    select person_id, string_agg(code::text, ' ') as codes from (
      select r.person_id, floor(extract(epoch from r.recognised_at) * 1000)::bigint * 4 + r.has_doubtful_time::int as code
      from recognition_record r
      where r.person_id = any(${personIds}::uuid[]) and r.recognised_at >= ${from} and r.recognised_at < ${to}
        and r.opened and r.kind = ${sql.lit(personKindCodes.staff)} and r.misrecognition is null and r.recognised_at <= r.received_at + interval '5 minutes' and r.claimed_at is null
        and ${deviceIds ? sql`r.device_id = any(${deviceIds}::uuid[])` : sql`true`}
      union all
      select p.person_id, floor(extract(epoch from p.punched_at) * 1000)::bigint * 4 + p.is_field::int * 2
      from attendance_punch p
      where p.person_id = any(${personIds}::uuid[]) and p.punched_at >= ${from} and p.punched_at < ${to} and p.state = 'approved'
    ) punches group by person_id`.execute(db)
  return rows
}

/** A rule that a person was in from a date (their day of entry or later) up to another that is no longer part of it. */
export type Assignment = { person_id: string; rule_id: string; from_on: string; to_on: string | null }

export async function selectAssignments(
  db: Db,
  personIds: readonly string[],
  fromOn: string,
  toOn: string,
): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`
    select person_id, rule_id, from_on, to_on from attendance_membership
    where person_id = any(${personIds}::uuid[]) and from_on <= ${toOn}::date and (to_on is null or to_on > ${fromOn}::date)
    order by person_id, from_on`.execute(db)
  return rows
}

/** The rules that a person is in on a date and on the day after; undefined where they are in none on the date. */
export async function readTwoDays(db: Db, personId: string, on: string): Promise<TwoDays | undefined> {
  const assignments = await selectAssignments(db, [personId], on, nextDay(on))
  const ruleAt = (date: string) =>
    assignments.find(({ from_on, to_on }) => from_on <= date && (to_on === null || date < to_on))?.rule_id
  const ruleId = ruleAt(on)
  return ruleId === undefined ? undefined : { ruleId, nextRuleId: ruleAt(nextDay(on)) ?? ruleId }
}

export type KnownDay = { person_id: string; day_on: string; digest: number }

export async function selectKnownDays(
  db: Db,
  personIds: readonly string[],
  fromOn: string,
  toOn: string,
): Promise<KnownDay[]> {
  const { rows } = await sql<KnownDay>`
    select person_id, day_on, digest from attendance_day
    where person_id = any(${personIds}::uuid[]) and day_on >= ${fromOn}::date and day_on <= ${toOn}::date`.execute(db)
  return rows
}

const state = (
  row: string,
) => sql`jsonb_build_object('verdict', ${sql.ref(`${row}.verdict`)}, 'firstAt', ${sql.ref(`${row}.first_at`)},
  'lastAt', ${sql.ref(`${row}.last_at`)}, 'ruleVersion', ${sql.ref(`${row}.rule_version`)})`

type Plain = string | number | boolean | null

/** An array as PostgreSQL reads it, of ids, numbers, dates and our own words: pg asks of each of a million whether it needs quotes. */
const plainArray = (values: readonly Plain[]) =>
  `{${values.map((value) => (value === '' ? '""' : (value ?? 'null'))).join(',')}}`

/** The rows as a table, in the order of `dayColumns`. */
function tableOf(days: readonly DayRow[], now: string) {
  const column = (read: (day: DayRow) => Plain) => plainArray(days.map(read))
  return sql`
    select person_id, day_on, rule_id, rule_version, day_kind, verdict, facts,
      to_timestamp(first_ms / 1000.0::float8) as first_at, to_timestamp(last_ms / 1000.0::float8) as last_at, punch_count, worked_minutes,
      late_minutes, early_leave_minutes, overtime_minutes, has_field_punch, has_doubtful_time, is_provisional, reasons, digest,
      ${now}::timestamptz as computed_at
    from unnest(${column((day) => day.personId)}::uuid[], ${column((day) => day.on)}::date[], ${column((day) => day.ruleId)}::uuid[],
      ${column((day) => day.ruleVersion)}::int[], ${column((day) => day.dayKind)}::text[], ${column((day) => day.verdict)}::smallint[],
      ${column((day) => day.facts)}::smallint[], ${column((day) => day.firstMs)}::bigint[], ${column((day) => day.lastMs)}::bigint[],
      ${column((day) => day.punchCount)}::int[], ${column((day) => day.workedMinutes)}::int[], ${column((day) => day.lateMinutes)}::int[],
      ${column((day) => day.earlyLeaveMinutes)}::int[], ${column((day) => day.overtimeMinutes)}::int[],
      ${column((day) => day.hasFieldPunch)}::boolean[], ${column((day) => day.hasDoubtfulTime)}::boolean[],
      ${column((day) => day.isProvisional)}::boolean[], ${column((day) => day.reasons)}::text[], ${column((day) => day.digest)}::bigint[])
      as d(person_id, day_on, rule_id, rule_version, day_kind, verdict, facts, first_ms, last_ms, punch_count, worked_minutes,
        late_minutes, early_leave_minutes, overtime_minutes, has_field_punch, has_doubtful_time, is_provisional, reasons, digest)`
}

const dayColumns =
  sql.raw(`person_id, day_on, rule_id, rule_version, day_kind, verdict, facts, first_at, last_at, punch_count,
  worked_minutes, late_minutes, early_leave_minutes, overtime_minutes, has_field_punch, has_doubtful_time, is_provisional,
  reasons, digest, computed_at`)

/** Writes results of days that have none yet: a plain insert, since a month of a company is hundreds of thousands. */
export async function insertDays(db: Db, days: readonly DayRow[], now: string): Promise<void> {
  await sql`insert into attendance_day (${dayColumns}) ${tableOf(days, now)}`.execute(db)
}

/** Writes other results over known ones; what a closed day said before is kept with the cause. */
export async function replaceDays(db: Db, days: readonly DayRow[], cause: string, now: string): Promise<void> {
  await sql`
    with new_day as (${tableOf(days, now)}), changed as (
      insert into attendance_day_change (person_id, day_on, cause, before, after, changed_at)
      select n.person_id, n.day_on, ${cause}, ${state('o')}, ${state('n')}, ${now}::timestamptz
      from attendance_day o join new_day n on n.person_id = o.person_id and n.day_on = o.day_on
      where not o.is_provisional
    )
    insert into attendance_day (${dayColumns}) select * from new_day
    on conflict (person_id, day_on) do update set rule_id = excluded.rule_id, rule_version = excluded.rule_version,
      day_kind = excluded.day_kind, verdict = excluded.verdict, facts = excluded.facts, first_at = excluded.first_at,
      last_at = excluded.last_at, punch_count = excluded.punch_count, worked_minutes = excluded.worked_minutes,
      late_minutes = excluded.late_minutes, early_leave_minutes = excluded.early_leave_minutes,
      overtime_minutes = excluded.overtime_minutes, has_field_punch = excluded.has_field_punch,
      has_doubtful_time = excluded.has_doubtful_time, is_provisional = excluded.is_provisional, reasons = excluded.reasons,
      digest = excluded.digest, computed_at = excluded.computed_at`.execute(db)
}

export async function deleteDays(db: Db, days: readonly { person_id: string; day_on: string }[]): Promise<void> {
  await sql`delete from attendance_day d using unnest(${days.map((day) => day.person_id)}::uuid[], ${days.map((day) => day.day_on)}::date[])
    as gone(person_id, day_on) where d.person_id = gone.person_id and d.day_on = gone.day_on`.execute(db)
}

export const selectLockedMonths = async (db: Db): Promise<Set<string>> =>
  new Set(
    (await db.selectFrom('attendance_lock').select('month_on').execute()).map(({ month_on }) => month_on.slice(0, 7)),
  )
