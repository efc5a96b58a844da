import { describe, expect, it } from 'vitest'
import type { AttendanceRule } from './attendance-rule.ts'
import { evaluateDay } from './evaluate-day.ts'
import { evaluateSlowly, seeded } from './evaluate-slowly.ts'
import { planDay } from './plan-day.ts'

const zones = ['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
// With the days on which clocks change in those zones, and the days around them.
const dates = [
  '2026-03-07',
  '2026-03-08',
  '2026-03-28',
  '2026-03-29',
  '2026-04-04',
  '2026-04-05',
  '2026-10-03',
  '2026-10-04',
].concat(['2026-10-24', '2026-10-25', '2026-10-31', '2026-11-01', '2026-12-31', '2028-02-29', '2026-06-15'])

describe('evaluateDay', () => {
  it('evaluateDay agrees with an independent, slow implementation on 100,000 random cases', () => {
    const random = seeded(20_261_121)
    const int = (below: number) => Math.floor(random() * below)
    const pick = <T>(list: readonly T[]): T => list[int(list.length)] as T
    const seen = new Set<string>()
    for (let rules = 0; rules < 10_000; rules++) {
      const on = pick(dates)
      const overtime = () =>
        random() < 0.3 ? null : { minMinutes: int(10) * 60, notBeforeMinute: random() < 0.3 ? null : int(48) * 30 }
      const rule: AttendanceRule = {
        timeZone: pick(zones),
        workingWeekdays: [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.8),
        punchesPerDay: random() < 0.8 ? 2 : 1,
        earliestPunchMinute: int(48) * 30,
        workStartMinute: int(96) * 15,
        workEndMinute: int(96) * 15,
        lateToleranceMinutes: int(30),
        earlyLeaveToleranceMinutes: int(30),
        workdayOvertime: overtime(),
        holidayOvertime: overtime(),
        holidays:
          random() < 0.2
            ? [{ on: random() < 0.5 ? on : on.replace(/^\d+/, '2024'), isYearly: random() < 0.5, remark: '' }]
            : [],
        specialWorkingDays: random() < 0.2 ? [{ on, remark: '' }] : [],
      }
      // Every fourth day ends by another rule: the person moves to it, or it was edited.
      const next = random() < 0.75 ? rule : { ...rule, timeZone: pick(zones), earliestPunchMinute: int(48) * 30 }
      const plan = planDay(rule, on, next)
      const edges = [
        plan.startsAtMs,
        plan.endsAtMs,
        plan.workStartMs,
        plan.workEndMs,
        plan.workStartMs + rule.lateToleranceMinutes * 60_000,
        plan.workEndMs - rule.earlyLeaveToleranceMinutes * 60_000,
        plan.workdayOvertimeFromMs,
        plan.holidayOvertimeFromMs,
      ]
      for (let cases = 0; cases < 10; cases++) {
        // Half of the punches stand on an edge or a millisecond beside it.
        const punches = Array.from({ length: int(5) }, () =>
          random() < 0.5 ? pick(edges) + int(3) - 1 : plan.startsAtMs + Math.floor((random() * 1.2 - 0.1) * 86_400_000),
        )
        const asOfMs = random() < 0.7 ? plan.endsAtMs + int(2) : plan.endsAtMs - 1 - int(86_400_000)
        const zoned = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(rule.timeZone)
        const { reasons, ...fast } = evaluateDay(rule, plan, punches, asOfMs)
        const { hasBegun, ...slow } = evaluateSlowly([rule, next], on, punches.map(zoned), zoned(asOfMs))
        expect(hasBegun).toBe(plan.startsAtMs <= asOfMs)
        if (JSON.stringify(fast) !== JSON.stringify(orderLike(fast, slow)))
          expect({ rule, on, punches, asOfMs, ...fast }).toEqual({ rule, on, punches, asOfMs, ...slow })
        expect(reasons.length).toBeGreaterThan(0)
        seen.add(fast.verdict)
      }
    }
    // The cases reach every verdict.
    expect(seen.size).toBe(9)
  })
})

/** The same keys in the same order, so that two objects can be compared as text: `toEqual` a hundred thousand times is slow. */
function orderLike(pattern: object, other: object): object {
  const values = new Map(Object.entries(other))
  return Object.fromEntries(
    Object.entries(pattern).map(([key, value]: [string, unknown]) => {
      const found: unknown = values.get(key)
      return [key, isObject(value) && isObject(found) ? orderLike(value, found) : found]
    }),
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
