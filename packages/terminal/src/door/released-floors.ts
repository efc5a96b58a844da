import type { DoorVerdict } from '@gatehouse/engine/door/door-question.ts'
import type { TerminalState } from '../state/terminal-state.ts'

type Known = Pick<TerminalState, 'configuration'>
type Verdict = Pick<DoorVerdict, 'opens' | 'floorIds'>

const floorsOf = ({ configuration }: Known) => configuration?.access.door?.floors ?? []

/** The outputs of the floors that a decision releases. None for a person who leaves: nobody is asked which floor that is. */
export const outputsOf = ({ floorIds = [] }: Verdict, state: Known): number[] =>
  floorsOf(state).flatMap(({ areaId, output }) => (floorIds.includes(areaId) ? [output] : []))

/** The floors that a decision releases, by output, as people call them; null at a door, and for whom it does not open. */
export function releasedFloors(
  { opens, floorIds }: Verdict,
  state: Known,
): { names: string[]; areAll: boolean } | null {
  const all = floorsOf(state)
  if (!opens || floorIds === undefined || all.length === 0) return null
  const released = all.filter(({ areaId }) => floorIds.includes(areaId))
  const names = released.map(({ name, output }) => name ?? String(output))
  return { names, areAll: released.length === all.length && all.length > 1 }
}
