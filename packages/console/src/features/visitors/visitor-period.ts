import { instantOf, nowMs } from '../../lib/clock.ts'
import { instantOfWall, wallTimeOf } from '../../ui/list-wall-clock.ts'

const dayMs = 86_400_000

/** From this minute to the end of the enterprise's day. */
export function startingPeriod(): { validFromAt: string; validToAt: string } {
  const now = nowMs() - (nowMs() % 60_000)
  const tomorrow = wallTimeOf(instantOf(now + dayMs)).slice(0, 10)
  return { validFromAt: instantOf(now), validToAt: instantOfWall(`${tomorrow}T00:00:00`) }
}
