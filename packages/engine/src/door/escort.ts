import type { KnownAtDoor, RuleAnswer } from './door-question.ts'
import { recentOthers } from './recent-people.ts'

/**
 * Visitors do not go alone: a visitor passes only after somebody of the escorting groups has shown themselves at this door,
 * at most so many seconds ago. It holds in both directions, and for visitors only. Without a clock nobody knows how long
 * ago that was, and it refuses.
 */
export function evaluateEscort(asked: KnownAtDoor): RuleAnswer | null {
  const { escort } = asked.rules
  if (!escort || asked.subject.kind !== 'visitor') return null
  if (asked.atMs === null) return { reason: { code: 'clock-unset' }, refuses: 'clock-unset' }
  const { escortGroupIds: groupIds, seconds } = escort
  const [latest] = recentOthers(asked, { groupIds, seconds })
  if (latest) return { reason: { code: 'escort-present', escortId: latest.personId, shownAtMs: latest.atMs } }
  return { reason: { code: 'escort-missing', groupIds: groupIds.toSorted(), seconds }, refuses: 'escort-missing' }
}
