/** For each area the one around it; null: outside. */
export type AreaTree = ReadonlyMap<string, string | null>

/** An area and then each one around it; nothing for the outside. An area that is inside itself is named once. */
export function areasAround(areaId: string | null, tree: AreaTree): string[] {
  const path: string[] = []
  for (let id = areaId; id !== null && !path.includes(id); id = tree.get(id) ?? null) path.push(id)
  return path
}

interface Way {
  leavesAreaId: string | null
  entersAreaId: string | null
}

/**
 * Is a person already in the area that this way leads to? `areaIds` is where they are, and then each area around it;
 * outside is around all of them.
 *
 * They are, when they are in the area entered or in one inside it; but not when they are in the area left and that is
 * inside the area entered: the way out of a laboratory leads into the building that the laboratory is in.
 */
export function isAlreadyThere(areaIds: readonly string[], { leavesAreaId, entersAreaId }: Way): boolean {
  const entered = stepsTo(areaIds, entersAreaId)
  const left = stepsTo(areaIds, leavesAreaId)
  return entered !== null && !(left !== null && left < entered)
}

/** The number of borders between a person and this area around them; null: they are not in it. */
function stepsTo(areaIds: readonly string[], areaId: string | null): number | null {
  if (areaId === null) return areaIds.length
  const index = areaIds.indexOf(areaId)
  return index === -1 ? null : index
}
