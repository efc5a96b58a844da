import { localMoment } from '../calendar/local-moment.ts'
import type { LocalMoment } from '../calendar/local-moment.ts'
import { timetableRange } from '../passage/timetable.ts'
import type { MinuteRange } from '../passage/timetable.ts'
import type { DoorQuestion, KnownAtDoor, RuleAnswer } from './door-question.ts'
import { goesIn } from './going-in.ts'
import { sharedGroups } from './shared-groups.ts'

/**
 * Nobody else comes in until one of these groups has: a shop opens when its manager is there.
 *
 * 1. It applies only to people who come in. The groups themselves come in always.
 * 2. With a timetable it holds within its ranges, and each range has its first person; without one, or with one that the
 *    device does not have yet, it holds the whole day, and each day has one. A range ends at midnight.
 * 3. Without a clock nobody knows what day it is, and it refuses.
 */
export function evaluateFirstPersonIn(asked: KnownAtDoor): RuleAnswer | null {
  const { firstPersonIn } = asked.rules
  if (!firstPersonIn || !goesIn(asked)) return null
  const groupIds = sharedGroups(asked.subject.groupIds, firstPersonIn.groupIds)
  if (groupIds.length > 0) return { reason: { code: 'first-person-exempts', groupIds } }
  const { atMs } = asked
  if (atMs === null) return { reason: { code: 'clock-unset' }, refuses: 'clock-unset' }

  const now = localMoment(atMs, asked.timeZone)
  const timetable = asked.timetables.find(({ id }) => id === firstPersonIn.timetableId)
  const range = timetable ? timetableRange(timetable, now).range : wholeDay
  if (!range) return null
  const firstPersonAtMs = firstPersonOf(asked, now, range)
  if (firstPersonAtMs !== null) return { reason: { code: 'first-person-present', firstPersonAtMs } }
  return {
    reason: { code: 'first-person-missing', groupIds: firstPersonIn.groupIds.toSorted() },
    refuses: 'first-person-missing',
  }
}

const wholeDay = { startMinute: 0, endMinute: 1440 }

/** When the first person of today came in, within this range; null: nobody has. */
export function firstPersonOf(
  { atMs, timeZone, state }: Pick<DoorQuestion, 'atMs' | 'timeZone' | 'state'>,
  now: LocalMoment,
  { startMinute, endMinute }: MinuteRange,
): number | null {
  const { firstPersonAtMs } = state
  if (firstPersonAtMs === null || atMs === null || !(firstPersonAtMs <= atMs)) return null
  const then = localMoment(firstPersonAtMs, timeZone)
  const isWithin = startMinute <= then.minuteOfDay && then.minuteOfDay < endMinute
  return then.on === now.on && isWithin ? firstPersonAtMs : null
}
