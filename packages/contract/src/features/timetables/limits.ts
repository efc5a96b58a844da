import { z } from 'zod'
import { type TimetableLimits, timetableLimits } from '../../device/capabilities.ts'
import { id } from '../../fields.ts'
import { route } from '../../route.ts'
import { idList } from '../devices.ts'
import type { MinuteRange, TimetableInput } from '../timetables.ts'

/** The devices that one answer tells. */
export const maxLimitedDevices = 50

export const limitedDevice = z.object({ device: z.object({ id, name: z.string() }), limits: timetableLimits })
export type LimitedDevice = z.output<typeof limitedDevice>

export const listTimetableLimits = route({
  method: 'GET',
  path: '/v2/timetable-limits',
  summary:
    'Devices that decide by themselves, of those that use a timetable or are named, and what they can hold of one',
  permission: 'timetable.read',
  shows: 'timetables',
  query: z.object({ timetableId: id.optional(), deviceIds: z.string().regex(idList).optional() }),
  response: z.array(limitedDevice).max(maxLimitedDevices),
})

export type TimetableFault = { problem: 'spans' | 'holidays'; has: number; max: number }

/** The parts of a timetable that a device with these limits cannot hold. */
export function timetableFaults(
  { spansPerDay, zonesPerPerson, holidays: maxHolidays }: TimetableLimits,
  { week, holiday, holidays }: Pick<TimetableInput, 'week' | 'holiday' | 'holidays'>,
): TimetableFault[] {
  const maxSpans = spansPerDay * zonesPerPerson
  const spans = Math.max(...[...week, ...(holidays.length > 0 ? [holiday] : [])].map(countSpans))
  return [
    ...(spans > maxSpans ? [{ problem: 'spans' as const, has: spans, max: maxSpans }] : []),
    ...(holidays.length > maxHolidays
      ? [{ problem: 'holidays' as const, has: holidays.length, max: maxHolidays }]
      : []),
  ]
}

/** Ranges that touch are one span. */
function countSpans(ranges: readonly MinuteRange[]): number {
  const ordered = ranges.toSorted((a, b) => a.startMinute - b.startMinute)
  return ordered.filter(({ startMinute }, at) => at === 0 || (ordered[at - 1]?.endMinute ?? 0) < startMinute).length
}
