import type { Direction } from '../passage/vocabulary.ts'
import { areasAround } from './area-path.ts'
import type { AreaTree } from './area-path.ts'
import type { DoorKind } from './vocabulary.ts'

interface Door {
  kind: DoorKind
  direction: Direction
  entersAreaId: string | null
}

/**
 * Where does a door lead, when an elevator has released these floors?
 *
 * 1. Of one floor it is that floor. Of several it is the innermost area around them all, since nobody knows at which they got out.
 * 2. Without a floor that is known it is the area of the door, and so it is where the floors have nothing around them in common.
 * 3. A floor of another building than the area of the door counts for nothing.
 * 4. A way out leads where the door does, and so does any other door.
 */
export function reachedFloor(
  { kind, direction, entersAreaId }: Door,
  floorIds: readonly string[],
  tree: AreaTree,
): { areaId: string | null; isKnown: boolean } {
  if (kind !== 'elevator' || direction === 'exit') return { areaId: entersAreaId, isKnown: true }
  const building = areasAround(entersAreaId, tree).at(-1)
  const paths = [...new Set(floorIds)]
    .map((id) => areasAround(id, tree))
    .filter((path) => building !== undefined && path.at(-1) === building)
  const around = paths[0]?.find((areaId) => paths.every((path) => path.includes(areaId)))
  return { areaId: around ?? entersAreaId, isKnown: paths.length === 1 }
}
