import { createHash } from 'node:crypto'
import type { AccessRules } from '@gatehouse/contract/device/link.ts'
import { type CompiledZone, compileRights, timetablesOf } from '../compile-rights.ts'
import { access, attendance, type CommandText } from './protocol/write-command.ts'
import { accessTimetables, attendanceTimetables, type Dialect } from './zkteco-make.ts'

/** Zone 1 is built into terminals and stays open; ours are always (2) and those of timetables (from 3 on), so that a few commands close all. */
const always = 2

export type ZkRights = {
  /** Changes when people get other zones. */
  bindings: string
  /** Changes when a zone is open at other times. */
  definitions: string
  commands: CommandText[]
  /** The zones of somebody in these groups at a terminal with one door; none: it does not open. */
  zonesOf(groupIds: readonly string[]): number[]
  /** Each zone of somebody in these groups with the doors that it opens. */
  rightsOf(groupIds: readonly string[], doors: number): { zone: number; doors: number[] }[]
}

type Asked = {
  rules: AccessRules
  /** The doors that a group may pass; one that is not named may pass all. */
  groupPorts: Readonly<Record<string, readonly number[]>>
  isRunning: boolean
  today: string
}

/** The policies of a device as zones of its own, as of this local day. A device that may open nothing has the same zones, all closed. */
export function compileZones(dialect: Dialect, { rules, groupPorts, isRunning, today }: Asked): ZkRights {
  const limits = dialect === 'access' ? accessTimetables : attendanceTimetables
  const sets = new Map<string, string[]>()
  for (const groupId of rules.boundGroupIds) {
    const timetables = timetablesOf(rules, [groupId])
    if (timetables !== 'always') sets.set(groupId, timetables)
  }
  const { zones, holidays, zonesOf } = compileRights(limits, rules.timetables, [...sets.values()], today)
  const places = new Map([...sets.keys()].map((groupId, at) => [groupId, zonesOf[at] ?? []]))
  const all = [open, ...zones].map((zone) => (isRunning ? zone : closed))
  const commands = [
    ...all.map((zone, at) => (dialect === 'access' ? accessZoneOf(zone, at) : attendanceZoneOf(zone, at))),
    ...(dialect === 'access' ? holidayCommands(holidays) : []),
  ]
  const zonesFor = (groupIds: readonly string[]): number[] => {
    if (timetablesOf(rules, groupIds) === 'always') return [always]
    const found = groupIds.flatMap((groupId) => places.get(groupId) ?? [])
    return [...new Set(found)].slice(0, limits.zonesPerPerson).map((place) => place + always + 1)
  }
  return {
    bindings: hashOf([
      [...places],
      rules.boundGroupIds.toSorted(),
      Object.entries(groupPorts).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
    definitions: hashOf(commands),
    commands,
    zonesOf: zonesFor,
    rightsOf(groupIds, doors) {
      if (doors === 1) return zonesFor(groupIds).map((zone) => ({ zone, doors: [1] }))
      const found = new Map<number, number[]>()
      for (let door = 1; door <= doors; door++)
        for (const zone of zonesFor(groupIds.filter((groupId) => groupPorts[groupId]?.includes(door) ?? true)))
          found.set(zone, [...(found.get(zone) ?? []), door])
      return [...found].map(([zone, own]) => ({ zone, doors: own }))
    },
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64')

const everyDay = (spans: CompiledZone['week'][number]): CompiledZone => ({
  week: Array.from({ length: 7 }, () => spans),
  holidays: Array.from({ length: 3 }, () => spans),
})
const open = everyDay([{ startMinute: 0, endMinute: 1440 }])
const closed = everyDay([])

const holidayCommands = (holidays: readonly { on: string; kind: number }[]): CommandText[] => [
  access.clearHolidays(),
  ...holidays.map(({ on, kind }) => access.putHoliday(Temporal.PlainDate.from(on), kind + 1)),
]

/** Their weeks begin on Sunday. */
const fromSunday = <T>(week: readonly T[]): T[] => [...week.slice(6), ...week.slice(0, 6)]
const rangeOf = ({ startMinute, endMinute }: { startMinute: number; endMinute: number }) => ({
  from: startMinute,
  to: endMinute,
})

function accessZoneOf({ week, holidays }: CompiledZone, at: number): CommandText {
  const days = [...fromSunday(week), ...holidays]
  return access.putZone(
    at + always,
    days.map((day) => day.map(rangeOf)),
  )
}

function attendanceZoneOf({ week }: CompiledZone, at: number): CommandText {
  const days = fromSunday(week).map(([first]) => (first ? rangeOf(first) : null))
  return attendance.putZone(at + always, days)
}
