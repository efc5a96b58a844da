import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { instantOfWall, wallTimeOf } from '../../ui/form/wall-clock.ts'

const dayMs = 86_400_000

/** Late in the evening a visit does not end with the day that is nearly over. */
const minMs = 2 * 3_600_000

/** From this minute to the end of the enterprise's day, for two hours at least. */
export function startingPeriod(): { validFromAt: string; validToAt: string } {
  const now = nowMs() - (nowMs() % 60_000)
  const tomorrow = wallTimeOf(instantOf(now + dayMs)).slice(0, 10)
  const midnight = instantOfWall(`${tomorrow}T00:00:00`)
  const soonest = now + minMs
  return { validFromAt: instantOf(now), validToAt: instantMs(midnight) < soonest ? instantOf(soonest) : midnight }
}
