export type UsageCounter = {
  of(key: string): number
  /** Below zero it gives back. */
  add(key: string, amount: number): void
}

/** How much of something each holds at the moment; who holds nothing is forgotten. */
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
