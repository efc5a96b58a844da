import { openDatabase } from '@gatehouse/server/db/open-database.ts'
import { computeDays, judgePeople } from '@gatehouse/server/features/attendance/compute-days.ts'
import { followAllNews } from '@gatehouse/server/features/attendance/follow-news.ts'
import { addDays, daysBetween, openRuleBook, type RuleBook } from '@gatehouse/server/features/attendance/rule-book.ts'
import { selectVersions } from '@gatehouse/server/features/attendance/rule-store.ts'
import { readStatistics } from '@gatehouse/server/features/attendance/statistics-reads.ts'
import { systemClock } from '@gatehouse/server/lib/clock.ts'
import { type Benchmark, type Context, row } from './benchmark.ts'
import { type Installation, install } from './install/installation.ts'
import { seedDevices } from './install/seed-devices.ts'
import { seedPeople } from './install/seed-people.ts'
import { percentile } from './percentile.ts'

const people = 10_000
const days = 31
const zone = 'Asia/Shanghai'
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Attendance of a company for a month: read from its records, judged, written; and the statistics of it. */
export const attendance: Benchmark = {
  name: 'attendance',
  about: `attendance of ${people.toLocaleString('en-US')} people × ${days} days from their records, embedded database`,
  async run(context) {
    const installation = await install(context)
    const { pool } = installation
    await pool.query(`insert into company (time_zone) values ($1)`, [zone])
    // yesterday may still go on: days end on the morning after
    const toOn = addDays(systemClock.now().toZonedDateTimeISO(zone).toPlainDate().toString(), -2)
    const fromOn = addDays(toOn, 1 - days)
    const ids = await seed(context, installation, fromOn, toOn)
    const db = openDatabase(pool)
    const services = { db, clock: systemClock, log: quiet }
    await followAllNews(services)
    await pool.query('truncate attendance_day')
    const book = openRuleBook(await selectVersions(db), zone)

    const compute = async () => {
      const began = performance.now()
      const changed = await db
        .transaction()
        .execute((trx) => computeDays({ ...services, db: trx }, book, { personIds: ids, fromOn, toOn, cause: 'rule' }))
      return { changed, seconds: (performance.now() - began) / 1000 }
    }
    context.log('from nothing')
    const first = await compute()
    context.log('again')
    const second = await compute()
    await pool.query('vacuum analyze attendance_day')
    const limit = { what: 'the rules alone, punches in memory', value: await judgeInMemory(book, ids, fromOn, toOn) }

    context.log('a late punch, and statistics')
    const late: number[] = []
    for (let n = 0; n < 20; n++) {
      await pool.query(
        `insert into attendance_news (person_id, punched_at, cause) values ($1, $2::date + interval '3 hours', 'punch')`,
        [ids[n], fromOn],
      )
      const began = performance.now()
      await followAllNews(services)
      late.push(performance.now() - began)
    }
    const reads: number[] = []
    for (let page = 1; page <= 30; page++) {
      const began = performance.now()
      await readStatistics(db, {
        from: fromOn,
        to: toOn,
        page,
        size: 20,
        sort: page % 2 ? 'name' : 'late',
        order: 'desc',
      })
      reads.push(performance.now() - began)
    }
    return [
      row({ what: 'a month computed from nothing', value: first.seconds, unit: 's', limit, atMost: 10 }),
      row({ what: 'the same again, nothing changed', value: second.seconds, unit: 's', limit, atMost: 10 }),
      row({ what: 'results that the second run changed', value: second.changed, unit: 'records', atMost: 0 }),
      row({ what: 'results written by the first', value: first.changed, unit: 'records' }),
      row({ what: 'a late punch judged, p95', value: percentile(late, 0.95), unit: 'ms', atMost: 1_000 }),
      row({ what: 'statistics of the month, p95', value: percentile(reads, 0.95), unit: 'ms', atMost: 300 }),
    ]
  },
}

/** People who have been there for two months, and three passages of each on every weekday. */
async function seed(context: Context, installation: Installation, fromOn: string, toOn: string): Promise<string[]> {
  const { pool } = installation
  const ids = await seedPeople(installation, people, people)
  await pool.query(`update person set created_at = now() - interval '60 days'`)
  const [device] = await seedDevices(installation, 1)
  await pool.query(
    `select ensure_month_partition('recognition_record', (date_trunc('month', now()) - n * interval '1 month')::date) from generate_series(-1, 3) n`,
  )
  context.log('records')
  for (const on of daysBetween(fromOn, toOn)) {
    if (Temporal.PlainDate.from(on).dayOfWeek > 5) continue
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
async function judgeInMemory(book: RuleBook, ids: readonly string[], fromOn: string, toOn: string): Promise<number> {
  const [rule] = book.ruleIds
  if (rule === undefined) throw new Error('there is a default rule')
  const dates = daysBetween(fromOn, toOn)
  const codes = dates
    .flatMap((on) => [0, 5, 10].map((hours) => (book.plan(rule, on).startsAtMs + (3.5 + hours) * 3_600_000) * 4))
    .join(' ')
  const began = performance.now()
  const judged = await judgePeople(
    async (asked) => asked.map((person_id) => ({ person_id, codes })),
    book,
    ids.map((person_id) => ({ person_id, rule_id: rule, from_on: fromOn, to_on: null })),
    { fromOn, toOn, asOfMs: Number.MAX_SAFE_INTEGER },
  )
  if (judged.length !== people * dates.length) throw new Error('not everybody was judged')
  return (performance.now() - began) / 1000
}
