import type { Decision } from '../recognition/decide-passage.ts'
import type { TerminalState } from '../state/terminal-state.ts'

/** Longer than a day on any clock: an entry of before is no entry of today. */
const keptMs = 36 * 3_600_000

/**
 * Notes that somebody has come in, by their groups, whether a rule asks for it or not: one that is set later this day
 * counts them as well, as it does at the server. It outlives a restart, and is worth nothing on a clock that was never set.
 */
export function noteEntry(
  state: Pick<TerminalState, 'configuration' | 'lastEntries'>,
  { person, verdict }: Pick<Decision, 'person' | 'verdict'>,
  atMs: number | null,
): void {
  if (!person || !verdict.opens || atMs === null || state.configuration?.settings.direction === 'out') return
  const late = Object.entries(state.lastEntries).filter(([, enteredAtMs]) => atMs - enteredAtMs < keptMs)
  state.lastEntries = { ...Object.fromEntries(late), ...Object.fromEntries(person.groupIds.map((id) => [id, atMs])) }
}

/** When somebody came in last who may come in first: of the groups that the door names, or anybody if it names none. */
export function firstPersonAtMs({
  configuration,
  lastEntries,
}: Pick<TerminalState, 'configuration' | 'lastEntries'>): number | null {
  const { firstPersonIn } = configuration?.access.door ?? {}
  const groupIds = firstPersonIn?.groupIds ?? Object.keys(lastEntries)
  const times = groupIds.flatMap((id) => lastEntries[id] ?? [])
  return times.length > 0 ? Math.max(...times) : null
}
