import { randomUUID } from 'node:crypto'
import type { AccessRules, WireTimetable } from '@gatehouse/contract/device/link.ts'
import { describe, expect, it } from 'vitest'
import { compileZones } from './compile-zones.ts'

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
const compile = (dialect: 'access' | 'attendance', rules: AccessRules, isRunning = true, groupPorts = {}) =>
  compileZones(dialect, { rules, groupPorts, isRunning, today })

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
    expect(zones).toHaveLength(2)
    for (const text of zones)
      expect(text).toMatch(dialect === 'access' ? /^[^\t]*(?:\t\w+=0)+$/ : /SunStart=2357\tSunEnd=2356/)
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
