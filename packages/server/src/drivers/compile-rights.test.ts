import type { TimetableLimits } from '@gatehouse/contract/device/capabilities.ts'
import type { WireTimetable } from '@gatehouse/contract/device/link.ts'
import { timetableRange } from '@gatehouse/engine/passage/timetable.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CompiledRights, compileRights, timetablesOf } from './compile-rights.ts'

const roomy: TimetableLimits = {
  spansPerDay: 3,
  zones: 50,
  zonesPerPerson: 3,
  holidays: 100,
  holidayKinds: 40,
  holidaysForAll: false,
}
const office = { startMinute: 540, endMinute: 1080 }
const evening = { startMinute: 1140, endMinute: 1320 }
const timetable = (id: string, more: Partial<WireTimetable> = {}): WireTimetable => ({
  id,
  name: id,
  validFromOn: null,
  validToOn: null,
  week: Array.from({ length: 7 }, (_, day) => (day < 5 ? [office] : [])),
  holiday: [],
  holidays: [],
  ...more,
})
const monday = '2026-06-01'
const holiday = (on: string, isYearly = false) => ({ on, isYearly, remark: '' })

/** Whether the compiled device would open: what a device does with its zones. */
function opensAtDevice(
  { zones, holidays, zonesOf }: CompiledRights,
  set: number,
  date: Temporal.PlainDate,
  minute: number,
) {
  const kind = holidays.find(({ on }) => on === date.toString())?.kind
  return (zonesOf[set] ?? []).some((place) => {
    const zone = zones[place]!
    const day = kind === undefined ? zone.week[date.dayOfWeek - 1] : zone.holidays[kind]
    return day!.some(({ startMinute, endMinute }) => startMinute <= minute && minute < endMinute)
  })
}

/** Whether the server would, by the rules of the engine. */
const opensAtServer = (timetables: readonly WireTimetable[], date: Temporal.PlainDate, minute: number) =>
  timetables.some(
    ({ week, ...one }) =>
      timetableRange(
        { ...one, week: [week[0]!, week[1]!, week[2]!, week[3]!, week[4]!, week[5]!, week[6]!] },
        { on: date.toString(), weekday: date.dayOfWeek, minuteOfDay: minute, secondOfDay: minute * 60 },
      ).range !== null,
  )

it('a week of few spans is one zone, which sets with the same hours share', () => {
  const { zones, zonesOf, faults } = compileRights(roomy, [timetable('a'), timetable('b')], [['a'], ['b'], []], monday)
  expect([zones.length, zonesOf, faults]).toEqual([1, [[0], [0], []], []])
})

it('timetables of one person open together, and touching spans are one', () => {
  const later = timetable('b', { week: Array.from({ length: 7 }, () => [{ startMinute: 1080, endMinute: 1200 }]) })
  const { zones } = compileRights(roomy, [timetable('a'), later], [['a', 'b']], monday)
  expect(zones[0]!.week[0]).toEqual([{ startMinute: 540, endMinute: 1200 }])
})

it('a day with more spans than a zone takes fills several zones, and beyond those of a person it is told', () => {
  const spans = [0, 200, 400, 600, 800].map((startMinute, at) => ({
    startMinute,
    endMinute: startMinute + 10 * (at + 1),
  }))
  const day = timetable('a', { week: [spans, [], [], [], [], [], []] })
  const limits = { ...roomy, spansPerDay: 1, zonesPerPerson: 3 }
  const { zones, zonesOf, faults } = compileRights(limits, [day], [['a']], monday)
  expect(zonesOf).toEqual([[0, 1, 2]])
  expect(zones.map(({ week }) => week[0]![0]!.startMinute)).toEqual([400, 600, 800])
  expect(faults).toEqual([{ timetableIds: ['a'], problem: 'spans', has: 5, max: 3 }])
})

it('a holiday takes the place of its weekday; one that changes nothing takes no place', () => {
  const closed = timetable('a', { holidays: [holiday('2026-06-03'), holiday('2020-06-06', true)] })
  const { holidays, zones } = compileRights(roomy, [closed], [['a']], monday)
  expect(holidays).toEqual([{ on: '2026-06-03', kind: 0 }])
  expect(zones[0]!.holidays).toEqual([[]])
})

it('of too many holidays the next ones are sent, and it is told', () => {
  const many = timetable('a', { holidays: ['09', '03', '01'].map((day) => holiday(`2026-07-${day}`)) })
  const { holidays, faults } = compileRights({ ...roomy, holidays: 2 }, [many], [['a']], monday)
  expect(holidays.map(({ on }) => on)).toEqual(['2026-07-01', '2026-07-03'])
  expect(faults).toEqual([{ timetableIds: ['a'], problem: 'holidays', has: 3, max: 2 }])
})

it('a timetable out of its period opens nothing', () => {
  const over = timetable('a', { validToOn: '2026-05-31' })
  expect(compileRights(roomy, [over], [['a']], monday).zonesOf).toEqual([[]])
})

it('a set for which the device has no zone left stays closed, and it is told', () => {
  const other = timetable('b', { week: Array.from({ length: 7 }, () => [evening]) })
  const { zonesOf, faults } = compileRights({ ...roomy, zones: 1 }, [timetable('a'), other], [['a'], ['b']], monday)
  expect(zonesOf).toEqual([[0], []])
  expect(faults).toEqual([{ timetableIds: ['b'], problem: 'zones', has: 2, max: 1 }])
})

it('a bound group without a policy passes at any time, an unbound one never', () => {
  const rules = { boundGroupIds: ['g', 'h'], policies: [{ id: 'p', groupId: 'g', timetableId: 't' }] }
  expect([timetablesOf(rules, ['g']), timetablesOf(rules, ['g', 'h']), timetablesOf(rules, ['x'])]).toEqual([
    ['t'],
    'always',
    [],
  ])
})

const minuteSpan = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 8 }))
  .map(([hour, length]) => ({ startMinute: hour * 60, endMinute: Math.min(1440, (hour + length) * 60) }))
const day = fc.array(minuteSpan, { maxLength: 4 })
const date = fc.integer({ min: 0, max: 40 }).map((days) => Temporal.PlainDate.from(monday).add({ days }))
const anyTimetable = (id: string) =>
  fc
    .record({
      week: fc.array(day, { minLength: 7, maxLength: 7 }),
      holiday: day,
      holidays: fc.array(fc.record({ on: date.map(String), isYearly: fc.boolean(), remark: fc.constant('') }), {
        maxLength: 4,
      }),
    })
    .map((more) => timetable(id, more))
const anyLimits = fc.record({
  spansPerDay: fc.integer({ min: 1, max: 3 }),
  zones: fc.integer({ min: 1, max: 6 }),
  zonesPerPerson: fc.integer({ min: 1, max: 3 }),
  holidays: fc.integer({ min: 0, max: 6 }),
  holidayKinds: fc.integer({ min: 1, max: 3 }),
  holidaysForAll: fc.constant(false),
})

it('a compiled device opens exactly when the server would, where nothing is told; never wider but on a holiday that had no place', () => {
  const sets = [['a'], ['b'], ['a', 'b']]
  const cases = fc.tuple(anyTimetable('a'), anyTimetable('b'), anyLimits, date, fc.integer({ min: 0, max: 1439 }))
  fc.assert(
    fc.property(cases, ([a, b, limits, on, minute]) => {
      const compiled = compileRights(limits, [a, b], sets, monday)
      const isExact = compiled.faults.length === 0
      const mayBeWider = compiled.faults.some(({ problem }) => problem === 'holidays')
      const wrong = sets.filter((set, at) => {
        const own = [a, b].filter(({ id }) => set.includes(id))
        const [server, device] = [opensAtServer(own, on, minute), opensAtDevice(compiled, at, on, minute)]
        return isExact ? device !== server : device && !server && !mayBeWider
      })
      expect(wrong).toEqual([])
    }),
    { numRuns: 300 },
  )
})
