import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localMoment } from './local-moment.ts'

const digest = (instant: string, timeZone: string) => {
  const { on, weekday, minuteOfDay, secondOfDay } = localMoment(
    Temporal.Instant.from(instant).epochMilliseconds,
    timeZone,
  )
  return [on, weekday, minuteOfDay, secondOfDay]
}

describe('the local moment', () => {
  it.each([
    ['Monday is 1', '2026-06-01T09:30:15+08:00', 'Asia/Shanghai', ['2026-06-01', 1, 570, 34_215]],
    ['Sunday is 7', '2026-06-07T23:59:59.999+08:00', 'Asia/Shanghai', ['2026-06-07', 7, 1439, 86_399]],
    ['the day begins at minute 0', '2026-06-08T00:00:00+08:00', 'Asia/Shanghai', ['2026-06-08', 1, 0, 0]],
    ['the date is the place’s, not Greenwich’s', '2026-06-07T20:00:00Z', 'Asia/Tokyo', ['2026-06-08', 1, 300, 18_000]],
    ['a zone may be half an hour off', '2026-06-01T00:00:00Z', 'Asia/Kolkata', ['2026-06-01', 1, 330, 19_800]],
    ['a zone may be an offset', '2026-06-01T00:00:00Z', '-03:00', ['2026-05-31', 7, 1260, 75_600]],
    ['before 1970 counts the same', '1969-12-31T23:59:59Z', 'UTC', ['1969-12-31', 3, 1439, 86_399]],
    ['29 February is a day', '2028-02-29T12:00:00Z', 'UTC', ['2028-02-29', 2, 720, 43_200]],
    [
      'a day of 23 hours: the last minute before',
      '2026-03-29T01:59:00+01:00',
      'Europe/Berlin',
      ['2026-03-29', 7, 119, 7140],
    ],
    [
      'a day of 23 hours: 02:00 is never seen',
      '2026-03-29T02:00:00+01:00',
      'Europe/Berlin',
      ['2026-03-29', 7, 180, 10_800],
    ],
    ['a day of 25 hours: 01:30 first', '2026-11-01T01:30:00-04:00', 'America/New_York', ['2026-11-01', 7, 90, 5400]],
    ['a day of 25 hours: 01:30 again', '2026-11-01T01:30:00-05:00', 'America/New_York', ['2026-11-01', 7, 90, 5400]],
    ['a day can begin at 01:00', '2026-04-24T00:00:00+02:00', 'Africa/Cairo', ['2026-04-24', 5, 60, 3600]],
  ] as const)('%s', (_title, instant, timeZone, expected) => {
    expect(digest(instant, timeZone)).toEqual(expected)
  })

  it('The local moment shows what Intl shows, at any instant in any zone', () => {
    const zones = ['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
    const formats = new Map(
      zones.map((timeZone) => [
        timeZone,
        new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
      ]),
    )
    const instants = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) })
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (atMs, timeZone) => {
        const { on, minuteOfDay, secondOfDay } = localMoment(atMs, timeZone)
        const clock = [Math.floor(minuteOfDay / 60), minuteOfDay % 60, secondOfDay % 60]
        expect(`${on} ${clock.map((part) => String(part).padStart(2, '0')).join(':')}`).toBe(
          formats.get(timeZone)?.format(atMs),
        )
      }),
    )
  })

  it('The local moment refuses a zone that does not exist, and a time that is no whole number', () => {
    expect(() => localMoment(0, 'Mars/Olympus')).toThrow(RangeError)
    expect(() => localMoment(Number.NaN, 'UTC')).toThrow(RangeError)
  })
})
