import type { Clock } from '@gatehouse/terminal/lib/clock.ts'

/** A terminal's clock that stands where it is put; what falls due on the way there is done on the way. */
export type HistoryClock = Clock & { moveTo(ms: number): void }

export function createHistoryClock(): HistoryClock {
  let nowMs = 0
  let timers: { dueMs: number; run: () => void }[] = []
  return {
    nowMs: () => nowMs,
    after(ms, run) {
      const timer = { dueMs: nowMs + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    moveTo(ms) {
      for (;;) {
        const [next] = timers.filter(({ dueMs }) => dueMs <= ms).toSorted((a, b) => a.dueMs - b.dueMs)
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        nowMs = next.dueMs
        next.run()
      }
      nowMs = ms
    },
  }
}
