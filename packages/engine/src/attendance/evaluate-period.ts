import { type DayResult, evaluateDay } from './evaluate-day.ts'
import type { DayPlan } from './plan-day.ts'
import { datesBetween, nextDay } from '../calendar/dates.ts'
import { type DayRules, type RuleTimeline, type RuleVersion, sameRule } from './rule-timeline.ts'
import type { DayKind } from './vocabulary.ts'

/** A person's assignment to a rule, from one date up to another, which is no longer part of it. */
export type Assignment = { personId: string; ruleId: string; fromOn: string; toOn: string | null }

/** A counted passage at a door, or an approved phone punch or correction. */
export type Punch = {
  atMs: number
  /** made by phone outside every area */
  isField: boolean
  /** of a device whose clock was off */
  hasDoubtfulTime: boolean
}

/** Both dates are included. */
export type Period = { fromOn: string; toOn: string; asOfMs: number }

/** The dates of a period that one version of a rule decides, with the people who are in that rule on any of them. */
export type RulePeriod = {
  ruleId: string
  version: RuleVersion
  dates: readonly string[]
  members: readonly Member[]
  /** Half open: every punch that these days can count lies within. */
  startsAtMs: number
  endsAtMs: number
  asOfMs: number
}

/** An assignment, with the rule that the person moves to at its end: the last day ends when that rule's day begins. */
export type Member = Assignment & { nextRuleId: string }

/** The result of one person's date. */
export type EvaluatedDay = DayResult & {
  personId: string
  on: string
  ruleId: string
  ruleVersion: number
  dayKind: DayKind
  hasFieldPunch: boolean
  hasDoubtfulTime: boolean
}

/**
 * Cuts a period into the parts that one version of one rule decides; parts that have not begun yet are left out. The
 * punches that a part needs are known before any is read.
 */
export function splitByRule(
  timeline: RuleTimeline,
  assignments: readonly Assignment[],
  { fromOn, toOn, asOfMs }: Period,
): RulePeriod[] {
  const allDates = datesBetween(fromOn, toOn)
  return [...Map.groupBy(withNextRule(assignments), ({ ruleId }) => ruleId)].flatMap(([ruleId, members]) =>
    [...Map.groupBy(allDates, (on) => timeline.at(ruleId, on))].flatMap(([version, dates]) => {
      const [first = fromOn] = dates
      const last = dates.at(-1) ?? toOn
      const { startsAtMs } = timeline.plan(first, sameRule(ruleId))
      if (startsAtMs > asOfMs) return []
      // A person who moves to another rule on the day after ends the last day by that rule, which may begin later.
      const endsAtMs = members.reduce(
        (latest, member) => Math.max(latest, timeline.plan(last, rulesOn(member, last)).endsAtMs),
        startsAtMs,
      )
      return { ruleId, version, dates, members, startsAtMs, endsAtMs, asOfMs }
    }),
  )
}

/** The rule that follows without a gap; where none does, the day ends as if the same rule went on. */
function withNextRule(assignments: readonly Assignment[]): Member[] {
  const key = (personId: string, on: string | null) => `${personId} ${on}`
  const ruleFrom = new Map(assignments.map(({ personId, fromOn, ruleId }) => [key(personId, fromOn), ruleId]))
  return assignments.map((assignment) => ({
    ...assignment,
    nextRuleId: ruleFrom.get(key(assignment.personId, assignment.toOn)) ?? assignment.ruleId,
  }))
}

const rulesOn = ({ ruleId, nextRuleId, toOn }: Member, on: string): DayRules =>
  toOn === nextDay(on) ? { ruleId, nextRuleId } : sameRule(ruleId)

/**
 * Evaluates every date of everybody who was in the rule then.
 *
 * The rules, in order:
 * 1. A person has the dates from the first of their assignment up to the one on which it ends, which is no longer theirs.
 * 2. A date that has not begun has no result.
 * 3. A date under way has one only once somebody punched; a date that is over has one in any case.
 * 4. Only punches between the beginning and the end of a day count for it, in whatever order they come.
 * 5. One punch in the field, or of a doubtful time, marks the whole day.
 *
 * @param punches of each person, in any order; people without any may be missing
 */
export function evaluatePeriod(
  timeline: RuleTimeline,
  period: RulePeriod,
  punches: ReadonlyMap<string, readonly Punch[]>,
): EvaluatedDay[] {
  const sorted = new Map([...punches].map(([personId, own]) => [personId, own.toSorted((a, b) => a.atMs - b.atMs)]))
  return period.members.flatMap((member) => evaluateMember(timeline, period, member, sorted.get(member.personId) ?? []))
}

/** @param punches in the order of time */
function evaluateMember(
  timeline: RuleTimeline,
  { version: { version, rule }, dates, asOfMs }: RulePeriod,
  member: Member,
  punches: readonly Punch[],
): EvaluatedDay[] {
  const { personId, ruleId } = member
  const days: EvaluatedDay[] = []
  for (const on of dates) {
    if (!isAssignedOn(member, on)) continue
    const plan = timeline.plan(on, rulesOn(member, on))
    if (plan.startsAtMs > asOfMs) break
    const inside = punchesOfDay(punches, plan)
    if (inside.length === 0 && asOfMs < plan.endsAtMs) continue
    const result = evaluateDay(
      rule,
      plan,
      inside.map(({ atMs }) => atMs),
      asOfMs,
    )
    days.push({
      ...result,
      personId,
      on,
      ruleId,
      ruleVersion: version,
      dayKind: plan.kind,
      hasFieldPunch: inside.some(({ isField }) => isField),
      hasDoubtfulTime: inside.some(({ hasDoubtfulTime }) => hasDoubtfulTime),
    })
  }
  return days
}

export const isAssignedOn = ({ fromOn, toOn }: Assignment, on: string) => fromOn <= on && (toOn === null || on < toOn)

/** @param punches in the order of time */
const punchesOfDay = (punches: readonly Punch[], { startsAtMs, endsAtMs }: DayPlan) =>
  punches.slice(indexAt(punches, startsAtMs), indexAt(punches, endsAtMs))

/** The index of the first punch at this instant or later. */
function indexAt(punches: readonly Punch[], ms: number): number {
  let low = 0
  let high = punches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((punches[middle]?.atMs ?? Infinity) < ms) low = middle + 1
    else high = middle
  }
  return low
}
