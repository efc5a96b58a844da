import type { Clock } from '@gatehouse/terminal/lib/clock.ts'

/** A terminal's clock that moves when a test moves it; timers that fall due on the way run on the way, in order. */
export type ManualClock = Clock & {
  advance(ms: number): void
  /** Moves to this instant; an earlier instant leaves the clock where it is. */
  moveTo(ms: number): void
  /** Timers that have not run. */
  readonly waiting: number
}

export function createManualClock(
  startMs = Temporal.Instant.from('2026-11-20T09:00:00Z').epochMilliseconds,
): ManualClock {
  let nowMs = startMs
  let timers: { dueMs: number; run: () => void }[] = []
  const moveTo = (ms: number) => {
    for (;;) {
      const [next] = timers.filter(({ dueMs }) => dueMs <= ms).toSorted((a, b) => a.dueMs - b.dueMs)
      if (!next) break
      timers = timers.filter((timer) => timer !== next)
      nowMs = next.dueMs
      next.run()
    }
    nowMs = ms
  }
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
    advance: (ms) => moveTo(nowMs + ms),
    moveTo,
  }
}
