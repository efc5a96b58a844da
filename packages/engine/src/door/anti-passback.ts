import { isAlreadyThere } from './area-path.ts'
import type { KnownAtDoor, RuleAnswer } from './door-question.ts'
import { goesIn } from './going-in.ts'
import { sharedGroups } from './shared-groups.ts'

/**
 * Nobody comes into an area in which they already are: a card that is passed back opens for one person only.
 *
 * 1. Soft: they come in, and an alarm is raised. Hard: they are refused.
 * 2. Timed: they are refused for some minutes after they came in last, whether they have gone out since or not. It is for
 *    areas whose way out no reader sees.
 * 3. It never shuts anybody in. At a reader that leads out it raises the alarm, also where it is hard, and opens: a person
 *    whose way in was not seen still gets out. A reader of both directions takes who is inside as going out.
 * 4. The exempt groups are not asked.
 * 5. If it is not known whether they are inside, the rule takes the side in its settings.
 */
export function evaluateAntiPassback(asked: KnownAtDoor): RuleAnswer | null {
  const { rules, state, subject, atMs } = asked
  const { antiPassback, entersAreaId: areaId, direction } = rules
  if (!antiPassback || areaId === null) return null
  const person = state.around?.person ?? null
  const isThere = person !== null && isAlreadyThere(person.areaIds, rules)
  if (!goesIn(asked) && !(direction === 'exit' && isThere && antiPassback.mode !== 'timed')) return null

  const groupIds = sharedGroups(subject.groupIds, antiPassback.exemptGroupIds)
  if (groupIds.length > 0) return { reason: { code: 'anti-passback-exempts', areaId, groupIds } }
  if (person === null || (antiPassback.mode === 'timed' && atMs === null)) {
    const { whenUnknown } = antiPassback
    return {
      reason: { code: 'anti-passback-unknown', areaId, whenUnknown },
      assumes: 'anti-passback',
      ...(whenUnknown === 'refuses' && { refuses: 'state-unknown' }),
    }
  }

  if (state.isAssumed) return null
  const { enteredAtMs } = person
  if (antiPassback.mode === 'timed') {
    const { minutes } = antiPassback
    // Asked this way round, a NaN refuses.
    const isLately = enteredAtMs !== null && !((atMs ?? 0) - enteredAtMs >= minutes * 60_000)
    if (!isLately) return { reason: { code: 'anti-passback-holds', areaId } }
    return { reason: { code: 'came-in-lately', areaId, enteredAtMs, minutes }, refuses: 'anti-passback' }
  }
  if (!isThere) return { reason: { code: 'anti-passback-holds', areaId } }
  const reason = { code: 'already-inside', areaId, enteredAtMs } as const
  return antiPassback.mode === 'hard' && direction !== 'exit'
    ? { reason, refuses: 'anti-passback' }
    : { reason, alarm: 'anti-passback' }
}
