import { localMoment } from '@gatehouse/engine/calendar/local-moment.ts'
import { type Timetable, timetableRange } from '@gatehouse/engine/passage/timetable.ts'
import { describe, expect, it } from 'vitest'
import { hoursOn, nextOn } from './hours.ts'

const once = (on: string) => ({ on, isYearly: false, remark: '' })
const yearly = (on: string) => ({ on, isYearly: true, remark: '' })
const hour = (startsAt: number, endsAt = startsAt + 1) => [{ startMinute: startsAt * 60, endMinute: endsAt * 60 }]
// Each weekday has its own hour, so an answer betrays the row it came from.
const office: Timetable = {
  id: 'office',
  name: 'Office',
  validFromOn: null,
  validToOn: null,
  week: [hour(1), hour(2), hour(3), hour(4), hour(5), [], []],
  holiday: hour(10, 12),
  holidays: [],
}

describe('the hours of a date', () => {
  it('are those of its weekday or of the holiday, joined, and none out of force', () => {
    const both = { ...office, holidays: [once('2026-10-01')], holiday: [...hour(10), ...hour(11)] }
    expect(hoursOn(both, '2026-10-01')).toEqual(hour(10, 12))
    // A Friday, a Saturday and a Monday.
    expect(hoursOn(both, '2026-10-02')).toEqual(hour(5))
    expect(hoursOn(both, '2026-10-03')).toEqual([])
    expect(hoursOn(both, '2028-02-28')).toEqual(hour(1))
    expect(hoursOn({ ...both, validToOn: '2026-10-01' }, '2026-10-02')).toEqual([])
  })

  it('are those by which a door decides, on each day of two years', () => {
    const holidays = [yearly('2020-02-29'), yearly('2020-10-01'), once('2027-12-25')]
    const timetable = { ...office, holidays, validFromOn: '2027-01-10', validToOn: '2028-11-20' }
    const first = Temporal.PlainDate.from('2027-01-01')
    for (const day of Array.from({ length: 731 }, (_, days) => first.add({ days }))) {
      const midnight = day.toZonedDateTime('UTC').epochMilliseconds
      const open = Array.from({ length: 24 }, (_, at) => at).filter(
        (at) => timetableRange(timetable, localMoment(midnight + at * 3_600_000, 'UTC')).range,
      )
      const hours = hoursOn(timetable, day.toString())
      const told = hours.flatMap(({ startMinute, endMinute }) =>
        Array.from({ length: (endMinute - startMinute) / 60 }, (_, at) => startMinute / 60 + at),
      )
      expect(told, day.toString()).toEqual(open)
    }
  })

  it.each([
    [yearly('2020-10-01'), '2026-10-01', '2026-10-01'],
    [yearly('2020-10-01'), '2026-10-02', '2027-10-01'],
    [once('2026-10-01'), '2026-10-02', undefined],
    [once('2026-10-01'), '2026-01-01', '2026-10-01'],
    [once('2027-10-01'), '2026-01-01', undefined],
    [yearly('2024-02-29'), '2026-03-01', undefined],
    [yearly('2024-02-29'), '2027-03-01', '2028-02-29'],
  ])('%j is next, from %s on, on %s', (holiday, today, on) => expect(nextOn(holiday, today)).toBe(on))
})
