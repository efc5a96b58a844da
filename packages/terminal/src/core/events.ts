import type { Emit, TerminalEvents } from './behaviour.ts'

type Listener<E extends keyof TerminalEvents> = (...what: TerminalEvents[E]) => void

export interface TerminalListeners {
  emit: Emit
  /** Gives back how to stop listening. */
  on<E extends keyof TerminalEvents>(event: E, listener: Listener<E>): () => void
}

/** Who listens to one terminal. Listeners are called in the order of their coming, and must not throw. */
export function createListeners(): TerminalListeners {
  const listeners: { [E in keyof TerminalEvents]?: Set<Listener<E>> } = {}
  return {
    emit(event, ...what) {
      for (const listener of listeners[event] ?? []) listener(...what)
    },
    on<E extends keyof TerminalEvents>(event: E, listener: Listener<E>) {
      const all: Set<Listener<E>> = listeners[event] ?? new Set()
      Object.assign(listeners, { [event]: all.add(listener) })
      return () => void all.delete(listener)
    },
  }
}
