import type { KnownAtDoor, RuleAnswer } from './door-question.ts'

/**
 * Of a group of doors at most one is open, as in a lock of two doors: while another one is open, this one is refused,
 * in both directions. It is over as soon as that door has closed, so it shuts nobody in. If none is known to
 * be open and the state of one is not known, the rule takes the side in its settings.
 */
export function evaluateInterlock({ rules, state }: KnownAtDoor): RuleAnswer | null {
  const { interlock } = rules
  if (!interlock || state.isAssumed) return null
  const { whenUnknown } = interlock
  const openDoorIds = state.around?.openDoorIds ?? null
  if (openDoorIds === null) {
    return {
      reason: { code: 'interlock-unknown', whenUnknown },
      assumes: 'interlock',
      ...(whenUnknown === 'refuses' && { refuses: 'state-unknown' }),
    }
  }
  const doorIds = interlock.doorIds.filter((id) => openDoorIds.includes(id)).toSorted()
  if (doorIds.length === 0) return { reason: { code: 'interlock-holds' } }
  return { reason: { code: 'interlock-door-open', doorIds }, refuses: 'interlock' }
}
