import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { companyZone, formatInstant } from '../../lib/format-date.ts'

/** `2026-11-21T08:30:00`: what a clock on the wall shows, without a zone. */
export type WallTime = string

/** The wall clock of a zone at an instant; the zone of the pages by default. */
export const wallTimeOf = (instant: string, timeZone: string = companyZone()): WallTime =>
  formatInstant(instant, 'second', timeZone).replace(' ', 'T')

/**
 * The instant at which the wall clock of a zone shows this time. Of an hour that comes twice it is the first, and a time
 * that the clock jumps over becomes the one an hour later.
 */
export function instantOfWall(wall: WallTime, timeZone?: string): string {
  const asUtc = instantMs(`${wall}Z`)
  const offsetAt = (ms: number) => instantMs(`${wallTimeOf(instantOf(ms), timeZone)}Z`) - ms
  // zones change at most once within a day: its offset is that of the day before or of the day after
  const dayMs = 86_400_000
  const candidates = [offsetAt(asUtc - dayMs), offsetAt(asUtc + dayMs)].map((offset) => asUtc - offset)
  const exact = candidates.filter((ms) => ms + offsetAt(ms) === asUtc)
  return instantOf(Math.min(...(exact.length > 0 ? exact : [Math.max(...candidates)])))
}

/** The instant at which today began on the clock of the pages. */
export const startOfToday = () => instantOfWall(`${wallTimeOf(instantOf(nowMs())).slice(0, 10)}T00:00:00`)
