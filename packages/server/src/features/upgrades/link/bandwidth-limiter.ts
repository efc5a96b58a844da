import { setTimeout as wait } from 'node:timers/promises'

/** A bandwidth that several transfers share: each requests bytes and is told how long to wait before sending them. */
export type BandwidthLimiter = { waitMs(bytes: number): number }

/** `bytesPerSecond` in turn: a request while others wait comes after them. Idle time is not saved up. */
export function createBandwidthLimiter(
  bytesPerSecond: number,
  nowMs: () => number = () => performance.now(),
): BandwidthLimiter {
  let freeAtMs = 0
  return {
    waitMs(bytes) {
      const now = nowMs()
      const startMs = Math.max(now, freeAtMs)
      freeAtMs = startMs + (bytes * 1000) / bytesPerSecond
      return startMs - now
    },
  }
}

export const bytesPerSecond = (mbit: number) => (mbit * 1_000_000) / 8

/** Waits until both rates allow these bytes. Throws when the signal is aborted. */
export async function takeTurn(rates: readonly BandwidthLimiter[], bytes: number, signal: AbortSignal): Promise<void> {
  const ms = Math.max(...rates.map((rate) => rate.waitMs(bytes)))
  if (ms >= 1) await wait(ms, undefined, { signal })
}
