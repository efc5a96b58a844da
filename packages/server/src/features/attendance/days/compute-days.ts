import {
  type Assignment,
  type EvaluatedDay,
  evaluatePeriod,
  type Period,
  splitByRule,
} from '@gatehouse/engine/attendance/evaluate-period.ts'
import type { RuleTimeline } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { nextDay } from '@gatehouse/engine/calendar/dates.ts'
import type { Ctx } from '../../../ctx.ts'
import type { Db } from '../../../db/open-database.ts'
import { selectAssignments } from '../rules/assignment-store.ts'
import { digestOf } from './day-codes.ts'
import { deleteDays, type DigestedDay, insertDays, replaceDays, selectKnownDays, selectPunches } from './day-store.ts'
import { selectLockedMonths } from './month-lock-store.ts'

export type Scope = { personIds: readonly string[]; fromOn: string; toOn: string; cause: string }

/** People whose punches are read and evaluated together. */
const peopleAtOnce = 500

/**
 * Evaluates the days of these people again and writes those whose result changed: an unchanged day keeps
 * its row. Locked months stay too. Gives how many results changed.
 */
export async function computeDays(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  timeline: RuleTimeline,
  scope: Scope,
): Promise<number> {
  const locked = await selectLockedMonths(ctx.db)
  let written = 0
  for (let index = 0; index < scope.personIds.length; index += peopleAtOnce)
    written += await computeSome(ctx, timeline, locked, {
      ...scope,
      personIds: scope.personIds.slice(index, index + peopleAtOnce),
    })
  return written
}

async function computeSome(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  timeline: RuleTimeline,
  locked: ReadonlySet<string>,
  { personIds, fromOn, toOn, cause }: Scope,
): Promise<number> {
  const now = clock.now()
  const assignments = await selectAssignments(db, personIds, fromOn, nextDay(toOn))
  const days = await evaluateFromPunches(db, timeline, assignments, { fromOn, toOn, asOfMs: now.epochMilliseconds })
  const known = new Map(
    (await selectKnownDays(db, personIds, fromOn, toOn)).map((day) => [`${day.person_id} ${day.day_on}`, day]),
  )
  const added: DigestedDay[] = []
  const changed: DigestedDay[] = []
  for (const result of days) {
    const key = `${result.personId} ${result.on}`
    const before = known.get(key)
    known.delete(key)
    if (locked.has(result.on.slice(0, 7))) continue
    const day = { ...result, digest: digestOf(result) }
    if (before === undefined) added.push(day)
    else if (before.digest !== day.digest) changed.push(day)
  }
  const gone = [...known.values()].filter(({ day_on }) => !locked.has(day_on.slice(0, 7)))
  if (added.length > 0) await insertDays(db, added, now.toString())
  if (changed.length > 0) await replaceDays(db, changed, cause, now.toString())
  if (gone.length > 0) await deleteDays(db, gone)
  return added.length + changed.length + gone.length
}

/** Computes the results of a period from its punches without storing them. */
export async function evaluateFromPunches(
  db: Db,
  timeline: RuleTimeline,
  assignments: readonly Assignment[],
  period: Period,
): Promise<EvaluatedDay[]> {
  const days: EvaluatedDay[] = []
  for (const part of splitByRule(timeline, assignments, period)) {
    const personIds = [...new Set(part.members.map(({ personId }) => personId))]
    const { startsAtMs, endsAtMs, version } = part
    const punches = await selectPunches(db, { personIds, startsAtMs, endsAtMs, deviceIds: version.deviceIds })
    for (const day of evaluatePeriod(timeline, part, punches)) days.push(day)
  }
  return days
}
