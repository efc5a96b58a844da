import { createRuleTimeline, type RuleTimeline } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { latestDateAnywhere } from '@gatehouse/engine/calendar/dates.ts'
import type { DiskGuard } from '../../../db/disk-guard.ts'
import { type Ctx, hint, inTransaction, type Services } from '../../../ctx.ts'
import { readZones } from '../../../company/company-reads.ts'
import { computeDays } from './compute-days.ts'
import { findDays } from './find-days.ts'
import {
  claimRecomputeTasks,
  hasRecomputeTasks,
  type RecomputeTask,
  tryLockComputing,
} from '../recompute-queue-store.ts'
import { selectVersions } from '../rules/rule-store.ts'
import { fromDayBefore, type Range, settleAssignments } from '../rules/settle-assignments.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log'>

/** The punches of one person's day are one piece of work, so that many at once cost little more than a few; other tasks are days each. */
const atOnce = { punches: 10_000, others: 2_000 }
/**
 * This number of waiting punches is a flood: terminals deliver records that they kept. Storing these records has
 * priority.
 */
const flood = atOnce.punches
const maxPauseMs = 10_000

/**
 * Takes some of the waiting tasks and updates the results, in one transaction: a task that fails is there again the next
 * time. Gives how many it took; none while another process computes.
 */
export async function processRecomputeQueue(services: Needs): Promise<number> {
  if (!(await hasRecomputeTasks(services.db))) return 0
  return inTransaction(services, async (ctx) => {
    const { db, clock } = ctx
    if (!(await tryLockComputing(db))) return 0
    const tasks = await claimRecomputeTasks(db, atOnce)
    const zones = await readZones(db)
    const today = clock.now().toZonedDateTimeISO(zones.now).toPlainDate().toString()
    const timeline = createRuleTimeline(await selectVersions(db), zones.on)
    const ranges = new Ranges()
    const moved = await settleAssignments(ctx, tasks, { today, zone: zones.now })
    for (const range of moved) ranges.add(range)
    for (const range of await daysOfPunches(ctx, tasks, timeline)) ranges.add(range)
    for (const { person_id: personId, from_on, to_on, cause } of tasks)
      if (from_on !== null && to_on !== null)
        ranges.add({ personId, ...fromDayBefore(from_on), toOn: earlier(to_on, latestDateAnywhere(today)), cause })
    let changed = 0
    for (const { fromOn, toOn, cause, personIds } of ranges.grouped())
      changed += await computeDays(ctx, timeline, { personIds, fromOn, toOn, cause })
    // the assignment to rules is shown, too, before any day changes
    if (changed + moved.length > 0) await hint(ctx, { to: 'consoles', topic: 'attendance' })
    return tasks.length
  })
}

/** Days to compute again, people of the same days together. */
class Ranges {
  readonly #groups = new Map<string, { fromOn: string; toOn: string; cause: string; people: Set<string> }>()

  add({ personId, fromOn, toOn, cause }: Range): void {
    // A last day that is far ahead touches no day yet.
    if (fromOn > toOn) return
    const key = `${fromOn} ${toOn} ${cause}`
    const group = this.#groups.get(key) ?? { fromOn, toOn, cause, people: new Set() }
    group.people.add(personId)
    this.#groups.set(key, group)
  }

  grouped() {
    return [...this.#groups.values()].map(({ people, ...range }) => ({ ...range, personIds: [...people] }))
  }
}

const earlier = (a: string, b: string) => (b < a ? b : a)

/** The day of each punch, by the person's rule of that time. */
async function daysOfPunches(
  { db }: Pick<Ctx, 'db'>,
  tasks: readonly RecomputeTask[],
  timeline: RuleTimeline,
): Promise<Range[]> {
  const punches = tasks.flatMap(({ person_id: personId, punched_at: at, cause }) =>
    at === null ? [] : [{ personId, at, cause }],
  )
  const days = await findDays(db, timeline, punches)
  return punches.flatMap(({ personId, cause }, index) => {
    const on = days[index]?.on
    return on === undefined ? [] : [{ personId, fromOn: on, toOn: on, cause }]
  })
}

/** Processes the queue until it is empty: for tests, and for a console that shows its own change at once. */
export async function processWholeRecomputeQueue(services: Needs): Promise<void> {
  while ((await processRecomputeQueue(services)) > 0);
}

/** Checks the queue every second, in every process; in a flood it works a tenth of the time. */
export function startRecomputeWorker(services: Needs, disk: DiskGuard, everyMs = 1_000): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  /** Processes waiting tasks; gives how long to wait until the next run. */
  const followUp = async (): Promise<number> => {
    for (;;) {
      const began = performance.now()
      const taken = isStopped || disk.isReadOnly() ? 0 : await processRecomputeQueue(services)
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
