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
import { encodeDay, type EncodedDay } from './day-codes.ts'
import { deleteDays, insertDays, type KnownDay, replaceDays, selectKnownDays, selectPunches } from './day-store.ts'
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
  const known = new Map<string, Map<string, KnownDay>>()
  for (const day of await selectKnownDays(db, personIds, fromOn, toOn))
    known.getOrInsertComputed(day.person_id, () => new Map()).set(day.day_on, day)
  const added: EncodedDay[] = []
  const changed: EncodedDay[] = []
  for await (const days of evaluateFromPunches(db, timeline, assignments, {
    fromOn,
    toOn,
    asOfMs: now.epochMilliseconds,
  }))
    for (const result of days) {
      const before = known.get(result.personId)?.get(result.on)
      known.get(result.personId)?.delete(result.on)
      if (locked.has(result.on.slice(0, 7))) continue
      const day = encodeDay(result)
      if (before === undefined) added.push(day)
      else if (before.digest !== day.digest) changed.push(day)
    }
  const gone = [...known.values()]
    .flatMap((days) => [...days.values()])
    .filter(({ day_on }) => !locked.has(day_on.slice(0, 7)))
  if (added.length > 0) await insertDays(db, added, now.toString())
  if (changed.length > 0) await replaceDays(db, changed, cause, now.toString())
  if (gone.length > 0) await deleteDays(db, gone)
  return added.length + changed.length + gone.length
}

/** Computes the results of a period from its punches without storing them: those of each part once its punches are read. */
export async function* evaluateFromPunches(
  db: Db,
  timeline: RuleTimeline,
  assignments: readonly Assignment[],
  period: Period,
): AsyncGenerator<Iterable<EvaluatedDay>, void> {
  for (const part of splitByRule(timeline, assignments, period)) {
    const personIds = [...new Set(part.members.map(({ personId }) => personId))]
    const { startsAtMs, endsAtMs, version } = part
    const punches = await selectPunches(db, { personIds, startsAtMs, endsAtMs, deviceIds: version.deviceIds })
    yield evaluatePeriod(timeline, part, punches)
  }
}
