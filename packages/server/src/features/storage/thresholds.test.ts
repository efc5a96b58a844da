import { describe, expect, it } from 'vitest'
import { defaultThresholds, overwriteUpTo, secondsOfNotice, thresholdsOf } from './thresholds.ts'

const gb = 1024 ** 3
const dayS = 86_400

describe('[DASH-07] the thresholds of a disk', () => {
  it.each([
    [2_000, 40, 20],
    [200, 40, 20],
    [128, 25.6, 12.8],
    [32, 6.4, 3.2],
    [16, 3.2, 1.6],
    [2.5, 1, 0.5],
  ])('the thresholds of a disk of %d GB are %d and %d GB while nobody sets any', (total, warnGb, overwriteGb) => {
    expect(defaultThresholds(total * gb)).toEqual({ warnGb, overwriteGb })
  })

  it('each threshold of a disk stays as it was set', () => {
    expect(thresholdsOf({ warnGb: null, overwriteGb: 2 }, 16 * gb)).toEqual({ warnGb: 3.2, overwriteGb: 2 })
    expect(thresholdsOf({ warnGb: 12, overwriteGb: null }, 16 * gb)).toEqual({ warnGb: 12, overwriteGb: 1.6 })
  })
})

describe('[DASH-07] history is overwritten', () => {
  const disk = (freeGb: number) => ({ freeBytes: freeGb * gb, totalBytes: 100 * gb })

  it('history is overwritten up to the threshold when the notice has stood for a day', () => {
    expect(secondsOfNotice(disk(9), 0)).toBe(dayS)
    expect(secondsOfNotice(disk(9), dayS - 1)).toBe(1)
    expect(secondsOfNotice(disk(9), dayS)).toBe(0)
    expect(overwriteUpTo(disk(9), 10, dayS)).toBe(10 * gb)
  })

  it('history is overwritten before the notice ends only with less than 2 % of the disk free, and only up to 2 %', () => {
    expect(secondsOfNotice(disk(2), 0)).toBe(dayS)
    expect(secondsOfNotice(disk(1.99), 0)).toBe(0)
    expect(overwriteUpTo(disk(1.99), 10, 0)).toBe(2 * gb)
    expect(overwriteUpTo(disk(1.99), 1, 0)).toBe(1 * gb)
  })
})
