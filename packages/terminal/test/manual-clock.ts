import type { Clock } from '../src/lib/clock.ts'

export type ManualClock = Clock & {
  /** Moves on and runs what falls due, in order. */
  advance(ms: number): void
  /** Timers that have not run. */
  readonly waiting: number
}

/** A clock that moves when it is told to. */
export function createManualClock(
  startMs = Temporal.Instant.from('2026-11-20T09:00:00Z').epochMilliseconds,
): ManualClock {
  let nowMs = startMs
  let timers: { dueMs: number; run: () => void }[] = []
  return {
    nowMs: () => nowMs,
    get waiting() {
      return timers.length
    },
    after(ms, run) {
      const timer = { dueMs: nowMs + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    advance(ms) {
      const endMs = nowMs + ms
      for (;;) {
        const next = timers.filter(({ dueMs }) => dueMs <= endMs).toSorted((a, b) => a.dueMs - b.dueMs)[0]
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        nowMs = next.dueMs
        next.run()
      }
      nowMs = endMs
    },
  }
}
