import type { KnownAtDoor, RuleAnswer } from './door-question.ts'
import { goesIn } from './going-in.ts'
import { sharedGroups } from './shared-groups.ts'

/**
 * At most so many people are in an area and in those inside it at one time.
 *
 * 1. It applies only to people who come in, and a person who is already inside is not counted twice.
 * 2. In a full area the next one is refused, or comes in and an alarm is raised, as it is set.
 * 3. The exempt groups come in always.
 * 4. If the number is not known, the rule takes the side in its settings.
 */
export function evaluateOccupancyLimit(asked: KnownAtDoor): RuleAnswer | null {
  const { rules, state, subject } = asked
  const { occupancyLimit, entersAreaId } = rules
  if (!occupancyLimit || entersAreaId === null || !goesIn(asked)) return null
  const { max, mode, whenUnknown, areaId = entersAreaId } = occupancyLimit

  const groupIds = sharedGroups(subject.groupIds, occupancyLimit.exemptGroupIds)
  if (groupIds.length > 0) return { reason: { code: 'occupancy-exempts', areaId, groupIds } }
  if (state.isAssumed) return null
  const occupancy = state.around?.occupancy ?? null
  if (occupancy === null) {
    return {
      reason: { code: 'occupancy-unknown', areaId, whenUnknown },
      assumes: 'occupancy-limit',
      ...(whenUnknown === 'refuses' && { refuses: 'state-unknown' }),
    }
  }

  const person = state.around?.person
  const isCounted = person?.areaIds.includes(entersAreaId) === true
  // Asked this way round, a NaN is full.
  if (isCounted || occupancy < max) return { reason: { code: 'occupancy-below-limit', areaId, occupancy, max } }
  const reason = { code: 'occupancy-reached', areaId, occupancy, max } as const
  return mode === 'refuse' ? { reason, refuses: 'occupancy-limit' } : { reason, alarm: 'occupancy-limit' }
}
