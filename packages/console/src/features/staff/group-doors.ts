import type { MatrixCell } from '@gatehouse/contract/features/policies/matrix.ts'

/** The doors that open for people of some groups: how many at any time, and how many by each timetable or several. */
export type OpenDoors = { doors: number; always: number; byTimetables: Map<string, number> }

export function doorsOfGroups(
  cells: readonly MatrixCell[],
  groupIds: readonly string[],
  nameOf: (timetableId: string) => string,
): OpenDoors {
  const bound = cells.filter(({ groupId, isBound }) => isBound && groupIds.includes(groupId))
  const byDoor = Map.groupBy(bound, ({ deviceId }) => deviceId)
  const byTimetables = new Map<string, number>()
  let always = 0
  for (const ofDoor of byDoor.values()) {
    // one group without hours is enough
    if (ofDoor.some(({ timetableIds }) => timetableIds.length === 0)) always++
    else {
      const names = new Set(ofDoor.flatMap(({ timetableIds }) => timetableIds.map(nameOf)))
      const text = [...names].toSorted((a, b) => a.localeCompare(b)).join(' + ')
      byTimetables.set(text, (byTimetables.get(text) ?? 0) + 1)
    }
  }
  return { doors: byDoor.size, always, byTimetables }
}
