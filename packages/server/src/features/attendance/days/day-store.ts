import type { Punch } from '@gatehouse/engine/attendance/evaluate-period.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { instantOf } from '../../../lib/clock.ts'
import type { EncodedDay } from './day-codes.ts'

/** Punches of one person that are alike but for their time. */
type PunchRow = { person_id: string; in_field: boolean; doubtful: boolean; times: readonly number[] }

export type PunchesWanted = {
  personIds: readonly string[]
  startsAtMs: number
  endsAtMs: number
  /** null: of every device */
  deviceIds: readonly string[] | null
}

/**
 * The punches of these people that count in [start, end): passages of staff at the devices, and approved phone punches
 * and corrections. A record that claims the future does not count, nor does one that was marked as misrecognised.
 */
export async function selectPunches(
  db: Db,
  { personIds, startsAtMs, endsAtMs, deviceIds }: PunchesWanted,
): Promise<Map<string, Punch[]>> {
  const [from, to] = [instantOf(startsAtMs), instantOf(endsAtMs)]
  // A list of times for each person in place of a row for each punch: a month of a company is a million of them. JSON,
  // since that is parsed natively; pg reads an array of PostgreSQL character by character.
  const { rows } = await sql<PunchRow>`
    select person_id, in_field, doubtful, json_agg(at_ms) as times from (
      select r.person_id, floor(extract(epoch from r.recognised_at) * 1000)::bigint as at_ms, false as in_field,
        r.has_doubtful_time as doubtful
      from recognition_record r
      where r.person_id = any(${personIds}::uuid[]) and r.recognised_at >= ${from} and r.recognised_at < ${to}
        and r.opened and r.kind = ${sql.lit(personKindCodes.staff)} and r.misrecognition is null and r.recognised_at <= r.received_at + interval '5 minutes' and r.claimed_at is null
        and ${deviceIds ? sql`r.device_id = any(${deviceIds}::uuid[])` : sql`true`}
      union all
      select p.person_id, floor(extract(epoch from p.punched_at) * 1000)::bigint, p.is_field, false
      from attendance_punch p
      where p.person_id = any(${personIds}::uuid[]) and p.punched_at >= ${from} and p.punched_at < ${to} and p.state = 'approved'
    ) punches group by person_id, in_field, doubtful`.execute(db)
  const byPerson = Map.groupBy(rows, ({ person_id }) => person_id)
  return new Map([...byPerson].map(([personId, own]) => [personId, own.flatMap(toPunches)]))
}

const toPunches = ({ times, in_field: isField, doubtful: hasDoubtfulTime }: PunchRow): Punch[] =>
  times.map((atMs) => ({ atMs, isField, hasDoubtfulTime }))

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

type Plain = string | number | boolean | null
type Column = {
  name: string
  /** The type of the array that carries the values of all days to PostgreSQL. */
  type: string
  valueOf: (day: EncodedDay) => Plain
  /** The expression that makes the column's value from it, where the types differ. */
  made?: RawBuilder<unknown>
}

const fromMs = (name: string) => sql`to_timestamp(${sql.ref(`d.${name}`)} / 1000.0::float8)`

/** The values from which a day is written; `computed_at` is separate, the same for all days. */
const columns: readonly Column[] = [
  { name: 'person_id', type: 'uuid', valueOf: (day) => day.personId },
  { name: 'day_on', type: 'date', valueOf: (day) => day.on },
  { name: 'rule_id', type: 'uuid', valueOf: (day) => day.ruleId },
  { name: 'rule_version', type: 'int', valueOf: (day) => day.ruleVersion },
  { name: 'day_kind', type: 'text', valueOf: (day) => day.dayKind },
  { name: 'verdict', type: 'smallint', valueOf: (day) => day.verdict },
  { name: 'facts', type: 'smallint', valueOf: (day) => day.facts },
  { name: 'first_at', type: 'bigint', valueOf: (day) => day.firstMs, made: fromMs('first_at') },
  { name: 'last_at', type: 'bigint', valueOf: (day) => day.lastMs, made: fromMs('last_at') },
  { name: 'punch_count', type: 'int', valueOf: (day) => day.punchCount },
  { name: 'worked_minutes', type: 'int', valueOf: (day) => day.workedMinutes },
  { name: 'late_minutes', type: 'int', valueOf: (day) => day.lateMinutes },
  { name: 'early_leave_minutes', type: 'int', valueOf: (day) => day.earlyLeaveMinutes },
  { name: 'overtime_minutes', type: 'int', valueOf: (day) => day.overtimeMinutes },
  { name: 'has_field_punch', type: 'boolean', valueOf: (day) => day.hasFieldPunch },
  { name: 'has_doubtful_time', type: 'boolean', valueOf: (day) => day.hasDoubtfulTime },
  { name: 'is_provisional', type: 'boolean', valueOf: (day) => day.isProvisional },
  { name: 'reasons', type: 'text', valueOf: (day) => day.reasons },
  { name: 'digest', type: 'bigint', valueOf: (day) => day.digest },
]
const key = new Set(['person_id', 'day_on'])
const names = sql.join(columns.map(({ name }) => sql.ref(name)))
const made = sql.join(columns.map(({ name, made: from }) => from ?? sql.ref(`d.${name}`)))
const replaced = sql.join(
  [...columns.map(({ name }) => name).filter((name) => !key.has(name)), 'computed_at'].map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`,
  ),
)

/** An array as PostgreSQL reads it, of ids, numbers, dates and our own words: pg asks of each of a million whether it needs quotes. */
const plainArray = (values: readonly Plain[]) =>
  `{${values.map((value) => (value === '' ? '""' : (value ?? 'null'))).join(',')}}`

/** The days as a table of the same columns as that of days. */
const tableOf = (days: readonly EncodedDay[], now: string) => sql`
  select ${made}, ${now}::timestamptz from unnest(${sql.join(
    columns.map(({ type, valueOf }) => sql`${plainArray(days.map(valueOf))}::${sql.raw(type)}[]`),
  )}) as d(${names})`

/** Inserts results of days that have none yet: a plain insert, since a month of a company is hundreds of thousands of rows. */
export async function insertDays(db: Db, days: readonly EncodedDay[], now: string): Promise<void> {
  await sql`insert into attendance_day (${names}, computed_at) ${tableOf(days, now)}`.execute(db)
}

const stateOf = (row: 'o' | 'n') => {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql`jsonb_build_object('verdict', ${column('verdict')}, 'firstAt', ${column('first_at')},
    'lastAt', ${column('last_at')}, 'ruleVersion', ${column('rule_version')})`
}

/** Replaces results; the earlier result of a closed day is kept with the cause. */
export async function replaceDays(db: Db, days: readonly EncodedDay[], cause: string, now: string): Promise<void> {
  await sql`
    with new_day(${names}, computed_at) as (${tableOf(days, now)}), changed as (
      insert into attendance_day_change (person_id, day_on, cause, before, after, changed_at)
      select n.person_id, n.day_on, ${cause}, ${stateOf('o')}, ${stateOf('n')}, ${now}::timestamptz
      from attendance_day o join new_day n on n.person_id = o.person_id and n.day_on = o.day_on
      where not o.is_provisional
    )
    insert into attendance_day (${names}, computed_at) select ${names}, computed_at from new_day
    on conflict (person_id, day_on) do update set ${replaced}`.execute(db)
}

export async function deleteDays(db: Db, days: readonly { person_id: string; day_on: string }[]): Promise<void> {
  await sql`delete from attendance_day d using unnest(${days.map((day) => day.person_id)}::uuid[], ${days.map((day) => day.day_on)}::date[])
    as gone(person_id, day_on) where d.person_id = gone.person_id and d.day_on = gone.day_on`.execute(db)
}

/** Replaces a person by a pseudonym in the days that are over, and deletes the unfinished day. Gives whether any day is left. */
export async function pseudonymiseDays(db: Db, personId: string, pseudonym: string): Promise<boolean> {
  await sql`delete from attendance_day where person_id = ${personId} and is_provisional`.execute(db)
  await sql`update attendance_day_change set person_id = ${pseudonym} where person_id = ${personId}`.execute(db)
  const { numAffectedRows = 0n } =
    await sql`update attendance_day set person_id = ${pseudonym} where person_id = ${personId}`.execute(db)
  return numAffectedRows > 0n
}
