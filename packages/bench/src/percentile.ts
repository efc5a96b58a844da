/** The value below which `share` (0..1) of the measurements lie; 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** `calls`: how many were made, those that do not count included. */
export type Timing = { p50: number; p95: number; calls: number }

/**
 * Milliseconds of `times` calls, one after another, after three that do not count. The argument is the call's number. Slow ones are
 * fewer: after `maxMs` there are no more, but three at least.
 */
export async function timeCalls(times: number, call: (index: number) => unknown, maxMs = Infinity): Promise<Timing> {
  for (let i = 0; i < 3; i++) await call(i)
  const taken: number[] = []
  const began = performance.now()
  for (let i = 0; i < times && (i < 3 || performance.now() - began < maxMs); i++) {
    const start = performance.now()
    await call(i)
    taken.push(performance.now() - start)
  }
  return { p50: percentile(taken, 0.5), p95: percentile(taken, 0.95), calls: taken.length + 3 }
}
