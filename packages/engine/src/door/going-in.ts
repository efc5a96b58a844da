import { isAlreadyThere } from './area-path.ts'
import type { DoorQuestion } from './door-question.ts'

/**
 * Which way does the person go? A reader of both directions takes a person who is known to be inside as going out, as
 * `presence.ts` does, and everybody else as coming in.
 */
export function goesIn({ rules, state }: Pick<DoorQuestion, 'rules' | 'state'>): boolean {
  if (rules.direction !== 'both') return rules.direction === 'entry'
  const person = state.around?.person
  return !person || !isAlreadyThere(person.areaIds, rules)
}
