import { epochMsOf, type Clock } from '../lib/clock.ts'

/** The server's clock, as far as this terminal knows it: its own may be wrong. */
export type ServerClock = {
  /** The times as the server's clock shows them; before the first session as this one's does. */
  nowMs(): number
  /**
   * Measures by an answer that arrived just now. Gives how many milliseconds the server's clock is ahead of this one.
   */
  measure(serverAt: string, sentAtMs: number): number
}

export function createServerClock(clock: Clock): ServerClock {
  let aheadMs = 0
  return {
    nowMs: () => clock.nowMs() + aheadMs,
    measure(serverAt, sentAtMs) {
      const middleMs = (sentAtMs + clock.nowMs()) / 2
      aheadMs = Math.round(epochMsOf(serverAt) - middleMs)
      return aheadMs
    },
  }
}
