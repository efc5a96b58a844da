const maxCallers = 10_000

/** Who called how often within a window, in this process only. */
export type RateLimiter = {
  /** Counts one call. Gives the seconds to wait where it is one too many. */
  take(caller: string): number | null
}

export function countCalls(
  { free, windowMs }: { free: number; windowMs: number },
  nowMs: () => number = () => performance.now(),
): RateLimiter {
  const known = new Map<string, { count: number; endsMs: number }>()
  return {
    take(caller) {
      const entry = known.get(caller)
      const leftMs = (entry?.endsMs ?? 0) - nowMs()
      if (!entry || leftMs <= 0) {
        // The oldest goes first: a Map keeps the order in which its keys came.
        if (known.size >= maxCallers) known.delete(known.keys().next().value ?? '')
        known.delete(caller)
        known.set(caller, { count: 1, endsMs: nowMs() + windowMs })
        return null
      }
      if (entry.count >= free) return Math.ceil(leftMs / 1000)
      entry.count++
      return null
    },
  }
}
