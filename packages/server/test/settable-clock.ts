import { onTestFinished } from 'vitest'
import type { Clock } from '../src/lib/clock.ts'

/** A clock that a test sets; it starts at the real time, since sessions and records compare with it. */
export function settableClock(): Clock & {
  set(instant: string): void
  advance(duration: Temporal.DurationLike): void
  /** It stands still until the test ends: for events within seconds, which are more on a busy machine. */
  hold(): void
} {
  let offset = Temporal.Duration.from({ seconds: 0 })
  let held: Temporal.Instant | undefined
  const now = () => (held ?? Temporal.Now.instant()).add(offset)
  return {
    now,
    set(instant) {
      offset = Temporal.Instant.from(instant).since(held ?? Temporal.Now.instant())
    },
    advance(duration) {
      offset = offset.add(Temporal.Duration.from(duration).round({ largestUnit: 'hours' }))
    },
    hold() {
      held = Temporal.Now.instant()
      onTestFinished(() => {
        held = undefined
      })
    },
  }
}
