import { expect, it } from 'vitest'
import { briefTime, companyTime, formatInstant, weekdayNumber, withOffset } from './format-date.ts'

const at = '2026-03-01T16:05:09.250Z'

it('[ERR-02] a date is written as yyyy-MM-dd, with hours, minutes or seconds', () => {
  expect(formatInstant(at, 'day', 'UTC')).toBe('2026-03-01')
  expect(formatInstant(at, 'hour', 'UTC')).toBe('2026-03-01 16')
  expect(formatInstant(at, 'minute', 'UTC')).toBe('2026-03-01 16:05')
  expect(formatInstant(at, 'second', 'UTC')).toBe('2026-03-01 16:05:09')
})

it('[ERR-02] a date is written in the given zone, over the end of a day and of summer time', () => {
  expect(formatInstant(at, 'second', 'Asia/Shanghai')).toBe('2026-03-02 00:05:09')
  expect(formatInstant('2026-10-25T00:30:00Z', 'minute', 'Europe/Berlin')).toBe('2026-10-25 02:30')
  expect(formatInstant('2026-10-25T01:30:00Z', 'minute', 'Europe/Berlin')).toBe('2026-10-25 02:30')
  expect(formatInstant('2026-10-25T02:30:00Z', 'minute', 'Europe/Berlin')).toBe('2026-10-25 03:30')
})

it('a time in a narrow list is short, and never without its minutes', () => {
  const [day, time] = companyTime(at).split(' ')
  expect(briefTime(at, '2026-03-01T16:06:00Z', 'second')).toBe(time)
  expect(briefTime(at, '2026-03-01T16:06:00Z', 'minute')).toBe(time?.slice(0, 5))
  expect(briefTime(at, '2026-06-01T12:00:00Z', 'second')).toBe(`${day?.slice(5)} ${time?.slice(0, 5)}`)
  expect(briefTime(at, '2028-06-01T12:00:00Z', 'second')).toBe(`${day} ${time?.slice(0, 5)}`)
})

it('an absent or invalid date is written as an empty text', () => {
  expect(formatInstant(null, 'second', 'UTC')).toBe('')
  expect(companyTime('yesterday')).toBe('')
  expect(withOffset(null, 'UTC')).toBe('')
})

it.each([
  ['UTC', '2026-03-01 16:05:09+00:00'],
  ['Asia/Kathmandu', '2026-03-01 21:50:09+05:45'],
  ['America/St_Johns', '2026-03-01 12:35:09-03:30'],
])('a file shows how far the clock of %s is from UTC', (timeZone, text) => {
  expect(withOffset(at, timeZone)).toBe(text)
})

it('a week is counted from Monday 1 to Sunday 7', () => {
  expect(['2026-11-16', '2026-11-21', '2026-11-22'].map(weekdayNumber)).toEqual([1, 6, 7])
})
