/** Counts by key within a window that begins with a key's first count, in this process only. */
export type WindowCounter = {
  /** Gives how many there are now. */
  add(key: string): number
  /** Until the window of this key is over, where it has so many already; else null. */
  secondsToWait(key: string, max: number): number | null
}

export function createWindowCounter(
  { windowMs, maxKeys }: { windowMs: number; maxKeys: number },
  nowMs: () => number,
): WindowCounter {
  const counts = new Map<string, { count: number; endsMs: number }>()
  return {
    add(key) {
      const entry = counts.get(key)
      if (entry && entry.endsMs > nowMs()) return ++entry.count
      // The oldest goes first: a Map keeps the order in which its keys came.
      if (counts.size >= maxKeys) counts.delete(counts.keys().next().value ?? '')
      counts.delete(key)
      counts.set(key, { count: 1, endsMs: nowMs() + windowMs })
      return 1
    },
    secondsToWait(key, max) {
      const entry = counts.get(key)
      const leftMs = (entry?.endsMs ?? 0) - nowMs()
      return entry && leftMs > 0 && entry.count >= max ? Math.ceil(leftMs / 1000) : null
    },
  }
}
