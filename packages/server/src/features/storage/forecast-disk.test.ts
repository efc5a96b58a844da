import { expect, it } from 'vitest'
import { daysUntilFull } from './forecast-disk.ts'

const gb = 1024 ** 3
const hourMs = 3_600_000
/** One sample an hour, free space as the function gives it. */
const samples = (hours: number, freeAt: (hour: number) => number) =>
  Array.from({ length: hours }, (_, hour) => ({ atMs: hour * hourMs, freeBytes: freeAt(hour) * gb }))

it('[DASH-01] a disk that loses one GB a day from 100 GB comes down to 20 GB in 80 days', () => {
  expect(
    daysUntilFull(
      samples(72, (hour) => 103 - hour / 24),
      100 * gb,
      20 * gb,
    ),
  ).toBeCloseTo(80, 5)
})

it('nights without records do not spoil the forecast', () => {
  // eight hours of work lose what the day loses
  const worked = (hour: number) => 200 - Math.floor(hour / 24) * 2 - Math.min(2, (hour % 24) / 4)
  expect(daysUntilFull(samples(14 * 24, worked), 172 * gb, 20 * gb)).toBeGreaterThan(70)
  expect(daysUntilFull(samples(14 * 24, worked), 172 * gb, 20 * gb)).toBeLessThan(82)
})

it.each([
  ['there are no samples', []],
  ['there is less than a day of them', samples(20, (hour) => 100 - hour)],
  ['the space grows', samples(72, (hour) => 100 + hour)],
  ['the space stays', samples(72, () => 100)],
  ['it would be in more than ten years', samples(72, (hour) => 100 - hour / 100_000)],
])('there is no forecast if %s', (_, given) => {
  expect(daysUntilFull(given, 100 * gb, 20 * gb)).toBeNull()
})

it('a disk that is below the threshold already is full in no days', () => {
  expect(
    daysUntilFull(
      samples(72, (hour) => 30 - hour / 5),
      15 * gb,
      20 * gb,
    ),
  ).toBe(0)
})
