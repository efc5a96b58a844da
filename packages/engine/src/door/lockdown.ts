import { isBound } from '../passage/entries-of-face.ts'
import type { Reason } from '../passage/may-pass.ts'
import type { DoorQuestion, Lockdown } from './door-question.ts'
import { sharedGroups } from './shared-groups.ts'

/**
 * A door that is locked down is closed for everybody but the exempt groups of the lockdown, for whom the other rules hold.
 * A person in no group bound to the device is a stranger there, and exempt from nothing.
 * A reader that leads out is not closed: nobody is shut in with the danger, and there the other rules decide for everybody.
 *
 * Several lockdowns may include one door, as that of its site and that of its area: each of them closes it, so a person
 * must be exempt from all, and releasing one releases no door that another one holds. The reasons name every one that lets
 * the person go on to the other rules, or the oldest of those that refuse.
 */
export function evaluateLockdowns({ subject, rules, state, device }: DoorQuestion): Reason[] {
  const personGroupIds = 'groupIds' in subject && isBound(subject, { device }) ? subject.groupIds : []
  const answers = state.lockdowns.toSorted(oldestFirst).map((lockdown): Reason => {
    const groupIds = sharedGroups(personGroupIds, lockdown.exemptGroupIds)
    if (groupIds.length > 0) return { code: 'lockdown-exempts', lockdownId: lockdown.id, groupIds }
    const code = rules.direction === 'exit' ? 'lockdown-may-leave' : 'lockdown-refuses'
    return { code, lockdownId: lockdown.id, sinceMs: lockdown.sinceMs }
  })
  const refusal = answers.find(({ code }) => code === 'lockdown-refuses')
  return refusal ? [refusal] : answers
}

function oldestFirst(a: Lockdown, b: Lockdown): number {
  return a.sinceMs - b.sinceMs || (a.id < b.id ? -1 : 1)
}
