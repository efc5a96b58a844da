import type { AttendanceRule } from './attendance-rule.ts'

const clock = (minute: number) => Temporal.PlainTime.from({ hour: Math.trunc(minute / 60), minute: minute % 60 })
const local = (date: Temporal.PlainDate, minute: number, zone: string) =>
  date.toZonedDateTime({ timeZone: zone, plainTime: clock(minute) })
const isBefore = (a: Temporal.ZonedDateTime, b: Temporal.ZonedDateTime) => Temporal.ZonedDateTime.compare(a, b) < 0

/**
 * A second implementation of `planDay` and `evaluateDay`, for tests, that shares nothing with the first: it keeps
 * Temporal values to the end, sorts, walks the calendar, and checks each statement of the decisions separately. Slow,
 * and easy to believe.
 */
export function evaluateSlowly(
  [rule, nextRule]: readonly [AttendanceRule, AttendanceRule],
  on: string,
  punches: readonly Temporal.ZonedDateTime[],
  asOf: Temporal.ZonedDateTime,
) {
  const date = Temporal.PlainDate.from(on)
  const after = date.add({ days: 1 })
  const zone = rule.timeZone
  const dawn = local(date, rule.earliestPunchMinute, zone)
  const nextOwnDawn = local(after, nextRule.earliestPunchMinute, nextRule.timeZone)
  // A day that would end before it begins is empty.
  const nextDawn = isBefore(nextOwnDawn, dawn) ? dawn : nextOwnDawn
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
  const isWhole = distinct.length > 1
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
    hasBegun: !isBefore(asOf, dawn),
  }
}

/** Mulberry32: the same cases in every run. */
export function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
