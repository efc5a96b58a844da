import type { Decision } from '../recognition/decide-passage.ts'
import type { TerminalState } from '../state/terminal-state.ts'

/**
 * Notes that somebody has come in who may come in first: a person of the groups that the door names, or anybody if it names none. It
 * outlives a restart, and is worth nothing on a clock that was never set.
 */
export function noteFirstPerson(
  state: Pick<TerminalState, 'configuration' | 'firstPersonAtMs'>,
  { person, verdict }: Pick<Decision, 'person' | 'verdict'>,
  atMs: number | null,
): void {
  const { settings, access } = state.configuration ?? {}
  const { freeHours, firstPersonIn } = access?.door ?? {}
  const isAsked = firstPersonIn || freeHours?.afterFirstPerson
  if (!isAsked || !person || !verdict.opens || atMs === null || settings?.direction === 'out') return
  const mayBeFirst = firstPersonIn ? firstPersonIn.groupIds.some((id) => person.groupIds.includes(id)) : true
  if (mayBeFirst) state.firstPersonAtMs = atMs
}
