import type { TerminalCore } from '../core/behaviour.ts'

/** The state of the door now, for a server that may not know it: after a connect, and when a wire is back. */
export function tellState({ doorEvents, state }: Pick<TerminalCore, 'doorEvents' | 'state'>): void {
  const { doorContact, lostWires, fireSinceMs } = state
  const contact = lostWires.some(({ input }) => input === 'door') ? null : (doorContact ?? 'none')
  doorEvents.tell('state', { contact, isFire: fireSinceMs !== null })
}
