import { expect, it } from 'vitest'
import { timetableFaults as faultsAt } from './limits.ts'

const limits = { spansPerDay: 1, zones: 10, zonesPerPerson: 2, holidays: 1, holidayKinds: 1, holidaysForAll: false }
const today = '2026-01-01'
const always = { validFromOn: null, validToOn: null }
const timetableFaults = (
  limits: Parameters<typeof faultsAt>[0]['limits'],
  own: Omit<Parameters<typeof faultsAt>[1], 'validFromOn' | 'validToOn'>,
) => faultsAt({ limits, others: [], isOpenToSome: false, ignoresHours: false }, { ...always, ...own }, today)
const range = (startMinute: number, endMinute: number) => ({ startMinute, endMinute })
const weekOf = (...ranges: { startMinute: number; endMinute: number }[]) => [ranges, [], [], [], [], [], []]
const holiday = (on: string) => ({ on, isYearly: false, remark: '' })

it('a day may have as many spans as a person can have zones with; ranges that touch are one', () => {
  const touching = { week: weekOf(range(0, 60), range(60, 120), range(180, 240)), holiday: [], holidays: [] }
  expect(timetableFaults(limits, touching)).toEqual([])
  const apart = { ...touching, week: weekOf(range(0, 60), range(70, 120), range(180, 240)) }
  expect(timetableFaults(limits, apart)).toEqual([{ problem: 'spans', has: 3, max: 2 }])
})

it('the hours of holidays count once there is a holiday, and so does their number', () => {
  const holidayHours = [range(0, 60), range(70, 120), range(180, 240)]
  const timetable = { week: weekOf(), holiday: holidayHours, holidays: [] }
  expect(timetableFaults(limits, timetable)).toEqual([])
  const dates = ['2026-01-01', '2026-05-01'].map((on) => holiday(on))
  expect(timetableFaults(limits, { ...timetable, holidays: dates })).toEqual([
    { problem: 'spans', has: 3, max: 2 },
    { problem: 'holidays', has: 2, max: 1 },
  ])
})

it('a holiday on which timetables differ is told with what differs, where everybody has the same hours on one', () => {
  const forAll = { ...limits, holidays: 24, holidaysForAll: true }
  const week = Array.from({ length: 7 }, () => [range(60, 120)])
  const own = { ...always, week, holiday: [], holidays: [holiday('2026-10-01')] }
  const faults = (others: object[], isOpenToSome = false) =>
    faultsAt(
      {
        limits: forAll,
        others: others.map((one) => ({ name: 'Guests', ...own, ...one })),
        isOpenToSome,
        ignoresHours: false,
      },
      own,
      today,
    )
  expect(faults([])).toEqual([])
  expect(faults([{}])).toEqual([])
  expect(faults([{ holidays: [] }])).toEqual([
    { problem: 'holidays-differ', holidays: [{ on: '2026-10-01', remark: '' }], names: ['Guests'] },
  ])
  expect(faults([{ holiday: [range(60, 90)] }])).toMatchObject([{ names: ['Guests'] }])
  expect(faults([], true)).toMatchObject([{ names: [null] }])
  // A holiday that is over, and one on which this one is closed as on any other day.
  expect(faults([{ holidays: [] }].map((one) => ({ ...one, validToOn: '2026-09-01', week: [] })))).toEqual([])
  const shortened = { ...own, holiday: [range(0, 10), range(20, 30)] }
  expect(faultsAt({ limits: forAll, others: [], isOpenToSome: false, ignoresHours: false }, shortened, today)).toEqual([
    { problem: 'holiday-spans', has: 2, max: 1 },
  ])
})

it('a device that keeps to no hours holds nothing of a timetable but one that is always open', () => {
  const at = { limits, others: [], isOpenToSome: true, ignoresHours: true }
  const own = { ...always, week: weekOf(range(0, 60)), holiday: [], holidays: [holiday('2026-05-01')] }
  expect(faultsAt(at, own, today)).toEqual([{ problem: 'no-hours' }])
  const open = { ...own, week: Array.from({ length: 7 }, () => [range(0, 1440)]) }
  expect(faultsAt(at, { ...open, holidays: [] }, today)).toEqual([])
  // On its holidays it is closed.
  expect(faultsAt(at, open, today)).toEqual([{ problem: 'no-hours' }])
})
