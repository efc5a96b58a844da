import { expect, it } from 'vitest'
import { forgetBefore, lastDailyReset } from './anti-passback-reset.ts'

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
