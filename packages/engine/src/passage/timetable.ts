import type { LocalMoment } from '../calendar/local-moment.ts'

/** Half open, in minutes of the wall clock: 540 to 1080 is 09:00:00 to 17:59:59. The end may be 1440, midnight. */
export interface MinuteRange {
  startMinute: number
  endMinute: number
}

/** One day's ranges. Empty means nobody passes that day. */
export type DayRanges = readonly MinuteRange[]

export interface Holiday {
  /** local date, `yyyy-MM-dd` */
  on: string
  /** Every year on that month and day, before `on` too. 29 February comes in leap years only; nothing is moved to another day. */
  isYearly: boolean
  remark: string
}

/** When a door is open for a group. */
export interface Timetable {
  id: string
  name: string
  /** first and last local date, both included; outside of them the timetable opens nothing */
  validFromOn: string | null
  validToOn: string | null
  /** Monday first */
  week: readonly [DayRanges, DayRanges, DayRanges, DayRanges, DayRanges, DayRanges, DayRanges]
  /** takes the weekday's place on the dates listed in `holidays` */
  holiday: DayRanges
  holidays: readonly Holiday[]
}

/** The answer of a timetable for one moment. `row` is the weekday, 1 (Monday) to 7, or the holiday row. */
export interface TimetableAnswer {
  isInForce: boolean
  row: number | 'holiday'
  /** the range that opens, or null: closed */
  range: MinuteRange | null
}

/**
 * Finds the row of the timetable that applies at this moment, and the range in it that does (of overlapping ones, the
 * one that stays open longest).
 */
export function timetableRange(timetable: Timetable, moment: LocalMoment): TimetableAnswer {
  const isHoliday = timetable.holidays.some((holiday) => fallsOn(holiday, moment.on))
  const row = isHoliday ? 'holiday' : moment.weekday
  if (!isInForce(timetable, moment.on)) return { isInForce: false, row, range: null }

  // oxlint-disable-next-line typescript/no-non-null-assertion -- a week has seven days and a weekday is 1 to 7
  const ranges = isHoliday ? timetable.holiday : timetable.week[moment.weekday - 1]!
  const open = ranges.filter((range) => contains(range, moment.minuteOfDay)).toSorted(byEndDescending)
  return { isInForce: true, row, range: open[0] ?? null }
}

// Dates of the form yyyy-MM-dd sort as text.
function isInForce({ validFromOn, validToOn }: Timetable, on: string): boolean {
  return (validFromOn === null || validFromOn <= on) && (validToOn === null || on <= validToOn)
}

/** Whether a holiday is on this local date. */
export function fallsOn(holiday: Holiday, on: string): boolean {
  return holiday.isYearly ? holiday.on.slice(-5) === on.slice(-5) : holiday.on === on
}

function contains(range: MinuteRange, minute: number): boolean {
  return range.startMinute <= minute && minute < range.endMinute
}

function byEndDescending(a: MinuteRange, b: MinuteRange): number {
  return b.endMinute - a.endMinute || a.startMinute - b.startMinute
}
