import { mostDaysBack } from '@gatehouse/contract/features/attendance.ts'
import { type Ctx, hint, type Services } from '../../lib/ctx.ts'
import { readCompany } from '../company/company-reads.ts'
import { type Move, moveAssignments, renameVia, selectMemberships } from './assignment-store.ts'
import { computeDays } from './compute-days.ts'
import { selectAssignments } from './day-store.ts'
import { hasNews, holdPeople, lockComputing, type News, takeNews } from './news-store.ts'
import { addDays, nextDay, openRuleBook, type RuleBook } from './rule-book.ts'
import { selectVersions } from './rule-store.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log'>

/** Punches of one person's day are one piece of work, so many at once are little more than a few; other news are days each. */
const atOnce = { punches: 10_000, others: 2_000 }
/** So many punches that were waiting are a flood: terminals deliver what they kept. Storing their records goes before. */
const flood = atOnce.punches
const longestPauseMs = 10_000

/**
 * Takes a part of what waits and brings the results up to it, in one transaction: what fails is there again the next
 * time. Gives how much was taken; nothing, when another process is at it.
 */
export async function followNews(services: Needs): Promise<number> {
  if (!(await hasNews(services.db))) return 0
  return services.db.transaction().execute(async (db) => {
    if (!(await lockComputing(db))) return 0
    const ctx = { ...services, db }
    const news = await takeNews(db, atOnce)
    await holdPeople(
      db,
      news.map(({ person_id }) => person_id),
    )
    const { timeZone } = await readCompany(db)
    const today = services.clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString()
    const book = openRuleBook(await selectVersions(db), timeZone)
    const ranges = new Ranges()
    const moved = await follow(ctx, news, today, timeZone)
    for (const range of moved) ranges.add(range)
    for (const range of await daysOfPunches(ctx, news, book)) ranges.add(range)
    for (const { person_id, from_on, to_on, cause } of news)
      if (from_on !== null && to_on !== null) ranges.add({ personId: person_id, fromOn: from_on, toOn: to_on, cause })
    let changed = 0
    for (const { fromOn, toOn, cause, personIds } of ranges.grouped())
      changed += await computeDays(ctx, book, { personIds, fromOn, toOn, cause })
    // who is in which rule is shown, too, before any of their days says something else
    if (changed + moved.length > 0) await hint(ctx, { to: 'consoles', topic: 'attendance' })
    return news.length
  })
}

type Range = { personId: string; fromOn: string; toOn: string; cause: string }

/** Days to judge again, people of the same days together. */
class Ranges {
  readonly #groups = new Map<string, { fromOn: string; toOn: string; cause: string; people: Set<string> }>()

  add({ personId, fromOn, toOn, cause }: Range): void {
    const key = `${fromOn} ${toOn} ${cause}`
    const group = this.#groups.get(key) ?? { fromOn, toOn, cause, people: new Set() }
    group.people.add(personId)
    this.#groups.set(key, group)
  }

  grouped() {
    return [...this.#groups.values()].map(({ people, ...range }) => ({ ...range, personIds: [...people] }))
  }
}

/** Brings people into the rules that name them now; gives the days that this touches. */
async function follow({ db }: Pick<Ctx, 'db'>, news: readonly News[], today: string, zone: string): Promise<Range[]> {
  const asked = new Map<string, string | null>()
  for (const { person_id, punched_at, from_on, to_on } of news) {
    if (punched_at !== null || to_on !== null) continue
    const before = asked.get(person_id) ?? null
    // The earliest date that somebody asked for wins.
    asked.set(person_id, before === null || (from_on !== null && from_on < before) ? from_on : before)
  }
  if (asked.size === 0) return []
  const moves: Move[] = []
  const renamed: { personId: string; via: string }[] = []
  for (const person of await selectMemberships(db, [...asked.keys()], zone)) {
    const { person_id: personId, wanted_rule: ruleId, wanted_via: via, entry_on, current_rule, current_from } = person
    const askedOn = asked.get(personId) ?? null
    if (ruleId === null) {
      if (current_rule !== null) moves.push({ personId, fromOn: later(today, current_from), ruleId, via })
      continue
    }
    const isNew = current_rule === null
    const fromOn = later(askedOn ?? (isNew ? person.begins_on : today), entry_on)
    const isEarlier = askedOn !== null && current_from !== null && fromOn < current_from
    if (isNew || ruleId !== current_rule || isEarlier) {
      const from = isNew && askedOn === null ? later(fromOn, person.last_to_on) : fromOn
      moves.push({ personId, fromOn: from, ruleId, via })
    } else if (via !== person.current_via) renamed.push({ personId, via })
  }
  if (moves.length > 0) await moveAssignments(db, moves)
  if (renamed.length > 0) await renameVia(db, renamed)
  const earliest = addDays(today, -mostDaysBack)
  return moves
    .filter(({ fromOn }) => fromOn <= today)
    .map(({ personId, fromOn }) => ({ personId, fromOn: later(fromOn, earliest), toOn: today, cause: 'moved' }))
}

const later = (a: string, b: string | null) => (b !== null && b > a ? b : a)

/** The day that each punch is of, which the person's rule of that time says. */
async function daysOfPunches({ db }: Pick<Ctx, 'db'>, news: readonly News[], book: RuleBook): Promise<Range[]> {
  // Thousands at once: dates are taken from the text, and reckoned with once each.
  const punches = news.flatMap(({ person_id: personId, punched_at: at, cause }) =>
    at === null ? [] : [{ personId, atMs: Temporal.Instant.from(at).epochMilliseconds, on: at.slice(0, 10), cause }],
  )
  const dates = [...new Set(punches.map(({ on }) => on))].toSorted()
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  if (first === '') return []
  // A day may begin at any hour of any zone: it is one of the dates around the one in Greenwich.
  const around = new Map(dates.map((on) => [on, [0, -1, 1, -2].map((days) => addDays(on, days))]))
  const people = [...new Set(punches.map(({ personId }) => personId))]
  const assignments = Map.groupBy(
    await selectAssignments(db, people, addDays(first, -2), addDays(last, 2)),
    ({ person_id }) => person_id,
  )
  const ruleOf = (personId: string, date: string) =>
    assignments.get(personId)?.find(({ from_on, to_on }) => from_on <= date && (to_on === null || date < to_on))
  return punches.flatMap(({ personId, atMs, on, cause }) => {
    for (const date of around.get(on) ?? []) {
      const member = ruleOf(personId, date)
      if (!member) continue
      const plan = book.plan(member.rule_id, date, ruleOf(personId, nextDay(date))?.rule_id)
      if (plan.startsAtMs <= atMs && atMs < plan.endsAtMs) return [{ personId, fromOn: date, toOn: date, cause }]
    }
    return []
  })
}

/** Follows until nothing waits: for tests, and for a console that wants to see what it just changed. */
export async function followAllNews(services: Needs): Promise<void> {
  while ((await followNews(services)) > 0);
}

/** Looks every second whether something waits, in every process; in a flood it works a tenth of the time. */
export function keepFollowingNews(services: Needs, everyMs = 1_000): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  /** Follows what waits; gives how long to wait until the next time. */
  const followUp = async (): Promise<number> => {
    for (;;) {
      const began = performance.now()
      const taken = isStopped ? 0 : await followNews(services)
      if (taken === 0) return everyMs
      const elapsedMs = performance.now() - began
      if (taken >= flood) return Math.min(longestPauseMs, Math.max(everyMs, elapsedMs * 9))
    }
  }
  const look = async () => {
    let pauseMs = everyMs
    try {
      pauseMs = await followUp()
    } catch (error) {
      if (!isStopped) services.log.error({ err: error }, 'attendance could not be computed; trying again')
    }
    if (!isStopped) timer = setTimeout(() => void (running = look()), pauseMs)
  }
  timer = setTimeout(() => void (running = look()), everyMs)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
