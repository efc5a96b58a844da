import { isAssignedOn } from '@gatehouse/engine/attendance/evaluate-period.ts'
import type { DayRules, RuleTimeline } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { addDays, nextDay } from '@gatehouse/engine/calendar/dates.ts'
import type { Db } from '../../../db/open-database.ts'
import { selectAssignments } from '../rules/assignment-store.ts'

export type PunchAt = {
  personId: string
  /** ISO 8601 in UTC */
  at: string
}
export type PunchDay = { on: string; rules: DayRules }

/** The day of each of these punches, in their order; undefined where the person was in no rule then. */
export async function findDays(
  db: Db,
  timeline: RuleTimeline,
  punches: readonly PunchAt[],
): Promise<readonly (PunchDay | undefined)[]> {
  // There are thousands at once: dates are taken from the text, and each date is computed once.
  const dates = [...new Set(punches.map(({ at }) => at.slice(0, 10)))].toSorted()
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  if (first === '') return []
  // A day may begin at any hour of any zone: it is one of the dates around the one in Greenwich.
  const around = new Map(dates.map((on) => [on, [0, -1, 1, -2].map((days) => addDays(on, days))]))
  const people = [...new Set(punches.map(({ personId }) => personId))]
  const assignments = Map.groupBy(
    await selectAssignments(db, people, addDays(first, -2), addDays(last, 2)),
    ({ personId }) => personId,
  )
  const ruleOf = (personId: string, date: string) =>
    assignments.get(personId)?.find((assignment) => isAssignedOn(assignment, date))?.ruleId
  return punches.map(({ personId, at }) => {
    const atMs = Temporal.Instant.from(at).epochMilliseconds
    for (const on of around.get(at.slice(0, 10)) ?? []) {
      const ruleId = ruleOf(personId, on)
      if (ruleId === undefined) continue
      const rules = { ruleId, nextRuleId: ruleOf(personId, nextDay(on)) ?? ruleId }
      const plan = timeline.plan(on, rules)
      if (plan.startsAtMs <= atMs && atMs < plan.endsAtMs) return { on, rules }
    }
    return undefined
  })
}
