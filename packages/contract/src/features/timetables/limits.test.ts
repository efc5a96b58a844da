import { expect, it } from 'vitest'
import { timetableFaults } from './limits.ts'

const limits = { spansPerDay: 1, zones: 10, zonesPerPerson: 2, holidays: 1, holidayKinds: 1 }
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
