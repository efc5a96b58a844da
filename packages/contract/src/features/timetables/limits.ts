import { z } from 'zod'
import { timetableLimits } from '../../device/capabilities.ts'
import { id } from '../../fields.ts'
import { route } from '../../route.ts'
import { idList } from '../devices.ts'
import { timetable } from '../timetables.ts'
import { type Hours, hoursOn, joinRanges, nextOn } from './hours.ts'

/** The devices that one answer tells. */
export const maxLimitedDevices = 50

/** Timetables of one device that one answer tells. */
export const maxOtherTimetables = 20
const hours = timetable.pick({ validFromOn: true, validToOn: true, week: true, holiday: true, holidays: true })

export const limitedDevice = z.object({
  device: z.object({ id, name: z.string() }),
  limits: timetableLimits,
  /** The other timetables that are in use there, for devices at which everybody has the same hours on a holiday. */
  others: z.array(hours.extend({ name: z.string() })).max(maxOtherTimetables),
  /** A group without a timetable passes there at any time. */
  isOpenToSome: z.boolean(),
  /** It opens at any hour for everybody on it. */
  ignoresHours: z.boolean(),
})
export type LimitedDevice = z.output<typeof limitedDevice>

export const listTimetableLimits = route({
  method: 'GET',
  path: '/v2/timetable-limits',
  summary:
    'Devices that decide by themselves, of those that use a timetable or are named, and what they can hold of one',
  permission: 'timetable.read',
  shows: 'timetables',
  query: z.object({
    timetableId: id.optional(),
    deviceIds: z.string().regex(idList).optional(),
    /** Groups that are about to get a timetable: it says nothing that they have none now. */
    groupIds: z.string().regex(idList).optional(),
    /** They are about to have nothing else: their timetables of now do not count either. */
    replaces: z.stringbool().optional(),
    /** A policy that is about to get another timetable: the one that it has now does not count. */
    policyId: id.optional(),
  }),
  response: z.array(limitedDevice).max(maxLimitedDevices),
})

export type TimetableFault =
  /** On the days on which a timetable is in force people pass at any hour. */
  | { problem: 'no-hours' }
  | { problem: 'spans' | 'holidays' | 'holiday-spans'; has: number; max: number }
  /** Not everybody has the same hours on these holidays; `names`: the other timetables; null: a group without one. */
  | { problem: 'holidays-differ'; holidays: { on: string; remark: string }[]; names: (string | null)[] }

type AtDevice = Pick<LimitedDevice, 'limits' | 'others' | 'isOpenToSome' | 'ignoresHours'>

/** The parts of a timetable that a device with these limits cannot hold, as of this local day. */
export function timetableFaults(
  { limits, ignoresHours, ...around }: AtDevice,
  timetable: Hours,
  today: string,
): TimetableFault[] {
  const { week, holiday, holidays } = timetable
  if (ignoresHours) {
    const days = holidays.length > 0 ? [...week, holiday] : week
    return days.every((day) => JSON.stringify(joinRanges(day)) === always) ? [] : [{ problem: 'no-hours' }]
  }
  const { holidaysForAll, spansPerDay, holidays: maxHolidays } = limits
  const maxSpans = spansPerDay * limits.zonesPerPerson
  const hasOwnHours = holidays.length > 0 && !holidaysForAll
  const spans = Math.max(...[...week, ...(hasOwnHours ? [holiday] : [])].map(countSpans))
  const shared = holidaysForAll && holidays.length > 0 ? countSpans(holiday) : 0
  return [
    ...(spans > maxSpans ? [{ problem: 'spans' as const, has: spans, max: maxSpans }] : []),
    ...(shared > spansPerDay ? [{ problem: 'holiday-spans' as const, has: shared, max: spansPerDay }] : []),
    ...(holidays.length > maxHolidays
      ? [{ problem: 'holidays' as const, has: holidays.length, max: maxHolidays }]
      : []),
    ...(holidaysForAll ? differingHolidays(timetable, around, today) : []),
  ]
}

const countSpans = (ranges: Hours['holiday']): number => joinRanges(ranges).length

/** The hours of a group without a timetable. */
const always = JSON.stringify([{ startMinute: 0, endMinute: 1440 }])

/** The holidays of the coming year of this timetable and the others on which they are not all open at the same times. */
function differingHolidays(
  own: Hours,
  { others, isOpenToSome }: Pick<AtDevice, 'others' | 'isOpenToSome'>,
  today: string,
): TimetableFault[] {
  const all = [own, ...others]
  const remarks = new Map(
    all.flatMap(({ holidays }) =>
      holidays.flatMap((one): [string, string][] => {
        const on = nextOn(one, today)
        return on === undefined ? [] : [[on, one.remark]]
      }),
    ),
  )
  const names = new Set<string | null>()
  const holidays = [...remarks].flatMap(([on, remark]) => {
    const hours = (one: Hours) => JSON.stringify(hoursOn(one, on))
    // On a day that is as any other of its weekday nothing is lost.
    if (all.every((one) => hours(one) === hours({ ...one, holidays: [] }))) return []
    const differing = others.filter((one) => hours(one) !== hours(own)).map(({ name }): string | null => name)
    if (isOpenToSome && hours(own) !== always) differing.push(null)
    for (const name of differing) names.add(name)
    return differing.length > 0 ? [{ on, remark }] : []
  })
  if (holidays.length === 0) return []
  return [
    { problem: 'holidays-differ', holidays: holidays.toSorted((a, b) => (a.on < b.on ? -1 : 1)), names: [...names] },
  ]
}
