import { createHash } from 'node:crypto'
import type { AccessRules } from '@gatehouse/contract/device/link.ts'
import { common as overlaps, type CompiledZone, compileRights, timetablesOf } from '../compile-rights.ts'
import { type HolidayNumbers, sharedHolidays, writeHolidays } from './attendance-holidays.ts'
import { numberZones, type ZoneNumbers } from './number-zones.ts'
import { access, attendance, type CommandText } from './protocol/write-command.ts'
import { accessTimetables, attendanceTimetables, type Dialect } from './zkteco-make.ts'

/** Zone 1 is built into terminals and stays open; ours are always (2) and those of timetables (from 3 on), so that a few commands close all. */
const always = 2
/** The last of attendance terminals, closed for good: holidays that close name it. To some of them the zone 0 is no limit. */
const never = 50
/** Those before it are of the hours of holidays. */
const zonesOfHolidays = [47, 48, 49]

export type ZkRights = {
  /** Changes when people get other zones. */
  bindings: string
  /** Changes when a zone is open at other times. */
  definitions: string
  /** The groups of each number, also of numbers of before, which go once everybody has been sent again. */
  numbers: ZoneNumbers
  numbersInUse: ZoneNumbers
  commands: CommandText[]
  /** Of attendance terminals, to be sent after the zones. */
  holidays: { text: CommandText; closes: boolean }[]
  /** The dates of each row of a holiday that the terminal has then. */
  holidayNumbers: HolidayNumbers
  /** The zones of somebody in these groups at a terminal with one door; none: it does not open. */
  zonesOf(groupIds: readonly string[]): number[]
  /** Whether a zone of somebody in these groups is open at this local time, or may be: of a day that is a holiday there nothing is known. */
  mayBeOpen(groupIds: readonly string[], at: Temporal.PlainDateTime): boolean
  /** Each zone of somebody in these groups with the doors that it opens. */
  rightsOf(groupIds: readonly string[], doors: number): { zone: number; doors: number[] }[]
}

type Asked = {
  rules: AccessRules
  /** The doors that a group may pass; one that is not named may pass all. */
  groupPorts: Readonly<Record<string, readonly number[]>>
  blacklistGroupIds: readonly string[]
  isRunning: boolean
  today: string
  /** The groups whose people may have each number already. */
  numbers: ZoneNumbers
  holidayNumbers: HolidayNumbers
}

/** The policies of a device as zones of its own, as of this local day. A device that may open nothing has the same zones, all closed. */
export function compileZones(
  dialect: Dialect,
  { rules, groupPorts, blacklistGroupIds, isRunning, today, numbers: before, holidayNumbers }: Asked,
): ZkRights {
  const limits = dialect === 'access' ? accessTimetables : attendanceTimetables
  const sets = new Map<string, string[]>()
  for (const groupId of rules.boundGroupIds) {
    const timetables = timetablesOf(rules, [groupId])
    if (timetables !== 'always') sets.set(groupId, timetables)
  }
  // Holidays of attendance terminals are no part of a zone.
  const ofZones = limits.holidaysForAll ? { ...limits, holidays: 0 } : limits
  const { zones, holidays, zonesOf } = compileRights(ofZones, rules.timetables, [...sets.values()], today)
  const places = new Map([...sets.keys()].map((groupId, at) => [groupId, zonesOf[at] ?? []]))
  const groupsOf = zones.map((_, place) =>
    [...places].flatMap(([groupId, own]) => own.flatMap((one, part) => (one === place ? [`${groupId} ${part}`] : []))),
  )
  const range = { first: always + 1, last: always + limits.zones }
  const { numbers, retired, after } = numberZones(before, groupsOf, range)
  // A number of before opens what all of those may pass by now who may still have it.
  const nowOf = (key: string): CompiledZone[] => {
    const groupId = key.split(' ')[0] ?? ''
    const own = places.get(groupId)
    if (own) return own.flatMap((place) => zones[place] ?? [])
    return rules.boundGroupIds.includes(groupId) ? [open] : []
  }
  const byNumber = new Map<number, CompiledZone>([[always, open]])
  for (const [place, zone] of zones.entries()) {
    const number = numbers[place]
    if (number !== undefined) byNumber.set(number, zone)
  }
  for (const number of retired) byNumber.set(number, commonOf((after[number] ?? []).map(nowOf), limits.spansPerDay))
  if (dialect === 'attendance') byNumber.set(never, closed)
  const free = zonesOfHolidays.filter((number) => !byNumber.has(number))
  const ofAll =
    dialect === 'attendance'
      ? writeHolidays(sharedHolidays(rules, blacklistGroupIds, today), holidayNumbers, { always, never, free }, today)
      : { zones: [], rows: [], numbers: {} }
  for (const { number, hours } of ofAll.zones) byNumber.set(number, everyDay([...hours]))
  const putZone = dialect === 'access' ? accessZoneOf : attendanceZoneOf
  const commands = [
    ...[...byNumber].toSorted(([a], [b]) => a - b).map(([number, zone]) => putZone(isRunning ? zone : closed, number)),
    ...(dialect === 'access' ? holidayCommands(holidays) : []),
  ]
  const observed = ofAll.rows.length > 0 ? [{ text: attendance.observeHolidays(), closes: true }] : []
  const rowsOfAll = [...ofAll.rows, ...observed]
  const zonesFor = (groupIds: readonly string[]): number[] => {
    if (timetablesOf(rules, groupIds) === 'always') return [always]
    const found = groupIds.flatMap((groupId) => places.get(groupId) ?? [])
    return [...new Set(found)].slice(0, limits.zonesPerPerson).flatMap((place) => numbers[place] ?? [])
  }
  return {
    bindings: hashOf([
      [...places].map(([groupId, own]) => [groupId, own.map((place) => numbers[place] ?? null)]),
      rules.boundGroupIds.toSorted(),
      Object.entries(groupPorts).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
    definitions: hashOf(rowsOfAll.length === 0 ? commands : [...commands, ...rowsOfAll.map(({ text }) => text)]),
    commands,
    holidays: rowsOfAll,
    holidayNumbers: ofAll.numbers,
    numbers: after,
    numbersInUse: Object.fromEntries(Object.entries(after).filter(([number]) => !retired.includes(Number(number)))),
    zonesOf: zonesFor,
    mayBeOpen(groupIds, at) {
      if (Object.values(ofAll.numbers).some((dates) => isWithin(dates, at))) return true
      const minute = at.hour * 60 + at.minute
      const isOpen = ({ startMinute, endMinute }: { startMinute: number; endMinute: number }) =>
        startMinute <= minute && minute < endMinute
      return isRunning && zonesFor(groupIds).some((zone) => byNumber.get(zone)?.week[at.dayOfWeek - 1]?.some(isOpen))
    },
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

/** Whether a day is one of these, as `HolidayNumbers` has them: month and day, from and to. */
function isWithin(dates: string, at: Temporal.PlainDateTime): boolean {
  const [from = '', to = ''] = dates.split('-')
  const day = at.toPlainDate().toString().slice(5).replace('-', '')
  return from <= day && day <= to
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64')

const everyDay = (spans: CompiledZone['week'][number]): CompiledZone => ({
  week: Array.from({ length: 7 }, () => spans),
  holidays: Array.from({ length: 3 }, () => spans),
})
const open = everyDay([{ startMinute: 0, endMinute: 1440 }])
const closed = everyDay([])

/** The spans that all of these open; each stands for several zones together. */
function commonOf(zonesOfEach: readonly (readonly CompiledZone[])[], spansPerDay: number): CompiledZone {
  const [first, ...others] = zonesOfEach.map((zones) => ({
    week: Array.from({ length: 7 }, (_, day) => zones.flatMap((zone) => zone.week[day] ?? [])),
    holidays: Array.from({ length: 3 }, (_, kind) => zones.flatMap((zone) => zone.holidays[kind] ?? [])),
  }))
  if (!first) return closed
  const common = (own: (zone: CompiledZone) => CompiledZone['week']) =>
    own(first).map((day, at) =>
      others.reduce((spans, other) => overlaps(spans, own(other)[at] ?? []), day).slice(0, spansPerDay),
    )
  return { week: common(({ week }) => week), holidays: common(({ holidays }) => holidays) }
}

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

function accessZoneOf({ week, holidays }: CompiledZone, number: number): CommandText {
  const days = [...fromSunday(week), ...holidays]
  return access.putZone(
    number,
    days.map((day) => day.map(rangeOf)),
  )
}

function attendanceZoneOf({ week }: CompiledZone, number: number): CommandText {
  const days = fromSunday(week).map(([first]) => (first ? rangeOf(first) : null))
  return attendance.putZone(number, days)
}
