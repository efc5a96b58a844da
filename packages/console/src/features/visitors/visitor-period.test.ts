import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionUserOf } from '../../../test/session-users.ts'
import { setUser } from '../../lib/session.ts'
import { visitPresets } from './visitor-period.ts'

beforeEach(() => {
  vi.useFakeTimers()
  setUser({ ...sessionUserOf('superAdmin'), timeZone: 'UTC' })
})
afterEach(() => void vi.useRealTimers())

/** 2026-06-03 is a Wednesday. */
const periodAt = (now: string, preset: keyof typeof visitPresets) => {
  vi.setSystemTime(`${now}:20Z`)
  const { validFromAt, validToAt } = visitPresets[preset]()
  return `${validFromAt.slice(0, 16)} ${validToAt.slice(0, 16)}`
}

it.each([
  ['2026-06-03T10:15', 'today', '2026-06-03T10:15 2026-06-04T00:00'],
  ['2026-06-03T23:31', 'today', '2026-06-03T23:31 2026-06-04T01:31'],
  ['2026-06-03T23:31', 'tomorrow', '2026-06-04T00:00 2026-06-05T00:00'],
  ['2026-06-03T10:15', 'week', '2026-06-03T10:15 2026-06-08T00:00'],
  ['2026-06-07T23:31', 'week', '2026-06-07T23:31 2026-06-08T01:31'],
] as const)('at %s a visit of %s lasts %s', (now, preset, period) => {
  expect(periodAt(now, preset)).toBe(period)
})

it.each([
  ['the evening before a day of 23 hours', '2026-03-28T22:40', 'tomorrow', '2026-03-28T23:00 2026-03-29T22:00'],
  ['the beginning of a day of 25 hours', '2026-10-24T22:10', 'today', '2026-10-24T22:10 2026-10-25T23:00'],
  ['the evening before a day of 25 hours', '2026-10-24T21:40', 'today', '2026-10-24T21:40 2026-10-24T23:40'],
] as const)('on %s a visit keeps to the calendar', (_, now, preset, period) => {
  setUser({ ...sessionUserOf('superAdmin'), timeZone: 'Europe/Berlin' })
  expect(periodAt(now, preset)).toBe(period)
})
