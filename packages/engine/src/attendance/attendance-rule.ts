import type { Holiday } from '../passage/timetable.ts'

/** Both conditions must hold: worked at least the minimum, and the last punch not before that time. */
export interface OvertimeRule {
  minMinutes: number
  /** Minute on the wall clock, at its first occurrence in the day; null: no condition on the last punch. */
  notBeforeMinute: number | null
}

export interface SpecialWorkingDay {
  /** local date, `yyyy-MM-dd` */
  on: string
  remark: string
}

/** The rule that a day is evaluated by. Minutes without another word are of the wall clock in `timeZone`. */
export interface AttendanceRule {
  timeZone: string
  /** 1 is Monday, 7 is Sunday */
  workingWeekdays: readonly number[]
  punchesPerDay: 1 | 2
  /** when a day begins, and with it the day before ends */
  earliestPunchMinute: number
  workStartMinute: number
  /** not after the start: of the next date */
  workEndMinute: number
  lateToleranceMinutes: number
  earlyLeaveToleranceMinutes: number
  /** null: overtime is not counted */
  workdayOvertime: OvertimeRule | null
  holidayOvertime: OvertimeRule | null
  holidays: readonly Holiday[]
  specialWorkingDays: readonly SpecialWorkingDay[]
}

export type RuleProblem = 'starts-before-earliest' | 'ends-after-day' | 'tolerance-too-long' | 'overtime-before-end'

const minutesPerDay = 1440

/** From work start to work end, as the wall clock counts. */
export function workMinutes({ workStartMinute, workEndMinute }: AttendanceRule): number {
  return workEndMinute > workStartMinute
    ? workEndMinute - workStartMinute
    : workEndMinute + minutesPerDay - workStartMinute
}

/** Minutes of the wall clock from the beginning of the day to the first time it shows `minute`. */
export function minutesIntoDay({ earliestPunchMinute }: AttendanceRule, minute: number): number {
  return minute >= earliestPunchMinute ? minute - earliestPunchMinute : minute + minutesPerDay - earliestPunchMinute
}

/** The reason why nobody could keep a rule, or undefined. */
export function findRuleProblem(rule: AttendanceRule): RuleProblem | undefined {
  if (rule.workStartMinute < rule.earliestPunchMinute) return 'starts-before-earliest'
  const isOvernight = rule.workEndMinute <= rule.workStartMinute
  if (isOvernight && rule.workEndMinute > rule.earliestPunchMinute) return 'ends-after-day'
  const length = workMinutes(rule)
  if (rule.lateToleranceMinutes >= length || rule.earlyLeaveToleranceMinutes >= length) return 'tolerance-too-long'
  const notBefore = rule.workdayOvertime?.notBeforeMinute ?? null
  const endsAt = rule.workStartMinute - rule.earliestPunchMinute + length
  // The last minute that a day has is the one before the next begins.
  if (notBefore !== null && minutesIntoDay(rule, notBefore) < Math.min(endsAt, minutesPerDay - 1))
    return 'overtime-before-end'
  return undefined
}
