import { describe, expect, it } from 'vitest'
import type { AttendanceRule } from './attendance-rule.ts'
import { judgeDay } from './judge-day.ts'
import { planDay } from './plan-day.ts'

/*
 * A second implementation that shares nothing with the first: it keeps Temporal values to the end, sorts, walks the
 * calendar, and asks each statement of the decisions by itself. Slow, and easy to believe.
 */

const clock = (minute: number) => Temporal.PlainTime.from({ hour: Math.trunc(minute / 60), minute: minute % 60 })
const local = (date: Temporal.PlainDate, minute: number, zone: string) =>
  date.toZonedDateTime({ timeZone: zone, plainTime: clock(minute) })
const isBefore = (a: Temporal.ZonedDateTime, b: Temporal.ZonedDateTime) => Temporal.ZonedDateTime.compare(a, b) < 0

function judgeSlowly(
  rule: AttendanceRule,
  on: string,
  punches: Temporal.ZonedDateTime[],
  asOf: Temporal.ZonedDateTime,
) {
  const date = Temporal.PlainDate.from(on)
  const after = date.add({ days: 1 })
  const zone = rule.timeZone
  const dawn = local(date, rule.earliestPunchMinute, zone)
  const nextDawn = local(after, rule.earliestPunchMinute, zone)
  const inside = punches
    .filter((punch) => !isBefore(punch, dawn) && isBefore(punch, nextDawn))
    .toSorted((a, b) => Temporal.ZonedDateTime.compare(a, b))
  const distinct = inside.filter((punch, n) => n === 0 || !punch.equals(inside[n - 1] ?? punch))
  const first = distinct.at(0)
  const last = distinct.at(-1)
  const isOver = !isBefore(asOf, nextDawn)

  const isSpecial = rule.specialWorkingDays.map((day) => day.on).includes(on)
  const isHoliday = rule.holidays.some((holiday) => {
    const that = Temporal.PlainDate.from(holiday.on)
    return holiday.isYearly ? that.monthCode === date.monthCode && that.day === date.day : that.equals(date)
  })
  const isWorkday = isSpecial || (!isHoliday && rule.workingWeekdays.includes(date.dayOfWeek))
  const start = local(date, rule.workStartMinute, zone)
  const end = local(rule.workEndMinute <= rule.workStartMinute ? after : date, rule.workEndMinute, zone)
  const worked = first && last ? last.toInstant().since(first.toInstant()) : Temporal.Duration.from({ seconds: 0 })
  const needsTwo = rule.punchesPerDay === 2
  const overtimeIn = (overtime: AttendanceRule['workdayOvertime'], otherwise: Temporal.ZonedDateTime) => {
    if (!overtime || !last) return false
    let threshold = otherwise
    if (overtime.notBeforeMinute !== null) {
      threshold = local(date, overtime.notBeforeMinute, zone)
      if (overtime.notBeforeMinute < rule.earliestPunchMinute) threshold = local(after, overtime.notBeforeMinute, zone)
    }
    return worked.total('milliseconds') >= overtime.minMinutes * 60_000 && !isBefore(last, threshold)
  }

  const absence = isWorkday && isOver && distinct.length === 0
  const missedPunch = isWorkday && isOver && needsTwo && distinct.length === 1
  const late =
    isWorkday &&
    !missedPunch &&
    first !== undefined &&
    isBefore(start.add({ minutes: rule.lateToleranceMinutes }), first)
  const earlyLeave =
    isWorkday &&
    isOver &&
    needsTwo &&
    !missedPunch &&
    last !== undefined &&
    isBefore(last, end.subtract({ minutes: rule.earlyLeaveToleranceMinutes }))
  const isWhole = distinct.length > (needsTwo && isWorkday ? 1 : 0)
  const workdayOvertime = isWorkday && isWhole && overtimeIn(rule.workdayOvertime, end)
  const holidayOvertime = !isWorkday && isWhole && overtimeIn(rule.holidayOvertime, dawn)
  const normal = isWorkday && isOver && !absence && !missedPunch && !late && !earlyLeave
  const named: [boolean, string][] = [
    [absence, 'absence'],
    [missedPunch, 'missed-punch'],
    [late && earlyLeave, 'late-and-early-leave'],
    [late, 'late'],
    [earlyLeave, 'early-leave'],
    [workdayOvertime, 'workday-overtime'],
    [holidayOvertime, 'holiday-overtime'],
    [normal, 'normal'],
    [true, 'none'],
  ]
  const minutes = (from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime, round: (n: number) => number) =>
    round(to.toInstant().since(from.toInstant()).total('minutes'))
  return {
    verdict: named.find(([holds]) => holds)?.[1],
    facts: { normal, late, earlyLeave, missedPunch, absence, workdayOvertime, holidayOvertime },
    firstMs: first?.epochMilliseconds ?? null,
    lastMs: last?.epochMilliseconds ?? null,
    punchCount: distinct.length,
    workedMinutes: Math.floor(worked.total('minutes')),
    lateMinutes: late && first ? minutes(start, first, Math.ceil) : 0,
    earlyLeaveMinutes: earlyLeave && last ? minutes(last, end, Math.ceil) : 0,
    overtimeMinutes:
      workdayOvertime && last
        ? Math.max(0, minutes(end, last, Math.floor))
        : holidayOvertime
          ? Math.floor(worked.total('minutes'))
          : 0,
    isProvisional: !isOver,
  }
}

/** Mulberry32: the same cases in every run. */
function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

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

describe('judgeDay', () => {
  it('agrees with an independent, slow implementation on 100,000 random cases', () => {
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
      const plan = planDay(rule, on)
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
        const { reasons, ...fast } = judgeDay(rule, plan, punches, asOfMs)
        const slow = judgeSlowly(rule, on, punches.map(zoned), zoned(asOfMs))
        if (JSON.stringify(fast) !== JSON.stringify(orderLike(fast, slow)))
          expect({ rule, on, punches, asOfMs, ...fast }).toEqual({ rule, on, punches, asOfMs, ...slow })
        expect(reasons.length).toBeGreaterThan(0)
        seen.add(fast.verdict)
      }
    }
    // The cases reach every word there is.
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
