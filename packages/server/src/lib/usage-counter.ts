export type UsageCounter = {
  of(key: string): number
  /** A negative amount gives it back. */
  add(key: string, amount: number): void
}

/** The amount that each holder uses at the moment; holders of nothing are removed. */
export function createUsageCounter(): UsageCounter {
  const held = new Map<string, number>()
  const of = (key: string) => held.get(key) ?? 0
  return {
    of,
    add(key, amount) {
      const left = of(key) + amount
      if (left > 0) held.set(key, left)
      else held.delete(key)
    },
  }
}
