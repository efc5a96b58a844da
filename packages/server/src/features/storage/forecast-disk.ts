/** Free space at a moment: milliseconds since 1970, and bytes. */
export type DiskSample = { atMs: number; freeBytes: number }

const dayMs = 86_400_000
/** Less than a day is no basis for a forecast: nights are not days. */
const minSpanMs = dayMs
/** Further ahead a straight line predicts nothing. */
const maxDays = 3_650

/**
 * Days until the free space falls to `floorBytes`, by the straight line that fits the samples best; null if there are
 * too few of them, or the space does not shrink.
 */
export function daysUntilFull(samples: readonly DiskSample[], freeBytes: number, floorBytes: number): number | null {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.atMs - first.atMs < minSpanMs) return null
  const meanAt = samples.reduce((sum, { atMs }) => sum + (atMs - first.atMs), 0) / samples.length
  const meanFree = samples.reduce((sum, sample) => sum + sample.freeBytes, 0) / samples.length
  let together = 0
  let spread = 0
  for (const sample of samples) {
    const at = sample.atMs - first.atMs - meanAt
    together += at * (sample.freeBytes - meanFree)
    spread += at * at
  }
  const bytesPerDay = (together / spread) * dayMs
  if (bytesPerDay >= 0) return null
  const days = (freeBytes - floorBytes) / -bytesPerDay
  return days > maxDays ? null : Math.max(0, days)
}
