import { LRUCache } from 'lru-cache'
import { atMost } from './at-most.ts'

/** Counts by key within a window that begins with a key's first count, in this process only. */
export type WindowCounter = {
  /** Gives the present count. */
  add(key: string): number
  /** Takes one count of a window that is not over back. */
  takeBack(key: string): void
  /** The time until the window of this key is over, if it has this many already; else null. */
  secondsToWait(key: string, max: number): number | null
}

export function createWindowCounter(
  { windowMs, maxKeys }: { windowMs: number; maxKeys: number },
  nowMs: () => number,
): WindowCounter {
  const counts = new LRUCache<string, number>({
    ...atMost(maxKeys),
    ttl: windowMs,
    noUpdateTTL: true,
    // The time is read again for each count.
    ttlResolution: 0,
    // To the library the time 0 is none.
    perf: { now: () => nowMs() + 1 },
  })
  return {
    add(key) {
      if (counts.getRemainingTTL(key) <= 0) counts.delete(key)
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count
    },
    takeBack(key) {
      const count = counts.get(key)
      if (count) counts.set(key, count - 1)
    },
    secondsToWait(key, max) {
      const leftMs = counts.getRemainingTTL(key)
      return leftMs > 0 && (counts.get(key) ?? 0) >= max ? Math.ceil(leftMs / 1000) : null
    },
  }
}
