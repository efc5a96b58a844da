import type { KnownAtDoor, RuleAnswer } from './door-question.ts'
import { recentOthers } from './recent-people.ts'
import { sharedGroups } from './shared-groups.ts'

/** The number of people that the reason names at most. */
const maxNamed = 20

/**
 * The door opens only after several different people of these groups have shown themselves at it, the first of them at
 * most so many seconds ago. The one who asks counts where they are of these groups; anybody else may pass with them. The
 * same person twice counts once. Without a clock nobody knows how long ago that was, and it refuses.
 */
export function evaluateSeveralPeople(asked: KnownAtDoor): RuleAnswer | null {
  const { severalPeople } = asked.rules
  if (!severalPeople) return null
  if (asked.atMs === null) return { reason: { code: 'clock-unset' }, refuses: 'clock-unset' }
  const { groupIds, count, seconds } = severalPeople
  const others = recentOthers(asked, severalPeople).map(({ personId }) => personId)
  const isOneOfThem = sharedGroups(asked.subject.groupIds, groupIds).length > 0
  const personIds = isOneOfThem ? [asked.subject.id, ...others] : others
  if (personIds.length >= count) {
    return { reason: { code: 'several-people-present', personIds: personIds.slice(0, maxNamed), count } }
  }
  const presentCount = personIds.length
  return {
    reason: { code: 'several-people-missing', groupIds: groupIds.toSorted(), presentCount, count, seconds },
    refuses: 'too-few-people',
  }
}
