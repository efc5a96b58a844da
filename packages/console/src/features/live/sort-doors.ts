import { doorNeeds } from '@gatehouse/contract/features/floor-plans.ts'
import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'

/** The place of a door's most urgent need among all needs; of a door without one the last. */
const urgency = ({ needs: [first] }: LiveDoor) => (first === undefined ? doorNeeds.length : doorNeeds.indexOf(first))

/** Making one takes longer than sorting by it. */
const collators = new Map<string, Intl.Collator>()
const collatorOf = (language: string) => {
  const known = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, known)
  return known
}

/** Doors that need somebody first, the most urgent before the others, and each by name. */
export const sortDoors = (doors: readonly LiveDoor[], language: string): LiveDoor[] => {
  const { compare } = collatorOf(language)
  return doors.toSorted((a, b) => urgency(a) - urgency(b) || compare(a.name, b.name))
}

/** The same doors as they are now, in the order of before; what has come since stands at the end. */
export function inOrderOf(order: readonly string[], doors: readonly LiveDoor[]): LiveDoor[] {
  const byId = new Map(doors.map((door) => [door.id, door]))
  const kept = order.flatMap((id) => byId.get(id) ?? [])
  const known = new Set(order)
  return [...kept, ...doors.filter(({ id }) => !known.has(id))]
}
