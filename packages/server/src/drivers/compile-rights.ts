import type { TimetableLimits } from '@gatehouse/contract/device/capabilities.ts'
import type { AccessRules, WireTimetable } from '@gatehouse/contract/device/link.ts'
import { joinRanges } from '@gatehouse/contract/features/timetables/hours.ts'
import { fallsOn } from '@gatehouse/engine/passage/timetable.ts'

/*
 * Devices that decide by themselves know less of timetables than ours: some spans a day in a zone, some zones, some holidays of some
 * kinds. Whatever cannot be expressed is left closed, and told. A holiday for which there is no room is told, too: until it
 * is one of the next, the device takes it for a weekday.
 * A device knows no first and last day of a timetable and no year beyond the next: its driver compiles again every day.
 */

type Span = { startMinute: number; endMinute: number }

export type CompiledZone = {
  /** Monday to Sunday. */
  week: Span[][]
  /** By the kind of the holiday, which takes the weekday's place. */
  holidays: Span[][]
}

export type RightsFault = {
  timetableIds: readonly string[]
  /** `spans`: of one day; `zones`: for everybody; `holidays`: dates of the coming year; `holiday-kinds`: days that differ. */
  problem: 'spans' | 'zones' | 'holidays' | 'holiday-kinds'
  has: number
  max: number
}

export type CompiledRights = {
  zones: CompiledZone[]
  /** Dates of the coming year, the nearest first; `kind` is a place in `holidays` of the zones. */
  holidays: { on: string; kind: number }[]
  /** Of each set of timetables that was asked for: the places of its zones in `zones`. */
  zonesOf: number[][]
  faults: RightsFault[]
}

/** The timetables that a person passes by: those of all their bound groups; a bound group without a policy passes at any time. */
export function timetablesOf(
  { boundGroupIds, policies }: Pick<AccessRules, 'boundGroupIds' | 'policies'>,
  groupIds: readonly string[],
): 'always' | string[] {
  const bound = groupIds.filter((id) => boundGroupIds.includes(id))
  const own = policies.filter(({ groupId }) => bound.includes(groupId))
  if (bound.some((id) => !own.some(({ groupId }) => groupId === id))) return 'always'
  return [...new Set(own.map(({ timetableId }) => timetableId))].toSorted()
}

/** The zones for each of these sets of timetables, as of this local day. */
export function compileRights(
  limits: TimetableLimits,
  timetables: readonly WireTimetable[],
  sets: readonly (readonly string[])[],
  today: string,
): CompiledRights {
  const inForce = timetables.filter(
    ({ validFromOn, validToOn }) => (validFromOn ?? today) <= today && today <= (validToOn ?? today),
  )
  const groups = sets.map((ids) => inForce.filter(({ id }) => ids.includes(id)))
  const faults: RightsFault[] = []
  const { holidays, spansOfKinds } = compileHolidays(limits, groups, today, faults)
  const zones: CompiledZone[] = []
  const zonesOf = groups.map((group, at) => {
    const week = Array.from({ length: 7 }, (_, day) => joinRanges(group.flatMap((one) => one.week[day] ?? [])))
    const kinds = spansOfKinds.map((spans) => spans[at] ?? [])
    const timetableIds = group.map(({ id }) => id)
    return zonesFor(limits, { week, holidays: kinds }, timetableIds, faults).flatMap((zone) =>
      placeOf(limits, zones, zone, timetableIds, faults),
    )
  })
  return { zones, holidays, zonesOf, faults }
}

/** The spans that both open. */
export const common = (one: readonly Span[], other: readonly Span[]): Span[] =>
  one.flatMap((a) =>
    other
      .map((b) => ({
        startMinute: Math.max(a.startMinute, b.startMinute),
        endMinute: Math.min(a.endMinute, b.endMinute),
      }))
      .filter(({ startMinute, endMinute }) => startMinute < endMinute),
  )

const isHoliday = ({ holidays }: WireTimetable, on: string) => holidays.some((one) => fallsOn(one, on))

/** The dates of the coming year on which somebody passes otherwise than on that weekday, by what is open for each set. */
function compileHolidays(
  { holidays: maxDates, holidayKinds }: TimetableLimits,
  groups: readonly (readonly WireTimetable[])[],
  today: string,
  faults: RightsFault[],
) {
  const all = [...new Map(groups.flat().map((one) => [one.id, one])).values()]
  const marked = new Set(all.flatMap((one) => one.holidays.map(({ on }) => on.slice(5))))
  const first = Temporal.PlainDate.from(today)
  const dates = Array.from({ length: 365 }, (_, days) => first.add({ days })).filter((date) =>
    marked.has(date.toString().slice(5)),
  )
  const differing = dates.flatMap((date) => {
    const on = date.toString()
    const day = date.dayOfWeek - 1
    const usual = groups.map((group) => joinRanges(group.flatMap((one) => one.week[day] ?? [])))
    const spans = groups.map((group) =>
      joinRanges(group.flatMap((one) => (isHoliday(one, on) ? one.holiday : (one.week[day] ?? [])))),
    )
    return JSON.stringify(spans) === JSON.stringify(usual) ? [] : [{ on, spans }]
  })
  const timetableIds = all.filter((one) => one.holidays.length > 0).map(({ id }) => id)
  if (differing.length > maxDates)
    faults.push({ timetableIds, problem: 'holidays', has: differing.length, max: maxDates })
  const kept = differing.slice(0, maxDates)
  const kinds = [...new Map(kept.map(({ spans }) => [JSON.stringify(spans), spans])).values()]
  if (kinds.length > holidayKinds)
    faults.push({ timetableIds, problem: 'holiday-kinds', has: kinds.length, max: holidayKinds })
  // The last kind holds all that are too many: open is then what is open on each of them.
  const spansOfKinds = kinds.slice(0, holidayKinds)
  for (const spans of kinds.slice(holidayKinds))
    spansOfKinds[holidayKinds - 1] = spans.map((own, at) => common(own, spansOfKinds[holidayKinds - 1]?.[at] ?? []))
  const kindOf = new Map(kinds.map((spans, at) => [JSON.stringify(spans), Math.min(at, holidayKinds - 1)]))
  const holidays = kept.map(({ on, spans }) => ({ on, kind: kindOf.get(JSON.stringify(spans)) ?? 0 }))
  return { holidays, spansOfKinds }
}

/** A day with more spans than a zone holds takes several zones; of more than a person can have the longest stay. */
function zonesFor(
  { spansPerDay, zonesPerPerson }: TimetableLimits,
  { week, holidays }: CompiledZone,
  timetableIds: readonly string[],
  faults: RightsFault[],
): CompiledZone[] {
  const max = spansPerDay * zonesPerPerson
  const has = Math.max(0, ...[...week, ...holidays].map((day) => day.length))
  if (has > max) faults.push({ timetableIds, problem: 'spans', has, max })
  const length = ({ startMinute, endMinute }: Span) => endMinute - startMinute
  const fitting = (day: readonly Span[]) =>
    day
      .toSorted((a, b) => length(b) - length(a))
      .slice(0, max)
      .toSorted((a, b) => a.startMinute - b.startMinute)
  const part = (day: readonly Span[], at: number) => fitting(day).slice(at * spansPerDay, (at + 1) * spansPerDay)
  return Array.from({ length: Math.min(zonesPerPerson, Math.ceil(has / spansPerDay)) }, (_, at) => ({
    week: week.map((day) => part(day, at)),
    holidays: holidays.map((day) => part(day, at)),
  }))
}

/** The place of a zone, which several sets may share; nowhere when the device has no room for another. */
function placeOf(
  { zones: max }: TimetableLimits,
  zones: CompiledZone[],
  zone: CompiledZone,
  timetableIds: readonly string[],
  faults: RightsFault[],
): number[] {
  const text = JSON.stringify(zone)
  const place = zones.findIndex((one) => JSON.stringify(one) === text)
  if (place >= 0) return [place]
  if (zones.length < max) return [zones.push(zone) - 1]
  faults.push({ timetableIds, problem: 'zones', has: max + 1, max })
  return []
}
