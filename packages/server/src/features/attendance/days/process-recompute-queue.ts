import { maxDaysBack } from '@gatehouse/contract/features/attendance/rules.ts'
import type { Room } from '../../../db/room-to-write.ts'
import { type Ctx, hint, type Services } from '../../../ctx.ts'
import { readCompany, readZones } from '../../../company/company-reads.ts'
import { type Move, moveAssignments, renameVia, selectMemberships } from '../rules/assignment-store.ts'
import { computeDays } from './compute-days.ts'
import { findDays } from './find-days.ts'
import {
  hasNews,
  insertNewsOfDays,
  lockComputing,
  type News,
  takeMovesOf,
  claimRecomputeTasks,
} from '../recompute-queue-store.ts'
import { addDays, latestDateAnywhere, openRuleBook, type RuleTimeline } from '../rules/rule-timeline.ts'
import { selectVersions } from '../rules/rule-store.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log'>

/** Punches of one person's day are one piece of work, so many at once are little more than a few; other news are days each. */
const atOnce = { punches: 10_000, others: 2_000 }
/** So many punches that were waiting are a flood: terminals deliver what they kept. Storing their records goes before. */
const flood = atOnce.punches
const maxPauseMs = 10_000

/**
 * Takes a part of what waits and brings the results up to it, in one transaction: what fails is there again the next
 * time. Gives how much was taken; nothing, when another process is at it.
 */
export async function processRecomputeQueue(services: Needs): Promise<number> {
  if (!(await hasNews(services.db))) return 0
  return services.db.transaction().execute(async (db) => {
    if (!(await lockComputing(db))) return 0
    const ctx = { ...services, db }
    const news = await claimRecomputeTasks(db, atOnce)
    const zones = await readZones(db)
    const today = services.clock.now().toZonedDateTimeISO(zones.now).toPlainDate().toString()
    const book = openRuleBook(await selectVersions(db), zones)
    const ranges = new Ranges()
    const moved = await follow(ctx, news, { today, zone: zones.now })
    for (const range of moved) ranges.add(range)
    for (const range of await daysOfPunches(ctx, news, book)) ranges.add(range)
    for (const { person_id: personId, from_on, to_on, cause } of news)
      if (from_on !== null && to_on !== null)
        ranges.add({ personId, ...fromDayBefore(from_on), toOn: earlier(to_on, latestDateAnywhere(today)), cause })
    let changed = 0
    for (const { fromOn, toOn, cause, personIds } of ranges.grouped())
      changed += await computeDays(ctx, book, { personIds, fromOn, toOn, cause })
    // who is in which rule is shown, too, before any of their days says something else
    if (changed + moved.length > 0) await hint(ctx, { to: 'consoles', topic: 'attendance' })
    return news.length
  })
}

/**
 * Brings one person into the rule that names them now, before the news of it are followed: whoever asks for a punch right
 * after a rule was made is in it. Their days are judged later, as always.
 */
export async function settlePerson({ db, clock }: Pick<Services, 'db' | 'clock'>, personId: string): Promise<void> {
  const news = await takeMovesOf(db, personId)
  if (news.length === 0) return
  const { timeZone: zone } = await readCompany(db)
  const today = clock.now().toZonedDateTimeISO(zone).toPlainDate().toString()
  for (const { fromOn, toOn, cause } of await follow({ db }, news, { today, zone }))
    await insertNewsOfDays(db, personId, fromOn, toOn, cause)
}

type Range = { personId: string; fromOn: string; toOn: string; cause: string }

/** What changes a day changes the one before too: that ends when this one begins. */
const fromDayBefore = (on: string) => ({ fromOn: addDays(on, -1) })

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
async function follow(
  { db }: Pick<Ctx, 'db'>,
  news: readonly News[],
  { today, zone }: { today: string; zone: string },
): Promise<Range[]> {
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
  for (const person of await selectMemberships(db, [...asked.keys()], { zone, today })) {
    const { person_id: personId, wanted_rule: ruleId, wanted_via: via, current_rule, current_from } = person
    const askedOn = asked.get(personId) ?? null
    if (ruleId === null) {
      // Whoever came to work on their last day has worked on it; whoever did not is absent no more.
      const endsOn = person.came_today ? addDays(today, 1) : today
      if (current_rule !== null) moves.push({ personId, fromOn: later(endsOn, current_from), ruleId, via })
      continue
    }
    const isNew = current_rule === null
    const fromOn = askedOn ?? (isNew ? later(person.known_on, person.last_to_on) : today)
    const isEarlier = askedOn !== null && current_from !== null && fromOn < current_from
    if (isNew || ruleId !== current_rule || isEarlier) moves.push({ personId, fromOn, ruleId, via })
    else if (via !== person.current_via) renamed.push({ personId, via })
  }
  if (moves.length > 0) await moveAssignments(db, moves)
  if (renamed.length > 0) await renameVia(db, renamed)
  const earliest = addDays(today, -maxDaysBack)
  return moves
    .filter(({ fromOn }) => fromOn <= today)
    .map(({ personId, fromOn }) => ({
      personId,
      ...fromDayBefore(later(fromOn, earliest)),
      toOn: latestDateAnywhere(today),
      cause: 'moved',
    }))
}

const later = (a: string, b: string | null) => (b !== null && b > a ? b : a)
const earlier = (a: string, b: string) => (b < a ? b : a)

/** The day that each punch is of, which the person's rule of that time says. */
async function daysOfPunches({ db }: Pick<Ctx, 'db'>, news: readonly News[], book: RuleTimeline): Promise<Range[]> {
  const punches = news.flatMap(({ person_id: personId, punched_at: at, cause }) =>
    at === null ? [] : [{ personId, at, cause }],
  )
  const days = await findDays(db, book, punches)
  return punches.flatMap(({ personId, cause }, index) => {
    const on = days[index]?.on
    return on === undefined ? [] : [{ personId, fromOn: on, toOn: on, cause }]
  })
}

/** Follows until nothing waits: for tests, and for a console that wants to see what it just changed. */
export async function processWholeRecomputeQueue(services: Needs): Promise<void> {
  while ((await processRecomputeQueue(services)) > 0);
}

/** Looks every second whether something waits, in every process; in a flood it works a tenth of the time. */
export function startRecomputeWorker(services: Needs, room: Room, everyMs = 1_000): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  /** Follows what waits; gives how long to wait until the next time. */
  const followUp = async (): Promise<number> => {
    for (;;) {
      const began = performance.now()
      const taken = isStopped || room.isReadingOnly() ? 0 : await processRecomputeQueue(services)
      if (taken === 0) return everyMs
      const elapsedMs = performance.now() - began
      if (taken >= flood) return Math.min(maxPauseMs, Math.max(everyMs, elapsedMs * 9))
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
