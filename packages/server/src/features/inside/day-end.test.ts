import { expect, it } from 'vitest'
import { latestDayEnd } from './day-end.ts'

const endAt = (now: string, minute: number, zone: string) =>
  latestDayEnd(Temporal.Instant.from(now), minute, zone).toZonedDateTimeISO(zone).toPlainDateTime().toString()

it('A day ends at its minute on the clock of the site, today or yesterday', () => {
  expect(endAt('2026-11-24T20:00:00Z', 22 * 60, 'Asia/Shanghai')).toBe('2026-11-24T22:00:00')
  expect(endAt('2026-11-24T14:00:00Z', 22 * 60, 'Asia/Shanghai')).toBe('2026-11-24T22:00:00')
  expect(endAt('2026-11-24T13:59:59Z', 22 * 60, 'Asia/Shanghai')).toBe('2026-11-23T22:00:00')
  expect(endAt('2026-11-24T00:00:00Z', 0, 'America/New_York')).toBe('2026-11-23T00:00:00')
})

it('In the night in which the clock skips the minute, the day ends as much later', () => {
  expect(endAt('2026-03-29T00:59:59Z', 150, 'Europe/Berlin')).toBe('2026-03-28T02:30:00')
  expect(endAt('2026-03-29T01:30:00Z', 150, 'Europe/Berlin')).toBe('2026-03-29T03:30:00')
})

it('In the night in which the clock repeats the minute, the day ends at the first and not again', () => {
  const first = latestDayEnd(Temporal.Instant.from('2026-10-25T00:30:00Z'), 150, 'Europe/Berlin')
  expect(first.toString()).toBe('2026-10-25T00:30:00Z')
  expect(latestDayEnd(Temporal.Instant.from('2026-10-25T01:45:00Z'), 150, 'Europe/Berlin')).toEqual(first)
})

it('A day ends once also where a clock skips midnight or a whole date', () => {
  expect(endAt('2026-04-24T12:00:00Z', 0, 'Africa/Cairo')).toBe('2026-04-24T01:00:00')
  expect(endAt('2011-12-30T11:00:00Z', 22 * 60, 'Pacific/Apia')).toBe('2011-12-29T22:00:00')
})
