import { createWindowCounter } from '../lib/window-counter.ts'

const maxCallers = 10_000

/** Counts the calls of each caller within a window, in this process only. */
export type RateLimiter = {
  /** Counts one call. Gives the seconds to wait if it is one too many. */
  consume(caller: string): number | null
  /** A call that was counted does not count. */
  giveBack(caller: string): void
}

export function createRateLimiter(
  { free, windowMs }: { free: number; windowMs: number },
  nowMs: () => number = () => performance.now(),
): RateLimiter {
  const calls = createWindowCounter({ windowMs, maxKeys: maxCallers }, nowMs)
  return {
    consume(caller) {
      const seconds = calls.secondsToWait(caller, free)
      if (seconds === null) calls.add(caller)
      return seconds
    },
    giveBack: (caller) => calls.takeBack(caller),
  }
}
