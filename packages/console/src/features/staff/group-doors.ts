import type { MatrixCell } from '@gatehouse/contract/features/policies/matrix.ts'

/** The doors that open for people of some groups: how many at any time, and how many by each timetable or several. */
export type OpenDoors = { doors: number; always: number; byTimetables: Map<string, number> }

/** `nameOf` gives nothing for a timetable without hours: it opens no door. */
export function doorsOfGroups(
  cells: readonly MatrixCell[],
  groupIds: readonly string[],
  nameOf: (timetableId: string) => string | undefined,
): OpenDoors {
  const bound = cells.filter(({ groupId, isBound }) => isBound && groupIds.includes(groupId))
  const byDoor = Map.groupBy(bound, ({ deviceId }) => deviceId)
  const byTimetables = new Map<string, number>()
  let doors = 0
  let always = 0
  for (const ofDoor of byDoor.values()) {
    // one group that is bound without a timetable is enough
    if (ofDoor.some(({ timetableIds }) => timetableIds.length === 0)) always++
    else {
      const names = new Set(ofDoor.flatMap(({ timetableIds }) => timetableIds.flatMap((id) => nameOf(id) ?? [])))
      if (names.size === 0) continue
      const text = [...names].toSorted((a, b) => a.localeCompare(b)).join(' + ')
      byTimetables.set(text, (byTimetables.get(text) ?? 0) + 1)
    }
    doors++
  }
  return { doors, always, byTimetables }
}
