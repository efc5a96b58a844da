import { type DayRanges, fallsOn, type Timetable } from '../passage/timetable.ts'
import type { DoorRules, DoorState } from './door-question.ts'

/**
 * Anti-passback forgets what somebody did before a reset: of the person, of the area entered or one around it, or at a time
 * of day.
 *
 * 1. A person who came in before the reset counts as outside the area entered: they come in once more, and the rule holds
 *    again from that passage on.
 * 2. Their location stays as it is, for lists of who is inside. They are counted once, so the number of people in the area
 *    does not hold them back.
 * 3. A person who came in after the reset is not forgiven.
 */
export function forgetBefore(
  around: NonNullable<DoorState['around']>,
  { entersAreaId, resetAtMs, locatedAtMs }: Reset,
): NonNullable<DoorState['around']> {
  const { person, occupancy } = around
  if (person === null || entersAreaId === null || resetAtMs === null) return around
  const { enteredAtMs } = person
  const isForgotten = (atMs: number | null) => atMs !== null && atMs <= resetAtMs
  const index = isForgotten(locatedAtMs) ? person.areaIds.indexOf(entersAreaId) : -1
  return {
    ...around,
    person: {
      areaIds: person.areaIds.slice(index + 1),
      enteredAtMs: isForgotten(enteredAtMs) ? null : enteredAtMs,
    },
    occupancy: index === -1 || occupancy === null ? occupancy : Math.max(0, occupancy - 1),
  }
}

interface Reset extends Pick<DoorRules, 'entersAreaId'> {
  /** The latest reset that holds for them; null: none. */
  resetAtMs: number | null
  /** Since when they have been where they are; null: they were never seen. */
  locatedAtMs: number | null
}

/** The last of these minutes of the day that is over, on this clock; null: none is set. Throws a RangeError for an unknown zone. */
export function lastDailyReset(nowMs: number, minutes: readonly number[], timeZone: string): number | null {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone)
  const today = now.toPlainDate()
  const times = [today, today.subtract({ days: 1 })].flatMap((date) =>
    minutes.map((minute) => {
      const plainTime = { hour: Math.floor(minute / 60), minute: minute % 60 }
      return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
    }),
  )
  const past = times.filter((atMs) => atMs <= nowMs)
  return past.length > 0 ? Math.max(...past) : null
}

/** The part of a timetable that says when its ranges begin. */
type Beginnings = Pick<Timetable, 'validFromOn' | 'validToOn' | 'holiday' | 'holidays'> & { week: readonly DayRanges[] }

/** A timetable that begins no range in a year and a month has begun none. */
const maxDaysBack = 400

/**
 * The last beginning of a range of a timetable, on this clock; null: none. A holiday has the ranges of the holiday row, and days on which
 * the timetable is not in force have none. A beginning that clocks skip is as much later, and of one that clocks repeat the first counts.
 */
export function lastTimetableReset(nowMs: number, timetable: Beginnings, timeZone: string): number | null {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate()
  for (let days = 0; days <= maxDaysBack; days++) {
    const date = today.subtract({ days })
    const past = startsOn(timetable, date)
      .map((minute) => {
        const plainTime = { hour: Math.floor(minute / 60), minute: minute % 60 }
        return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
      })
      .filter((atMs) => atMs <= nowMs)
    if (past.length > 0) return Math.max(...past)
  }
  return null
}

function startsOn({ validFromOn, validToOn, holidays, holiday, week }: Beginnings, date: Temporal.PlainDate): number[] {
  const on = date.toString()
  if ((validFromOn !== null && on < validFromOn) || (validToOn !== null && validToOn < on)) return []
  const ranges = holidays.some((one) => fallsOn(one, on)) ? holiday : (week[date.dayOfWeek - 1] ?? [])
  return ranges.map(({ startMinute }) => startMinute)
}
