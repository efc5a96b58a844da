import type { MinuteRange, TimetableInput } from '../timetables.ts'

/** The part of a timetable that says when it opens. */
export interface Hours {
  validFromOn: string | null
  validToOn: string | null
  /** Monday first */
  week: readonly (readonly MinuteRange[])[]
  holiday: readonly MinuteRange[]
  holidays: readonly Holiday[]
}
type Holiday = TimetableInput['holidays'][number]

/**
 * The hours that a timetable opens on this local date. The console asks it of what is not saved yet, so it cannot be the rule of the
 * engine, `timetableRange`; a test holds the two together.
 */
export function hoursOn({ validFromOn, validToOn, week, holiday, holidays }: Hours, on: string): MinuteRange[] {
  // Dates of the form yyyy-MM-dd sort as text.
  if ((validFromOn !== null && on < validFromOn) || (validToOn !== null && validToOn < on)) return []
  const isHoliday = holidays.some((one) => (one.isYearly ? one.on.slice(-5) === on.slice(-5) : one.on === on))
  return joinRanges(isHoliday ? holiday : (week[weekdayOf(on) - 1] ?? []))
}

/** Overlapping and touching ranges are one. */
export function joinRanges(ranges: readonly MinuteRange[]): MinuteRange[] {
  const result: MinuteRange[] = []
  for (const { startMinute, endMinute } of ranges.toSorted((a, b) => a.startMinute - b.startMinute)) {
    const last = result.at(-1)
    if (last && startMinute <= last.endMinute) last.endMinute = Math.max(last.endMinute, endMinute)
    else result.push({ startMinute, endMinute })
  }
  return result
}

/** The next date of a holiday from this local date on, within a year; undefined: it is over, or has none in that time. */
export function nextOn({ on, isYearly }: Pick<Holiday, 'on' | 'isYearly'>, today: string): string | undefined {
  const year = Number(today.slice(0, 4))
  const dayOf = (one: number) => `${String(one).padStart(4, '0')}${on.slice(4)}`
  const before = `${String(year + 1).padStart(4, '0')}${today.slice(4)}`
  // 29 February is no date in most years.
  const years = on.endsWith('-02-29') ? [year, year + 1].filter(isLeapYear) : [year, year + 1]
  return (isYearly ? years.map(dayOf) : [on]).find((date) => today <= date && date < before)
}

const shifts = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]

/** The weekday of a local date, 1 (Monday) to 7: by arithmetic, since not every browser has Temporal. */
function weekdayOf(on: string): number {
  const [year = 0, month = 1, day = 1] = on.split('-').map(Number)
  const counted = month < 3 ? year - 1 : year
  const leaps = Math.floor(counted / 4) - Math.floor(counted / 100) + Math.floor(counted / 400)
  return ((counted + leaps + (shifts[month - 1] ?? 0) + day + 6) % 7) + 1
}

const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
