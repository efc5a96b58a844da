import type { Clock } from '../src/lib/clock.ts'

/** A clock that stands where a test puts it; it starts at the real time, since sessions and records compare with it. */
export function settableClock(): Clock & {
  set(instant: string): void
  advance(duration: Temporal.DurationLike): void
} {
  let offset = Temporal.Duration.from({ seconds: 0 })
  const now = () => Temporal.Now.instant().add(offset)
  return {
    now,
    set(instant) {
      offset = Temporal.Instant.from(instant).since(Temporal.Now.instant())
    },
    advance(duration) {
      offset = offset.add(Temporal.Duration.from(duration).round({ largestUnit: 'hours' }))
    },
  }
}
