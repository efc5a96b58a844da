import { describe, expect, it } from 'vitest'
import { clockOf } from '../../lib/format-date.ts'
import { addDays, addMonths, datesOf, minuteOf, wholeMonth } from './attendance-time.ts'

describe('times of attendance', () => {
  it('times are written as a clock shows them and read back', () => {
    for (const minute of [0, 9, 545, 1439]) expect(minuteOf(clockOf(minute))).toBe(minute)
    for (const wrong of ['', '24:00', '9', '12:60', 'noon']) expect(minuteOf(wrong)).toBeUndefined()
  })

  it('months turn over with the year, and end on their own last day', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-03', -14)]).toEqual([
      '2027-01',
      '2025-12',
      '2025-01',
    ])
    expect([datesOf('2028-02').length, datesOf('2026-02').length]).toEqual([29, 28])
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(wholeMonth('2026-11-01', '2026-11-30')).toBe('2026-11')
    expect(wholeMonth('2026-11-01', '2026-11-29')).toBeUndefined()
  })
})
