import type { KnownAtDoor, RecentPerson } from './door-question.ts'
import { sharedGroups } from './shared-groups.ts'

/** Others of these groups who have shown themselves at this door at most so many seconds ago: the latest first, each once. */
export function recentOthers(
  { state, subject, atMs }: KnownAtDoor,
  { groupIds, seconds }: { groupIds: readonly string[]; seconds: number },
): RecentPerson[] {
  if (atMs === null) return []
  const isRecent = (one: RecentPerson) =>
    one.personId !== subject.id &&
    one.atMs <= atMs &&
    atMs - one.atMs <= seconds * 1000 &&
    sharedGroups(one.groupIds, groupIds).length > 0
  const latest = state.recent.filter(isRecent).toSorted((a, b) => b.atMs - a.atMs || (a.personId < b.personId ? -1 : 1))
  const ids = latest.map(({ personId }) => personId)
  return latest.filter(({ personId }, index) => ids.indexOf(personId) === index)
}
