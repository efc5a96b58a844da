import { localMoment } from '../calendar/local-moment.ts'
import type { Reason } from '../passage/may-pass.ts'
import { timetableRange } from '../passage/timetable.ts'
import type { DoorQuestion } from './door-question.ts'
import { firstPersonOf } from './first-person-in.ts'

/**
 * Is the door unlocked by its timetable? Null: it is not.
 *
 * If it waits for the first person, it is unlocked from the moment that somebody has come in within the same range.
 * A timetable that the device does not have yet unlocks nothing, and nor does a clock that was never set.
 */
export function evaluateFreeHours(question: DoorQuestion): Reason | null {
  const { freeHours } = question.rules
  if (!freeHours || question.atMs === null) return null
  const { timetableId, afterFirstPerson } = freeHours
  const timetable = question.timetables.find(({ id }) => id === timetableId)
  if (!timetable) return null

  const now = localMoment(question.atMs, question.timeZone)
  const { row, range } = timetableRange(timetable, now)
  if (!range || (afterFirstPerson && firstPersonOf(question, now, range) === null)) return null
  return { code: 'door-unlocked', timetableId, row, range }
}
