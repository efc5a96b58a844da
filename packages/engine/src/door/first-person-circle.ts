import { areasAround } from './area-path.ts'
import type { AreaTree } from './area-path.ts'

/** A door, as far as the first person is concerned. */
export interface FirstPersonDoor {
  id: string
  /** null: outside */
  fromAreaId: string | null
  toAreaId: string | null
  /** The groups that its readers know. */
  boundGroupIds: readonly string[]
  /** The groups whose people come in first; null: the door waits for nobody. */
  firstGroupIds: readonly string[] | null
}

/**
 * The doors that would wait for their first person for ever, because each of those people can come to it only through
 * doors that wait as well.
 *
 * 1. A person walks from outside through doors that know their group and that wait for nobody, for a group of theirs, or
 *    have been opened by somebody before. The way back never waits.
 * 2. A person in an area stands in each area around it as well.
 * 3. A door that no first person of its could come to even if no door waited is not named: groups and doors are at fault
 *    there, and not the waiting.
 */
export function doorsNobodyOpens(doors: readonly FirstPersonDoor[], tree: AreaTree): string[] {
  const opened = new Set(doors.flatMap(({ id, firstGroupIds }) => (firstGroupIds === null ? id : [])))
  const isOpened = (door: FirstPersonDoor, groupId: string) => opened.has(door.id) || isFirst(door, groupId)
  const isWaiting = (door: FirstPersonDoor) => !opened.has(door.id)
  const canBeOpened = (door: FirstPersonDoor) => isWaiting(door) && hasFirstPerson(door, doors, tree, isOpened)
  for (let next = doors.find(canBeOpened); next; next = doors.find(canBeOpened)) opened.add(next.id)
  return doors.filter((door) => isWaiting(door) && hasFirstPerson(door, doors, tree, () => true)).map(({ id }) => id)
}

const isFirst = ({ firstGroupIds }: FirstPersonDoor, groupId: string) => firstGroupIds?.includes(groupId) ?? true

type IsOpen = (door: FirstPersonDoor, groupId: string) => boolean

/** Whether somebody who may open this door can come to it and is known there. */
function hasFirstPerson(
  door: FirstPersonDoor,
  doors: readonly FirstPersonDoor[],
  tree: AreaTree,
  isOpen: IsOpen,
): boolean {
  const groupIds = door.firstGroupIds?.filter((groupId) => door.boundGroupIds.includes(groupId)) ?? []
  return groupIds.some((groupId) => {
    const isWay = (one: FirstPersonDoor) => one.boundGroupIds.includes(groupId) && isOpen(one, groupId)
    return areasReached(doors, tree, isWay).has(door.fromAreaId)
  })
}

/** The areas that somebody from outside can stand in; outside is null. */
function areasReached(
  doors: readonly FirstPersonDoor[],
  tree: AreaTree,
  isWay: (door: FirstPersonDoor) => boolean,
): Set<string | null> {
  const reached = new Set<string | null>([null])
  const enter = (areaId: string | null) => {
    for (const id of [areaId, ...areasAround(areaId, tree)]) reached.add(id)
  }
  for (let size = 0; size < reached.size;) {
    size = reached.size
    for (const door of doors) {
      if (reached.has(door.fromAreaId) && isWay(door)) enter(door.toAreaId)
      if (reached.has(door.toAreaId)) enter(door.fromAreaId)
    }
  }
  return reached
}
