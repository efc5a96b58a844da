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
 * @returns each day when it is made: a month of a company is hundreds of thousands, and nobody needs them all at once
 */
export function* evaluatePeriod(
  timeline: RuleTimeline,
  period: RulePeriod,
  punches: ReadonlyMap<string, readonly Punch[]>,
): Generator<EvaluatedDay, void> {
  const plans = period.dates.map((on) => timeline.plan(on, sameRule(period.ruleId)))
  for (const member of period.members) {
    const own = plans.map((plan) => (member.toOn === nextDay(plan.on) ? timeline.plan(plan.on, member) : plan))
    yield* evaluateMember(period, member, own, punches.get(member.personId) ?? [])
  }
}

function* evaluateMember(
  { version: { version, rule }, asOfMs }: RulePeriod,
  member: Member,
  plans: readonly DayPlan[],
  unsorted: readonly Punch[],
): Generator<EvaluatedDay, void> {
  const { personId, ruleId } = member
  const punches = unsorted.toSorted((a, b) => a.atMs - b.atMs)
  // The days of one rule follow each other, so what lies before one day is of no later one.
  let next = 0
  for (const plan of plans) {
    const { on, startsAtMs, endsAtMs, kind: dayKind } = plan
    if (!isAssignedOn(member, on)) continue
    if (startsAtMs > asOfMs) break
    while (timeOf(punches[next]) < startsAtMs) next++
    const times: number[] = []
    let hasFieldPunch = false
    let hasDoubtfulTime = false
    for (let punch = punches[next]; punch && punch.atMs < endsAtMs; punch = punches[++next]) {
      times.push(punch.atMs)
      hasFieldPunch ||= punch.isField
      hasDoubtfulTime ||= punch.hasDoubtfulTime
    }
    if (times.length === 0 && asOfMs < endsAtMs) continue
    const result = evaluateDay(rule, plan, times, asOfMs)
    yield { ...result, personId, on, ruleId, ruleVersion: version, dayKind, hasFieldPunch, hasDoubtfulTime }
  }
}

const timeOf = (punch: Punch | undefined) => punch?.atMs ?? Infinity

export const isAssignedOn = ({ fromOn, toOn }: Assignment, on: string) => fromOn <= on && (toOn === null || on < toOn)
