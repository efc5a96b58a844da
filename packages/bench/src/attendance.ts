import { evaluatePeriod, splitByRule } from '@gatehouse/engine/attendance/evaluate-period.ts'
import { sameRule, createRuleTimeline, type RuleTimeline } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { addDays, datesBetween } from '@gatehouse/engine/calendar/dates.ts'
import { openDatabase } from '@gatehouse/server/db/open-database.ts'
import { computeDays } from '@gatehouse/server/features/attendance/days/compute-days.ts'
import { processWholeRecomputeQueue } from '@gatehouse/server/features/attendance/days/process-recompute-queue.ts'
import { selectVersions } from '@gatehouse/server/features/attendance/rules/rule-store.ts'
import { readStatistics } from '@gatehouse/server/features/attendance/reports/statistics-reads.ts'
import { systemClock } from '@gatehouse/server/lib/clock.ts'
import { type Benchmark, type Context, row } from './benchmark.ts'
import { type Installation, install } from './install/installation.ts'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { percentile } from './percentile.ts'

const people = 10_000
const days = 31
const zone = 'Asia/Shanghai'
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Attendance of a company for a month: read from its records, evaluated, written; and the statistics of it. */
export const attendance: Benchmark = {
  name: 'attendance',
  about: `attendance of ${people.toLocaleString('en-US')} people × ${days} days from their records, embedded database`,
  async run(context) {
    const installation = await install(context)
    const { pool } = installation
    await pool.query(`insert into company (time_zone) values ($1)`, [zone])
    // yesterday may not be over: days end on the next morning
    const toOn = addDays(systemClock.now().toZonedDateTimeISO(zone).toPlainDate().toString(), -2)
    const fromOn = addDays(toOn, 1 - days)
    const ids = await seed(context, installation, fromOn, toOn)
    const db = openDatabase(pool)
    const services = { db, clock: systemClock, log: quiet }
    const timeline = createRuleTimeline(await selectVersions(db), () => zone)

    const compute = async () => {
      const began = performance.now()
      const changed = await db
        .transaction()
        .execute((trx) =>
          computeDays({ ...services, db: trx }, timeline, { personIds: ids, fromOn, toOn, cause: 'rule' }),
        )
      return { changed, seconds: (performance.now() - began) / 1000 }
    }
    context.log('from nothing')
    const first = await compute()
    const written = await countRows(installation, 'attendance_day')
    const evaluatedByPunches = await countRows(installation, 'attendance_day where punch_count = 3')
    context.log('again')
    const second = await compute()
    await pool.query('vacuum analyze attendance_day')
    const limit = {
      what: 'the rules alone, punches in memory',
      value: await evaluateInMemory(timeline, ids, fromOn, toOn),
    }

    context.log('a late punch, and statistics')
    const late: number[] = []
    for (let n = 0; n < 20; n++) {
      await punch(installation, ids[n] ?? '', fromOn)
      const began = performance.now()
      await processWholeRecomputeQueue(services)
      late.push(performance.now() - began)
    }
    const lateEvaluated = await countRows(
      installation,
      `attendance_day where day_on = '${fromOn}' and last_at = (day_on + time '${lateAt}') at time zone '${zone}'`,
    )
    let shown = 0
    const reads: number[] = []
    for (let page = 1; page <= 30; page++) {
      const began = performance.now()
      const { items } = await readStatistics(db, {
        from: fromOn,
        to: toOn,
        page,
        size: 20,
        sort: page % 2 ? 'name' : 'late',
        order: 'desc',
      })
      reads.push(performance.now() - began)
      shown += items.length
    }
    const expected = people * days
    return [
      {
        work: { what: 'results in the table of days', expected, done: written },
        rows: [
          row({ what: 'a month computed from nothing', value: first.seconds, unit: 's', limit, atMost: 10 }),
          row({ what: 'the same again, nothing changed', value: second.seconds, unit: 's', limit, atMost: 10 }),
          row({ what: 'results that the second run changed', value: second.changed, unit: 'records', atMost: 0 }),
          row({ what: 'results written by the first', value: first.changed, unit: 'records' }),
        ],
      },
      {
        work: {
          what: 'days with punches among them',
          expected: people * datesBetween(fromOn, toOn).filter(isWeekday).length,
          done: evaluatedByPunches,
        },
        rows: [],
      },
      {
        work: { what: 'late punches in their results', expected: late.length, done: lateEvaluated },
        rows: [row({ what: 'a late punch judged, p95', value: percentile(late, 0.95), unit: 'ms', atMost: 1_000 })],
      },
      {
        work: { what: 'people on the pages of statistics', expected: reads.length * 20, done: shown },
        rows: [row({ what: 'statistics of the month, p95', value: percentile(reads, 0.95), unit: 'ms', atMost: 300 })],
      },
    ]
  },
}

const isWeekday = (on: string) => Temporal.PlainDate.from(on).dayOfWeek <= 5
const lateAt = '23:00'

async function countRows({ pool }: Installation, of: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${of}`)
  return rows[0]?.count ?? 0
}

/** A passage at eleven at night that arrives now, with its change of the day: the rows that storing it from a terminal writes. */
async function punch({ pool }: Installation, personId: string, on: string): Promise<void> {
  await pool.query(
    `with stored as (
       insert into recognition_record (id, recognised_at, received_at, device_id, device_sequence, device_name, kind, person_id,
         person_name, direction, entry_mode, cosine, liveness, opened, abnormal, reasons, capture_hash, has_doubtful_time)
       select gen_random_uuid(), ($2::date + time '${lateAt}') at time zone '${zone}', now(), d.id, 2, d.name, 1, p.id, p.name, 0, 'face', 0.7, 0.97,
         true, 'none', '[]', null, false
       from person p, (select id, name from device limit 1) d where p.id = $1
       returning person_id, recognised_at)
     insert into attendance_news (person_id, punched_at, cause) select person_id, recognised_at, 'punch' from stored`,
    [personId, on],
  )
}

/** People who have been there for two months in the default rule, and three passages of each on every weekday. */
async function seed(context: Context, installation: Installation, fromOn: string, toOn: string): Promise<string[]> {
  const { pool } = installation
  const ids = await bulkInsertPeople(installation, people, people)
  await pool.query(`update person set created_at = now() - interval '60 days'`)
  await pool.query(
    `insert into attendance_assignment (person_id, from_on, rule_id, via)
     select p.id, $1::date - 7, r.id, 'default' from person p, attendance_rule r where r.is_default`,
    [fromOn],
  )
  const [device] = await bulkInsertDevices(installation, 1)
  await pool.query(
    `select ensure_month_partition('recognition_record', (date_trunc('month', now()) - n * interval '1 month')::date) from generate_series(-1, 3) n`,
  )
  context.log('records')
  for (const on of datesBetween(fromOn, toOn)) {
    if (!isWeekday(on)) continue
    await pool.query(
      `insert into recognition_record (id, recognised_at, received_at, device_id, device_sequence, device_name, kind, person_id,
         person_name, direction, entry_mode, cosine, liveness, opened, abnormal, reasons, capture_hash, has_doubtful_time)
       select gen_random_uuid(), at, at + interval '1 second', $1, 1, 'Door', 1, p.id, p.name, 0, 'face', 0.7, 0.97, true, 'none', '[]', null, false
       from (select id, name, row_number() over (order by id) as n from person) p, generate_series(0, 2) k,
         lateral (select ($2::date + time '08:30' + k * interval '5 hours' + (p.n * 7 % 60) * interval '1 minute') at time zone '${zone}' as at) t`,
      [device?.id, on],
    )
  }
  await pool.query('vacuum analyze recognition_record')
  return ids
}

/** Seconds that the rules themselves take for as many days and punches. */
async function evaluateInMemory(
  timeline: RuleTimeline,
  ids: readonly string[],
  fromOn: string,
  toOn: string,
): Promise<number> {
  const [rule] = timeline.ruleIds
  if (rule === undefined) throw new Error('there is a default rule')
  const dates = datesBetween(fromOn, toOn)
  const punches = dates.flatMap((on) =>
    [3.5, 8.5, 13.5].map((hours) => ({
      atMs: timeline.plan(on, sameRule(rule)).startsAtMs + hours * 3_600_000,
      isField: false,
      hasDoubtfulTime: false,
    })),
  )
  const assignments = ids.map((personId) => ({ personId, ruleId: rule, fromOn, toOn: null }))
  const began = performance.now()
  const evaluated = splitByRule(timeline, assignments, { fromOn, toOn, asOfMs: Number.MAX_SAFE_INTEGER }).flatMap(
    (part) => [...evaluatePeriod(timeline, part, new Map(ids.map((id) => [id, punches])))],
  )
  if (evaluated.length !== people * dates.length) throw new Error('not everybody was evaluated')
  return (performance.now() - began) / 1000
}
