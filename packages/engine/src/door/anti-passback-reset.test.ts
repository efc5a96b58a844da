import { expect, it } from 'vitest'
import type { Timetable } from '../passage/timetable.ts'
import { forgetBefore, lastDailyReset, lastTimetableReset } from './anti-passback-reset.ts'

const around = {
  person: { areaIds: ['lab', 'hall', 'site'], enteredAtMs: 5_000 },
  occupancy: 3,
  openDoorIds: [],
}
const entersAreaId = 'hall'

it('a person who came in before the reset counts as outside the area entered, and only once', () => {
  expect(forgetBefore(around, { entersAreaId, resetAtMs: 5_000, locatedAtMs: 5_000 })).toEqual({
    person: { areaIds: ['site'], enteredAtMs: null },
    occupancy: 2,
    openDoorIds: [],
  })
})

it('a person who came in after the reset is not forgiven', () => {
  expect(forgetBefore(around, { entersAreaId, resetAtMs: 4_999, locatedAtMs: 5_000 })).toEqual(around)
  expect(forgetBefore(around, { entersAreaId, resetAtMs: null, locatedAtMs: 5_000 })).toEqual(around)
})

it('a person who came in before the reset and has gone elsewhere since is forgiven the time of coming in', () => {
  const outside = { ...around, person: { areaIds: [], enteredAtMs: 5_000 } }
  expect(forgetBefore(outside, { entersAreaId, resetAtMs: 6_000, locatedAtMs: 7_000 })).toEqual({
    ...outside,
    person: { areaIds: [], enteredAtMs: null },
  })
})

it('nothing is forgotten at a door that leads outside, or about a person who is not known', () => {
  const reset = { resetAtMs: 9_000, locatedAtMs: 5_000 }
  expect(forgetBefore(around, { entersAreaId: null, ...reset })).toBe(around)
  const unknown = { ...around, person: null }
  expect(forgetBefore(unknown, { entersAreaId, ...reset })).toBe(unknown)
})

const at = (text: string) => Temporal.ZonedDateTime.from(text).epochMilliseconds

it('the last daily reset is that of today, or else that of yesterday, on the clock of the place', () => {
  const zone = 'Europe/Berlin'
  const noon = at('2026-06-15T12:00[Europe/Berlin]')
  expect(lastDailyReset(noon, [], zone)).toBeNull()
  expect(lastDailyReset(noon, [720], zone)).toBe(noon)
  expect(lastDailyReset(noon - 1, [720], zone)).toBe(at('2026-06-14T12:00[Europe/Berlin]'))
  expect(lastDailyReset(noon, [1_200, 300], zone)).toBe(at('2026-06-15T05:00[Europe/Berlin]'))
  expect(lastDailyReset(noon, [0], 'Asia/Shanghai')).toBe(at('2026-06-15T00:00[Asia/Shanghai]'))
})

it('a daily reset at a time that clocks skip happens an hour later on the clock', () => {
  const night = at('2026-03-29T04:00[Europe/Berlin]')
  expect(lastDailyReset(night, [150], 'Europe/Berlin')).toBe(at('2026-03-29T03:30[Europe/Berlin]'))
})

const range = (startMinute: number) => ({ startMinute, endMinute: startMinute + 30 })
/** Mondays at 06:00 and 18:00, and on holidays at 02:30. */
const timetable: Timetable = {
  id: 'nights',
  name: 'Nights',
  validFromOn: null,
  validToOn: null,
  week: [[range(360), range(1080)], [], [], [], [], [], []],
  holiday: [range(150)],
  holidays: [{ on: '2026-03-29', isYearly: false, remark: 'Clocks go forward' }],
}
const berlin = 'Europe/Berlin'

it('a range of a timetable forgives everybody when it begins, and the last beginning counts, also of days ago', () => {
  const morning = at('2026-03-23T06:00[Europe/Berlin]')
  expect(lastTimetableReset(morning, timetable, berlin)).toBe(morning)
  expect(lastTimetableReset(morning - 1, timetable, berlin)).toBe(at('2026-03-16T18:00[Europe/Berlin]'))
  expect(lastTimetableReset(at('2026-03-27T12:00[Europe/Berlin]'), timetable, berlin)).toBe(
    at('2026-03-23T18:00[Europe/Berlin]'),
  )
})

it('a holiday has the beginnings of its own row, as much later where clocks skip them, and the first where they repeat them', () => {
  expect(lastTimetableReset(at('2026-03-29T12:00[Europe/Berlin]'), timetable, berlin)).toBe(
    at('2026-03-29T03:30[Europe/Berlin]'),
  )
  const autumn = { ...timetable, holidays: [{ on: '2026-10-25', isYearly: false, remark: 'Clocks go back' }] }
  expect(lastTimetableReset(at('2026-10-25T12:00[Europe/Berlin]'), autumn, berlin)).toBe(
    Temporal.Instant.from('2026-10-25T02:30+02:00').epochMilliseconds,
  )
})

it('a timetable forgives nobody on days on which it is not in force, and one without ranges never does', () => {
  const over = { ...timetable, validToOn: '2026-03-16' }
  expect(lastTimetableReset(at('2026-03-25T12:00[Europe/Berlin]'), over, berlin)).toBe(
    at('2026-03-16T18:00[Europe/Berlin]'),
  )
  const later = { ...timetable, validFromOn: '2026-03-24' }
  expect(lastTimetableReset(at('2026-03-25T12:00[Europe/Berlin]'), later, berlin)).toBeNull()
  expect(lastTimetableReset(0, { ...timetable, week: [[], [], [], [], [], [], []], holidays: [] }, berlin)).toBeNull()
})
