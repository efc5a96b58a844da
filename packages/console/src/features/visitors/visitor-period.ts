import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { weekdayNumber } from '../../lib/format-date.ts'
import { instantOfWall, wallTimeOf } from '../../ui/form/wall-clock.ts'

const dayMs = 86_400_000

/** Late in the evening a visit does not end with the day that is nearly over. */
const minMs = 2 * 3_600_000

type Period = { validFromAt: string; validToAt: string }

/** From this minute to the end of the enterprise's day, for two hours at least. */
export function startingPeriod(): Period {
  const now = nowMs() - (nowMs() % 60_000)
  return { validFromAt: instantOf(now), validToAt: endOfVisit(now, midnightAfter(1)) }
}

/** The end of a visit that nobody timed: late in the evening not the midnight that is near. */
export function endOfVisit(now: number, midnight: string): string {
  const soonest = now + minMs
  return instantMs(midnight) < soonest ? instantOf(soonest) : midnight
}

/** So many days are counted on the calendar: one of 23 or 25 hours is a day as any other, also late in its evening. */
function midnightAfter(days: number): string {
  const today = wallTimeOf(instantOf(nowMs())).slice(0, 10)
  const on = instantOf(instantMs(`${today}T12:00:00Z`) + days * dayMs).slice(0, 10)
  return instantOfWall(`${on}T00:00:00`)
}

/** The whole of the enterprise's next day. */
const tomorrow = (): Period => ({ validFromAt: midnightAfter(1), validToAt: midnightAfter(2) })

/** From this minute to the end of Sunday; late on a Sunday for two hours at least, as a visit of today. */
function thisWeek(): Period {
  const { validFromAt, validToAt } = startingPeriod()
  const weekday = weekdayNumber(wallTimeOf(validFromAt).slice(0, 10))
  return { validFromAt, validToAt: weekday === 7 ? validToAt : midnightAfter(8 - weekday) }
}

/** The periods that most visits have. */
export const visitPresets = { today: startingPeriod, tomorrow, week: thisWeek } as const
export type VisitPreset = keyof typeof visitPresets

/** The one that an address names; today's where it names none. */
export const presetNamed = (name: string | undefined): VisitPreset =>
  name === 'tomorrow' || name === 'week' ? name : 'today'
