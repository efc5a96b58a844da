import type { ReasonField } from '@gatehouse/contract/device/passage-steps.ts'
import type { PassageReason } from '@gatehouse/contract/device/passage-words.ts'
import { z } from 'zod'
import type { Text } from '../../i18n/i18n.ts'
import { instantOf } from '../../lib/clock.ts'
import { clockOf, companyTime } from '../../lib/format-date.ts'
import { groupName } from './list-group-name.ts'

/** The names of the ids; a deleted one is left out. */
export type Names = Readonly<Record<string, string>>

type Say = (value: unknown, t: Text, names: Names) => string

/** A field in words, where it has the form that the engine gives it; a device of another maker may have written anything. */
const saying =
  <T>(schema: z.ZodType<T>, say: (value: T, t: Text, names: Names) => string): Say =>
  (value, t, names) => {
    const { data, success } = schema.safeParse(value)
    return success ? say(data, t, names) : ''
  }

/** The ids are a device's word: `constructor` is none. */
const named = (id: string, names: Names) => (Object.hasOwn(names, id) ? names[id] : undefined)

/** Milliseconds that a calendar has a date for. */
const instantMs = z.int().min(-8e12).max(8e12)
const instant = (say: (at: string, t: Text) => string) =>
  saying(instantMs, (ms, t) => say(companyTime(instantOf(ms), 'minute'), t))
const begin = instant((at, t) => t('shared:reasonFrom', { at }))
const end = instant((at, t) => t('shared:reasonTo', { at }))
const number = (say: (count: number, t: Text) => string) => saying(z.int(), say)
const thing = (say: (name: string, t: Text) => string) =>
  saying(z.string(), (id, t, names) => {
    const name = named(id, names)
    return name === undefined ? '' : say(name, t)
  })
const things = (say: (list: string, t: Text) => string, nameOf: (name: string, t: Text) => string = (name) => name) =>
  saying(z.array(z.string()), (ids, t, names) => {
    const found = ids.flatMap((id) => named(id, names) ?? []).map((name) => nameOf(name, t))
    return found.length === 0 ? '' : say(found.join(t('list:comma')), t)
  })

/** Every field that a reason can have, in the order in which they are said. A new field does not compile without its words. */
const words: Record<ReasonField, Say> = {
  policyId: () => '',
  passId: () => '',
  personIds: things((list, t) => t('shared:reasonPeople', { names: list })),
  personId: thing((name, t) => t('shared:reasonOf', { name })),
  escortId: thing((name, t) => t('shared:reasonEscort', { name })),
  lockdownId: thing((name, t) => t('shared:reasonLockdown', { name })),
  areaId: thing((name, t) => t('shared:reasonArea', { name })),
  areaIds: things((list, t) => t('shared:reasonPlaces', { names: list })),
  doorIds: things((list, t) => t('shared:reasonDoors', { names: list })),
  groupId: thing((name, t) => t('shared:reasonGroups', { names: groupName(name, t) })),
  groupIds: things((list, t) => t('shared:reasonGroups', { names: list }), groupName),
  timetableId: thing((name, t) => t('shared:reasonTimetable', { name })),
  row: saying(z.literal(['holiday', 1, 2, 3, 4, 5, 6, 7]), (row, t) => t(`shared:reasonDay.${row}`)),
  range: saying(z.object({ startMinute: z.int(), endMinute: z.int() }), ({ startMinute, endMinute }, t) =>
    t('shared:reasonRange', { from: clockOf(startMinute), to: clockOf(endMinute) }),
  ),
  validFromMs: begin,
  fromMs: begin,
  leftMs: begin,
  sinceMs: instant((at, t) => t('shared:reasonSince', { at })),
  validToMs: end,
  toMs: end,
  shownAtMs: instant((at, t) => t('shared:reasonShown', { at })),
  enteredAtMs: instant((at, t) => t('shared:reasonEntered', { at })),
  firstPersonAtMs: instant((at, t) => t('shared:reasonFirst', { at })),
  occupancy: number((count, t) => t('shared:reasonOccupancy', { count })),
  max: number((count, t) => t('shared:reasonMax', { count })),
  presentCount: number((count, t) => t('shared:reasonPresent', { count })),
  count: number((count, t) => t('shared:reasonNeeded', { count })),
  minutes: number((count, t) => t('shared:reasonMinutes', { count })),
  seconds: number((count, t) => t('shared:reasonSeconds', { count })),
  usedCount: number((count, t) => t('shared:reasonUsed', { count })),
  maxUses: number((count, t) => t('shared:reasonUses', { count })),
  whenUnknown: saying(z.enum(['opens', 'refuses']), (side, t) => t(`shared:reasonUnknown.${side}`)),
}

/** Everything that a reason says beside its code. */
export const detailsOf = (reason: PassageReason, names: Names, t: Text): string =>
  Object.entries(words)
    .map(([field, say]) => (Object.hasOwn(reason, field) ? say(reason[field], t, names) : ''))
    .filter(Boolean)
    .join(' · ')
