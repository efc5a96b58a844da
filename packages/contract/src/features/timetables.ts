import { z } from 'zod'
import { date, id, instant, line, requiredLine } from '../fields.ts'
import { keyword, pageOf, pageQuery, sortOrder } from '../paging.ts'
import { route } from '../route.ts'
import { groupRef } from './person-groups.ts'

/** Minutes of the wall clock, half open: [540, 1080) is 09:00 to 18:00; the end may be 1440, which is 24:00. */
export const minuteRange = z
  .object({ startMinute: z.int().min(0).max(1439), endMinute: z.int().min(1).max(1440) })
  .refine(({ startMinute, endMinute }) => startMinute < endMinute, { error: 'range-empty' })
export type MinuteRange = z.output<typeof minuteRange>

export const maxRangesPerDay = 12
export const maxHolidays = 366

const isApart = (ranges: readonly MinuteRange[]) => {
  const ordered = ranges.toSorted((a, b) => a.startMinute - b.startMinute)
  return ordered.every((range, index) => index === 0 || (ordered[index - 1]?.endMinute ?? 0) <= range.startMinute)
}

/** One day: up to twelve ranges that do not overlap, kept in the order of the clock. Empty: nobody passes. */
const dayRanges = z
  .array(minuteRange)
  .max(maxRangesPerDay)
  .refine(isApart, { error: 'ranges-overlap' })
  .transform((ranges) => ranges.toSorted((a, b) => a.startMinute - b.startMinute))

export const holiday = z.object({ on: date, isYearly: z.boolean(), remark: line(64) })
export type Holiday = z.output<typeof holiday>

/** A date occurs once: by itself, and if both recur every year, by its month and day. */
const isEachOnce = (dates: readonly Holiday[]) =>
  new Set(dates.map(({ on, isYearly }) => (isYearly ? on.slice(5) : on))).size === dates.length

export const timetableInput = z
  .object({
    name: requiredLine(30),
    /** First and last local date, both included; outside of them the timetable opens nothing. */
    validFromOn: date.nullable(),
    validToOn: date.nullable(),
    /** Monday to Sunday. */
    week: z.array(dayRanges).length(7),
    /** Takes the weekday's place on the dates of `holidays`. */
    holiday: dayRanges,
    holidays: z.array(holiday).max(maxHolidays).refine(isEachOnce, { error: 'holiday-twice' }),
  })
  .refine(({ validFromOn, validToOn }) => validFromOn === null || validToOn === null || validFromOn <= validToOn, {
    error: 'ends-before-it-begins',
    path: ['validToOn'],
  })
export type TimetableInput = z.output<typeof timetableInput>

/** One use of a timetable: at this device, for this group. */
const timetableUse = z.object({
  policyId: id,
  device: z.object({ id, name: z.string(), location: z.string().nullable() }),
  group: groupRef,
})
export type TimetableUse = z.output<typeof timetableUse>

export const timetableSummary = z.object({
  id,
  name: z.string(),
  validFromOn: z.string().nullable(),
  validToOn: z.string().nullable(),
  week: z.array(z.array(minuteRange)),
  holiday: z.array(minuteRange),
  holidayCount: z.int(),
  policyCount: z.int(),
  deviceCount: z.int(),
  createdAt: instant,
})
export type TimetableSummary = z.output<typeof timetableSummary>

export const timetable = timetableSummary.extend({
  holidays: z.array(holiday),
  /** Grows with every change; send it back to be told when somebody else changed the timetable meanwhile. */
  version: z.int(),
  /** The first 200, by device. */
  uses: z.array(timetableUse),
})
export type Timetable = z.output<typeof timetable>

export const listTimetables = route({
  method: 'GET',
  path: '/v2/timetables',
  summary: 'Pass timetables with how many policies and devices use each',
  permission: 'timetable.read',
  shows: 'timetables',
  query: pageQuery.extend({
    keyword,
    sort: z.enum(['name', 'createdAt']).default('name'),
    order: sortOrder.default('asc'),
  }),
  response: pageOf(timetableSummary),
})

export const getTimetable = route({
  method: 'GET',
  path: '/v2/timetables/:id',
  summary: 'One pass timetable with its holidays and where it is used',
  permission: 'timetable.read',
  shows: 'timetables',
  params: z.object({ id }),
  response: timetable,
  errors: ['timetable.not-found'],
})

export const createTimetable = route({
  method: 'POST',
  path: '/v2/timetables',
  summary: 'Create a pass timetable',
  permission: 'timetable.write',
  body: timetableInput,
  response: timetable,
  errors: ['timetable.name-taken'],
  audit: { module: 'timetable', event: 'create' },
  changes: ['timetables'],
})

export const updateTimetable = route({
  method: 'PUT',
  path: '/v2/timetables/:id',
  summary: 'Replace a pass timetable; the devices that use it are notified at once',
  permission: 'timetable.write',
  params: z.object({ id }),
  body: timetableInput.safeExtend({ version: z.int().optional() }),
  response: timetable,
  errors: ['timetable.not-found', 'timetable.name-taken', 'timetable.changed-meanwhile'],
  audit: { module: 'timetable', event: 'update' },
  changes: ['timetables'],
})

export const deleteTimetable = route({
  method: 'DELETE',
  path: '/v2/timetables/:id',
  summary: 'Delete a pass timetable that no policy uses',
  permission: 'timetable.write',
  params: z.object({ id }),
  errors: ['timetable.not-found', 'timetable.in-use', 'timetable.used-by-doors', 'timetable.used-by-areas'],
  audit: { module: 'timetable', event: 'delete' },
  changes: ['timetables'],
})
