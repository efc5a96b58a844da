import { localMoment } from '../calendar/local-moment.ts'
import { timetableRange } from '../passage/timetable.ts'
import type { DoorQuestion, ElevatorFloor, KnownAtDoor, RuleAnswer } from './door-question.ts'
import { sharedGroups } from './shared-groups.ts'

/**
 * Which floors of an elevator may a person reach?
 *
 * 1. It is asked last, of people whom every other rule lets pass, and of those who come in only: nobody is kept in the cabin.
 * 2. A floor without groups is for everybody who may use the elevator; one without a timetable is open the whole day.
 * 3. A timetable that the device does not have yet opens no floor, and nor does one while the clock was never set.
 * 4. A person who may reach no floor is refused, as outside their passage time.
 *
 * An elevator that is open to everybody (fire, emergency, held open, unlocked) releases all its floors.
 */
export function evaluateElevatorFloors(asked: KnownAtDoor): RuleAnswer | null {
  const { floors, direction } = asked.rules
  if (!floors || direction === 'exit') return null
  const areaIds = namesOf(floors.filter((floor) => isFree(floor, asked)))
  if (areaIds.length === 0) return { reason: { code: 'no-floor' }, refuses: 'outside-passage-time' }
  return { reason: { code: 'floors-released', areaIds }, floorIds: areaIds }
}

/** The floors of an elevator that is open to everybody; undefined for a door. */
export const allFloors = ({ rules }: Pick<DoorQuestion, 'rules'>): string[] | undefined =>
  rules.floors ? namesOf(rules.floors) : undefined

const namesOf = (floors: readonly ElevatorFloor[]) => floors.map(({ areaId }) => areaId).toSorted()

function isFree({ groupIds, timetableId }: ElevatorFloor, { subject, atMs, timeZone, timetables }: KnownAtDoor) {
  if (groupIds.length > 0 && sharedGroups(subject.groupIds, groupIds).length === 0) return false
  if (timetableId === null) return true
  const timetable = timetables.find(({ id }) => id === timetableId)
  if (!timetable || atMs === null) return false
  return timetableRange(timetable, localMoment(atMs, timeZone)).range !== null
}
