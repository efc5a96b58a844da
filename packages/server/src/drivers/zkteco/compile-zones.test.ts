import { randomUUID } from 'node:crypto'
import type { AccessRules, WireTimetable } from '@gatehouse/contract/device/link.ts'
import { describe, expect, it } from 'vitest'
import { compileZones } from './compile-zones.ts'
import type { ZoneNumbers } from './number-zones.ts'

const [office, guests, free] = [randomUUID(), randomUUID(), randomUUID()]
const timetable = (more: Partial<WireTimetable> = {}): WireTimetable => ({
  id: randomUUID(),
  name: 'Office',
  validFromOn: null,
  validToOn: null,
  week: [[{ startMinute: 510, endMinute: 720 }], [], [], [], [], [], [{ startMinute: 0, endMinute: 1440 }]],
  holiday: [],
  holidays: [],
  ...more,
})
function rulesOf(timetables: Record<string, WireTimetable>): AccessRules {
  const policies = Object.entries(timetables).map(([groupId, { id }]) => ({
    id: randomUUID(),
    groupId,
    timetableId: id,
  }))
  return {
    revision: 1,
    boundGroupIds: [office, guests, free],
    timetables: Object.values(timetables),
    policies,
    door: null,
  }
}
const today = '2026-01-05'
const compile = (
  dialect: 'access' | 'attendance',
  rules: AccessRules,
  isRunning = true,
  groupPorts = {},
  numbers: ZoneNumbers = {},
) => compileZones(dialect, { rules, groupPorts, blacklistGroupIds: [], isRunning, today, numbers, holidayNumbers: {} })

it('of a controller each zone opens the doors that the groups of a person may pass, and other doors are another binding', () => {
  const rules = rulesOf({ [office]: timetable() })
  const rights = compile('access', rules, true, { [office]: [2, 4], [free]: [1] })
  expect(rights.rightsOf([office], 4)).toEqual([{ zone: 3, doors: [2, 4] }])
  expect(rights.rightsOf([office, free], 4)).toEqual([
    { zone: 2, doors: [1] },
    { zone: 3, doors: [2, 4] },
  ])
  expect(rights.rightsOf([guests], 2)).toEqual([{ zone: 2, doors: [1, 2] }])
  expect(rights.rightsOf([office], 1)).toEqual([{ zone: 3, doors: [1] }])
  expect(compile('access', rules).bindings).not.toBe(rights.bindings)
})

describe.each(['access', 'attendance'] as const)('zones of the dialect %s', (dialect) => {
  it('a group without a policy passes at any time, one with a timetable in its zone, and a group that is not bound never', () => {
    const rights = compile(dialect, rulesOf({ [office]: timetable() }))
    expect([rights.zonesOf([free]), rights.zonesOf([office]), rights.zonesOf([office, free])]).toEqual([[2], [3], [2]])
    expect(rights.zonesOf([randomUUID()])).toEqual([])
    const zone = rights.commands.find((text) => /(?:UID|TimezoneId)=3\t/.test(text)) ?? ''
    expect(zone).toMatch(dialect === 'access' ? /\tMonTime1=54396080\t/ : /\tMonStart=830\tMonEnd=1200\t/)
    expect(zone).toMatch(dialect === 'access' ? /\tSunTime1=2359\t/ : /\tSunStart=0\tSunEnd=2359\t/)
    expect(zone).toMatch(dialect === 'access' ? /\tTueTime1=0\t/ : /\tTuesStart=2357\tTuesEnd=2356\t/)
  })

  it('a device that may open nothing has every zone closed, and nobody is sent again for it', () => {
    const rules = rulesOf({ [office]: timetable() })
    const [running, stopped] = [compile(dialect, rules), compile(dialect, rules, false)]
    expect(stopped.bindings).toBe(running.bindings)
    expect(stopped.definitions).not.toBe(running.definitions)
    const zones = stopped.commands.filter((text) => text.includes('imezone') || text.includes('AccTimeZone'))
    // Attendance terminals have one more, which is never open.
    expect(zones).toHaveLength(dialect === 'access' ? 2 : 3)
    for (const text of zones)
      expect(text).toMatch(dialect === 'access' ? /^[^\t]*(?:\t\w+=0)+$/ : /SunStart=2357\tSunEnd=2356/)
  })

  it('a zone keeps its number when another group gets one, and a number of before opens what all of its people may pass by', () => {
    const at = (startMinute: number, endMinute: number) =>
      timetable({ week: Array.from({ length: 7 }, () => [{ startMinute, endMinute }]) })
    const monday = (rights: ReturnType<typeof compile>, number: number) => {
      const text = rights.commands.find((one) => new RegExp(`(?:UID|TimezoneId)=${number}\\t`).test(one)) ?? ''
      if (dialect === 'attendance') return /\tMonStart=(\d+)\tMonEnd=(\d+)/.exec(text)?.slice(1).map(Number)
      const slot = Number(/\tMonTime1=(\d+)/.exec(text)?.[1])
      return [slot >> 16, slot & 65_535]
    }
    const day = at(540, 1020)
    const first = compile(dialect, rulesOf({ [guests]: day }))
    const second = compile(dialect, rulesOf({ [office]: at(0, 1440), [guests]: day }), true, {}, first.numbers)
    expect([second.zonesOf([guests]), second.zonesOf([office])]).toEqual([[3], [4]])
    expect(monday(second, 3)).toEqual([900, 1700])
    // Two groups of one zone part: its people open what both may, until they have other numbers.
    const shared = compile(dialect, rulesOf({ [office]: day, [guests]: day }))
    expect([shared.zonesOf([guests]), shared.zonesOf([office])]).toEqual([[3], [3]])
    const parted = compile(dialect, rulesOf({ [office]: at(600, 1200), [guests]: day }), true, {}, shared.numbers)
    expect([parted.zonesOf([office]), parted.zonesOf([guests])]).toEqual([[4], [5]])
    expect([3, 4, 5].map((number) => monday(parted, number))).toEqual([
      [1000, 1700],
      [1000, 2000],
      [900, 1700],
    ])
    expect(Object.keys(parted.numbersInUse)).toEqual(['4', '5'])
  })

  it('somebody in several groups has the zones of each, and other bindings are other tags', () => {
    const both = rulesOf({
      [office]: timetable(),
      [guests]: timetable({ week: Array.from({ length: 7 }, () => [{ startMinute: 60, endMinute: 120 }]) }),
    })
    const rights = compile(dialect, both)
    expect(rights.zonesOf([office, guests])).toEqual([3, 4])
    expect(rights.bindings).not.toBe(compile(dialect, rulesOf({})).bindings)
  })
})

it('a holiday is a date with a kind, at access terminals', () => {
  const rules = rulesOf({ [office]: timetable({ holidays: [{ on: '2026-02-02', isYearly: false, remark: '' }] }) })
  expect(compile('access', rules).commands).toContain('DATA UPDATE holiday Holiday=20260202\tHolidayType=1\tLoop=2')
})

describe('holidays of attendance terminals, on which everybody has one zone', () => {
  const week = Array.from({ length: 7 }, () => [{ startMinute: 480, endMinute: 1080 }])
  const day = (on: string, isYearly = true) => ({ on, isYearly, remark: 'Day off' })
  const own = (more: Partial<WireTimetable> = {}) => timetable({ week, ...more })
  const all = (one: WireTimetable) => rulesOf({ [office]: one, [guests]: one, [free]: one })
  type Given = {
    on?: string
    holidayNumbers?: Record<string, string>
    isRunning?: boolean
    blacklistGroupIds?: string[]
  }
  const rows = (rules: AccessRules, { on = today, ...given }: Given = {}) => {
    const none = { groupPorts: {}, blacklistGroupIds: [], isRunning: true, numbers: {}, holidayNumbers: {} }
    return compileZones('attendance', { rules, today: on, ...none, ...given })
  }
  const told = (rights: ReturnType<typeof rows>) =>
    rights.holidays
      .map(({ text }) => text)
      .filter((text) => text.includes('AccHoliday'))
      .map((text) => text.replace('DATA UPDATE AccHoliday ', '').replaceAll('\t', ' '))

  it('are sent with the zone that is never open where all timetables are closed, and their group observes them', () => {
    const rights = rows(all(own({ holidays: [day('2020-10-01'), day('2020-10-02'), day('2026-02-02', false)] })))
    expect(told(rights)).toEqual([
      'UID=1 HolidayName=Day off StartDate=0202 EndDate=0202 TimeZone=50',
      'UID=2 HolidayName=Day off StartDate=1001 EndDate=1002 TimeZone=50',
    ])
    expect(rights.holidays.at(-1)?.text).toBe('DATA UPDATE AccGroup ID=1\tValidHoliday=1')
    expect(rights.holidays.every(({ closes }) => closes)).toBe(true)
    expect(rights.holidayNumbers).toEqual({ 1: '0202-0202', 2: '1001-1002' })
  })

  it('with hours of their own get a zone of them, all day the zone that is always open, and of two spans the longer', () => {
    const hours = [
      { startMinute: 540, endMinute: 600 },
      { startMinute: 700, endMinute: 900 },
    ]
    const rights = rows(all(own({ holiday: hours, holidays: [day('2020-10-01')] })))
    expect(told(rights)).toEqual(['UID=1 HolidayName=Day off StartDate=1001 EndDate=1001 TimeZone=47'])
    expect(rights.commands.find((text) => text.includes('UID=47\t'))).toContain('MonStart=1140\tMonEnd=1500')
    const open = rows(all(own({ holiday: [{ startMinute: 0, endMinute: 1440 }], holidays: [day('2020-10-01')] })))
    expect(told(open)).toEqual(['UID=1 HolidayName=Day off StartDate=1001 EndDate=1001 TimeZone=2'])
    expect(open.holidays[0]?.closes).toBe(false)
    // A device that may open nothing opens nothing on a holiday either.
    const stopped = rows(all(own({ holiday: hours, holidays: [day('2020-10-01')] })), { isRunning: false })
    expect(stopped.commands.find((text) => text.includes('UID=47\t'))).toContain('MonStart=2357\tMonEnd=2356')
  })

  it.each([
    [
      'another timetable has none',
      rulesOf({ [office]: own({ holidays: [day('2020-10-01')] }), [guests]: own(), [free]: own() }),
    ],
    ['a group may pass at any time', rulesOf({ [office]: own({ holidays: [day('2020-10-01')] }) })],
    ['it is over', all(own({ holidays: [day('2026-01-04', false)] }))],
    ['it is of one year and far away', all(own({ holidays: [day('2026-08-01', false)] }))],
    ['it is a day as any other', all(own({ holidays: [day('2020-10-01')], holiday: week[0]! }))],
  ])('are not sent where %s', (_, rules) => expect(told(rows(rules))).toEqual([]))

  it('are no business of a group whose people pass nowhere', () => {
    const rules = rulesOf({
      [office]: own({ holidays: [day('2020-10-01')] }),
      [guests]: own({ holidays: [day('2020-10-01')] }),
    })
    expect(told(rows(rules))).toEqual([])
    expect(told(rows(rules, { blacklistGroupIds: [free] }))).toHaveLength(1)
  })

  it('end with the year, since a terminal compares months and days', () => {
    const rights = rows(all(own({ holidays: [day('2020-12-31'), day('2020-01-01')] })))
    expect(rights.holidayNumbers).toEqual({ 1: '1231-1231', 2: '0101-0101' })
  })

  it('are the next 24 where there are more, which is what such a terminal has room for', () => {
    const odd = Array.from(
      { length: 30 },
      (_, n) => `2020-${n < 15 ? '02' : '03'}-${String((n % 15) * 2 + 1).padStart(2, '0')}`,
    )
    const dates = odd.map((on) => day(on))
    expect(Object.values(rows(all(own({ holidays: dates }))).holidayNumbers)).toHaveLength(24)
    expect(rows(all(own({ holidays: dates }))).holidayNumbers).toMatchObject({ 1: '0201-0201' })
  })

  it('keep their numbers, and one that is over gets the dates of another, or a day half a year away', () => {
    const [march, october] = [day('2026-03-01', false), day('2020-10-01')]
    const first = rows(all(own({ holidays: [march, october] })))
    const later = rows(all(own({ holidays: [march, october, day('2020-05-01')] })), {
      holidayNumbers: first.holidayNumbers,
    })
    expect(later.holidayNumbers).toEqual({ 1: '0301-0301', 2: '1001-1001', 3: '0501-0501' })
    const over = { on: '2026-03-02', holidayNumbers: first.holidayNumbers }
    expect(rows(all(own({ holidays: [march, october] })), over).holidayNumbers).toEqual({
      1: '1001-1001',
      2: '1001-1001',
    })
    const parked = rows(all(own({ holidays: [march] })), over)
    expect(told(parked)).toEqual([
      'UID=1 HolidayName=Holiday StartDate=0901 EndDate=0901 TimeZone=50',
      'UID=2 HolidayName=Holiday StartDate=0901 EndDate=0901 TimeZone=50',
    ])
    expect(parked.holidays.slice(0, 2).some(({ closes }) => closes)).toBe(false)
  })
})
