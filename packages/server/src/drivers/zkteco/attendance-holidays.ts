import type { AccessRules, WireTimetable } from '@gatehouse/contract/device/link.ts'
import { hoursOn, joinRanges, nextOn } from '@gatehouse/contract/features/timetables/hours.ts'
import type { MinuteRange } from '@gatehouse/engine/passage/timetable.ts'
import { common, timetablesOf } from '../compile-rights.ts'
import { attendance, type CommandText } from './protocol/write-command.ts'
import { attendanceTimetables } from './zkteco-make.ts'

/*
 * An attendance terminal has one zone for everybody on a holiday, and a holiday is of every year. So a holiday is sent where the timetables of
 * all groups give the same hours on it; otherwise it is a weekday there, which is told before a timetable is saved. One that is of a single
 * year is sent when it comes near: after it is over, its row must not wait for the next year.
 */

/** Days before a holiday of one year on which it is sent. A terminal that is offline for longer would keep it for the next year. */
const nearDays = 120
const wholeDay: MinuteRange = { startMinute: 0, endMinute: 1440 }

export type SharedHoliday = {
  /** Month and day, as in 1001. */
  from: string
  to: string
  name: string
  /** None: closed. More than one does not fit: the longest stays. */
  hours: MinuteRange[]
  /** Somebody may pass less than on that weekday. */
  closes: boolean
}

/** The coming holidays on which everybody passes at the same times, the nearest first; days after each other are one. */
export function sharedHolidays(
  rules: AccessRules,
  blacklistGroupIds: readonly string[],
  today: string,
): SharedHoliday[] {
  const passing = rules.boundGroupIds.filter((groupId) => !blacklistGroupIds.includes(groupId))
  const everybody = passing.map((groupId) => {
    const ids = timetablesOf(rules, [groupId])
    return ids === 'always' ? ids : rules.timetables.filter(({ id }) => ids.includes(id))
  })
  const used = [...new Set(everybody.flatMap((own) => (own === 'always' ? [] : own)))]
  const nearUntil = Temporal.PlainDate.from(today).add({ days: nearDays }).toString()
  const dates = new Map<string, { remark: string; isYearly: boolean }>()
  for (const holiday of used.flatMap(({ holidays }) => holidays)) {
    const on = nextOn(holiday, today)
    if (on === undefined || (!holiday.isYearly && on > nearUntil)) continue
    const { remark, isYearly } = dates.get(on) ?? holiday
    dates.set(on, { remark, isYearly: isYearly || holiday.isYearly })
  }
  const rows: { row: SharedHoliday; last: string; isYearly: boolean }[] = []
  for (const [on, { remark, isYearly }] of [...dates].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const shared = sharedHours(everybody, on)
    if (!shared) continue
    const day = on.slice(5).replace('-', '')
    const before = rows.at(-1)
    const isNextDay =
      before !== undefined && Temporal.PlainDate.from(before.last).add({ days: 1 }).toString() === on && day !== '0101'
    const isSame = before?.isYearly === isYearly && JSON.stringify(before.row.hours) === JSON.stringify(shared.hours)
    if (isNextDay && isSame) {
      Object.assign(before.row, { to: day, closes: before.row.closes || shared.closes })
      before.last = on
    } else rows.push({ row: { from: day, to: day, name: remark, ...shared }, last: on, isYearly })
  }
  return rows.map(({ row }) => row).slice(0, attendanceTimetables.holidays)
}

/** The hours of everybody on a date; undefined: they differ, or it is a day as any other. */
function sharedHours(
  everybody: readonly ('always' | readonly WireTimetable[])[],
  on: string,
): Pick<SharedHoliday, 'hours' | 'closes'> | undefined {
  const each = everybody.map((own) =>
    own === 'always'
      ? { hours: [wholeDay], usual: [wholeDay] }
      : {
          hours: joinRanges(own.flatMap((one) => hoursOn(one, on))),
          usual: joinRanges(own.flatMap((one) => hoursOn({ ...one, holidays: [] }, on))),
        },
  )
  const [first] = each
  const isSame = (a: readonly MinuteRange[], b: readonly MinuteRange[]) => JSON.stringify(a) === JSON.stringify(b)
  if (!first || each.some(({ hours }) => !isSame(hours, first.hours))) return undefined
  if (each.every(({ hours, usual }) => isSame(hours, usual))) return undefined
  const longest = first.hours.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, attendanceTimetables.spansPerDay)
  return { hours: longest, closes: each.some(({ usual }) => !isSame(common(usual, longest), usual)) }
}

const lengthOf = ({ startMinute, endMinute }: MinuteRange) => endMinute - startMinute

/** The dates of each row that a terminal has, by its number. */
export type HolidayNumbers = Readonly<Record<string, string>>

export type HolidayCommands = {
  /** The zones of their hours, which are no zones of people. */
  zones: { number: number; hours: readonly MinuteRange[] }[]
  rows: { text: CommandText; closes: boolean }[]
  numbers: HolidayNumbers
}

type Zones = { always: number; never: number; free: readonly number[] }

/**
 * The rows of these holidays: one keeps its number, so that none is missing while another comes. The documents have no word that removes a row:
 * one that is over gets the dates of another, or where there is none a day half a year away, and moves on with the months.
 */
export function writeHolidays(
  holidays: readonly SharedHoliday[],
  before: HolidayNumbers,
  { always, never, free }: Zones,
  today: string,
): HolidayCommands {
  const zones = new Map<string, { number: number; hours: readonly MinuteRange[] }>()
  const zoneOf = ({ hours }: SharedHoliday): number => {
    const [range] = hours
    if (!range) return never
    if (lengthOf(range) === 1440) return always
    const key = JSON.stringify(hours)
    const number = zones.get(key)?.number ?? free[zones.size]
    if (number === undefined) return never
    zones.set(key, { number, hours })
    return number
  }
  const keyOf = ({ from, to }: Pick<SharedHoliday, 'from' | 'to'>) => `${from}-${to}`
  const wanted = new Map(holidays.map((one) => [keyOf(one), one]))
  const keptAs = new Map(Object.entries(before).map(([number, key]) => [key, number]))
  const taken = new Set(holidays.flatMap((one) => keptAs.get(keyOf(one)) ?? []))
  const byNumber = new Map<string, SharedHoliday>()
  let next = 1
  for (const one of wanted.values()) {
    let number = keptAs.get(keyOf(one))
    while (number === undefined) {
      if (!taken.has(String(next))) number = String(next)
      next++
    }
    taken.add(number)
    byNumber.set(number, one)
  }
  const [first = parked(today)] = holidays
  for (const number of Object.keys(before)) if (!byNumber.has(number)) byNumber.set(number, first)
  const rows = [...byNumber].toSorted(([a], [b]) => Number(a) - Number(b))
  return {
    rows: rows.map(([number, one]) => ({
      text: attendance.putHoliday(Number(number), { ...one, zone: zoneOf(one) }),
      closes: one.closes,
    })),
    zones: [...zones.values()],
    numbers: Object.fromEntries(rows.map(([number, one]) => [number, keyOf(one)])),
  }
}

function parked(today: string): SharedHoliday {
  const on = Temporal.PlainDate.from(today).with({ day: 1 }).add({ months: 6 }).toString()
  const day = on.slice(5).replace('-', '')
  return { from: day, to: day, name: '', hours: [], closes: false }
}
