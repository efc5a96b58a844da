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
  /** The zones of somebody in these groups; none: no door opens. */
  zonesOf(groupIds: readonly string[]): number[]
}

type Asked = { rules: AccessRules; isRunning: boolean; today: string }

/** The policies of a device as zones of its own, as of this local day. A device that may open nothing has the same zones, all closed. */
export function compileZones(dialect: Dialect, { rules, isRunning, today }: Asked): ZkRights {
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
  return {
    bindings: hashOf([[...places], rules.boundGroupIds.toSorted()]),
    definitions: hashOf(commands),
    commands,
    zonesOf(groupIds) {
      if (timetablesOf(rules, groupIds) === 'always') return [always]
      const found = groupIds.flatMap((groupId) => places.get(groupId) ?? [])
      return [...new Set(found)].slice(0, limits.zonesPerPerson).map((place) => place + always + 1)
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
