import { fallsOn } from '../passage/timetable.ts'
import type { AttendanceRule } from './attendance-rule.ts'
import type { DayKind } from './vocabulary.ts'

/** A date under a rule, with its times as instants: made once for all the people of the rule. */
export interface DayPlan {
  on: string
  kind: DayKind
  /** Half open: punches from `startsAtMs` on and before `endsAtMs` belong to the day. */
  startsAtMs: number
  endsAtMs: number
  workStartMs: number
  workEndMs: number
  workdayOvertimeFromMs: number
  holidayOvertimeFromMs: number
}

/**
 * Lays a rule on a date: with the rule of the date after, by which the day ends. Wall-clock times that do not exist on that date (clocks go forward) move ahead by the gap, those
 * that come twice (clocks go back) are the first; so a day may have 23 or 25 hours.
 */
export function planDay(rule: AttendanceRule, on: string, next: AttendanceRule): DayPlan {
  const date = Temporal.PlainDate.from(on)
  const tomorrow = date.add({ days: 1 })
  const at = (day: Temporal.PlainDate, minute: number, timeZone = rule.timeZone) =>
    day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 }).toZonedDateTime(timeZone)
      .epochMilliseconds
  // The first time within the day that the clock on the wall shows it.
  const within = (minute: number) => at(minute >= rule.earliestPunchMinute ? date : tomorrow, minute)

  const startsAtMs = at(date, rule.earliestPunchMinute)
  const workEndMs = at(rule.workEndMinute > rule.workStartMinute ? date : tomorrow, rule.workEndMinute)
  const workdayFrom = rule.workdayOvertime?.notBeforeMinute ?? null
  const holidayFrom = rule.holidayOvertime?.notBeforeMinute ?? null
  return {
    on,
    kind: kindOf(rule, date, on),
    startsAtMs,
    endsAtMs: Math.max(startsAtMs, at(tomorrow, next.earliestPunchMinute, next.timeZone)),
    workStartMs: at(date, rule.workStartMinute),
    workEndMs,
    workdayOvertimeFromMs: workdayFrom === null ? workEndMs : within(workdayFrom),
    holidayOvertimeFromMs: holidayFrom === null ? startsAtMs : within(holidayFrom),
  }
}

function kindOf(rule: AttendanceRule, date: Temporal.PlainDate, on: string): DayKind {
  if (rule.specialWorkingDays.some((day) => day.on === on)) return 'special-working-day'
  if (rule.holidays.some((holiday) => fallsOn(holiday, on))) return 'holiday'
  return rule.workingWeekdays.includes(date.dayOfWeek) ? 'working-day' : 'rest-day'
}
