import { describe, expect, it } from 'vitest'
import { localMoment } from '../calendar/local-moment.ts'
import { timetableRange } from './timetable.ts'
import type { DayRanges, Timetable } from './timetable.ts'

/** `'09:00-18:00 20:00-24:00'` as ranges. */
function day(text: string): DayRanges {
  const minute = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
  return text.split(' ').map((range) => ({ startMinute: minute(range.slice(0, 5)), endMinute: minute(range.slice(6)) }))
}

const once = (on: string) => ({ on, isYearly: false, remark: '' })
const yearly = (on: string) => ({ on, isYearly: true, remark: '' })

// Each weekday has its own hour, so an answer betrays the row it came from.
const office: Timetable = {
  id: 'office',
  name: 'Office',
  validFromOn: null,
  validToOn: null,
  week: [day('01:00-02:00'), day('02:00-03:00'), day('03:00-04:00'), day('04:00-05:00'), day('05:00-06:00'), [], []],
  holiday: day('10:00-12:00'),
  holidays: [],
}
const allWeek = (text: string): Partial<Timetable> => {
  const ranges = day(text)
  return { week: [ranges, ranges, ranges, ranges, ranges, ranges, ranges] }
}

/** `row range`, as `3 09:00-18:00`, `holiday closed`, `not in force`. */
function answer(change: Partial<Timetable>, local: string): string {
  const atMs = Temporal.PlainDateTime.from(local).toZonedDateTime('UTC').epochMilliseconds
  const { isInForce, row, range } = timetableRange({ ...office, ...change }, localMoment(atMs, 'UTC'))
  const clock = (minute: number) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
  if (!isInForce) return `${row} not in force`
  return `${row} ${range ? `${clock(range.startMinute)}-${clock(range.endMinute)}` : 'closed'}`
}

// 2026-06-01 is a Monday.
describe('a pass timetable', () => {
  // One case, one line.
  // oxfmt-ignore
  it.each<[title: string, timetable: Partial<Timetable>, local: string, expected: string]>([
    ['Monday is row 1', {}, '2026-06-01T01:30', '1 01:00-02:00'],
    ['Friday is row 5', {}, '2026-06-05T05:30', '5 05:00-06:00'],
    ['Sunday is row 7', allWeek('09:00-18:00'), '2026-06-07T09:30', '7 09:00-18:00'],
    ['another day’s hour does not count', {}, '2026-06-02T01:30', '2 closed'],
    ['an empty row is closed all day', {}, '2026-06-06T01:30', '6 closed'],
    ['a range begins with its first second', allWeek('09:00-18:00'), '2026-06-01T09:00:00', '1 09:00-18:00'],
    ['a second before is closed', allWeek('09:00-18:00'), '2026-06-01T08:59:59', '1 closed'],
    ['a range holds its last second', allWeek('09:00-18:00'), '2026-06-01T17:59:59.999', '1 09:00-18:00'],
    ['its end is closed', allWeek('09:00-18:00'), '2026-06-01T18:00', '1 closed'],
    ['24:00 holds the day’s last second', allWeek('22:00-24:00'), '2026-06-01T23:59:59.999', '1 22:00-24:00'],
    ['24:00 does not reach into the next day', { week: [day('22:00-24:00'), [], [], [], [], [], []] }, '2026-06-02T00:00', '2 closed'],
    ['midnight is the first minute', allWeek('00:00-06:00'), '2026-06-01T00:00', '1 00:00-06:00'],
    ['the pause between two ranges is closed', allWeek('08:00-12:00 13:00-17:00'), '2026-06-01T12:30', '1 closed'],
    ['ranges that touch leave no gap', allWeek('08:00-12:00 12:00-17:00'), '2026-06-01T12:00', '1 12:00-17:00'],
    ['of overlapping ranges the longest open is named', allWeek('08:00-12:00 09:00-17:00 07:00-11:00'), '2026-06-01T10:00', '1 09:00-17:00'],
    ['of ranges with one end the earliest is named', allWeek('09:00-17:00 08:00-17:00'), '2026-06-01T10:00', '1 08:00-17:00'],
    ['a holiday takes the weekday’s place', { holidays: [once('2026-06-01')] }, '2026-06-01T10:30', 'holiday 10:00-12:00'],
    ['on a holiday the weekday’s range is closed', { holidays: [once('2026-06-01')] }, '2026-06-01T01:30', 'holiday closed'],
    ['an empty holiday row closes the day', { holidays: [once('2026-06-01')], holiday: [] }, '2026-06-01T01:30', 'holiday closed'],
    ['a holiday can open a closed day', { holidays: [once('2026-06-06')] }, '2026-06-06T11:00', 'holiday 10:00-12:00'],
    ['the day after a holiday is a weekday again', { holidays: [once('2026-06-01')] }, '2026-06-02T02:30', '2 02:00-03:00'],
    ['a single holiday does not come back', { holidays: [once('2025-06-02')] }, '2026-06-02T02:30', '2 02:00-03:00'],
    ['a yearly holiday comes back', { holidays: [yearly('2020-10-01')] }, '2026-10-01T11:59', 'holiday 10:00-12:00'],
    ['a yearly holiday holds in earlier years too', { holidays: [yearly('2030-10-01')] }, '2026-10-01T11:59', 'holiday 10:00-12:00'],
    ['a yearly holiday is that day alone', { holidays: [yearly('2020-10-01')] }, '2026-10-02T05:00', '5 05:00-06:00'],
    ['29 February, yearly, comes in a leap year', { holidays: [yearly('2024-02-29')] }, '2028-02-29T10:00', 'holiday 10:00-12:00'],
    ['29 February, yearly, does not move to 28 February', { holidays: [yearly('2024-02-29')] }, '2027-02-28T10:00', '7 closed'],
    ['29 February, yearly, does not move to 1 March', { holidays: [yearly('2024-02-29')] }, '2027-03-01T01:00', '1 01:00-02:00'],
    ['one of several holidays is enough', { holidays: [once('2026-01-01'), once('2026-06-01')] }, '2026-06-01T10:00', 'holiday 10:00-12:00'],
    ['its first valid day is included', { validFromOn: '2026-06-01' }, '2026-06-01T01:00', '1 01:00-02:00'],
    ['the day before is not', { validFromOn: '2026-06-02' }, '2026-06-01T01:00', '1 not in force'],
    ['its last valid day is included', { validToOn: '2026-06-01' }, '2026-06-01T01:00', '1 01:00-02:00'],
    ['the day after is not', { validToOn: '2026-05-31' }, '2026-06-01T01:00', '1 not in force'],
    ['a holiday opens nothing out of force', { validToOn: '2026-05-31', holidays: [once('2026-06-01')] }, '2026-06-01T10:00', 'holiday not in force'],
  ])('[PASS-01] %s', (_title, timetable, local, expected) => {
    expect(answer(timetable, local)).toBe(expected)
  })
})
