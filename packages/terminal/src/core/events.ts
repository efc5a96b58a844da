import type { AlarmState, AlarmType } from '@gatehouse/contract/device/alarm-types.ts'
import type { Factor } from '@gatehouse/engine/passage/verification.ts'
import type { reportedStates, UpgradeFailure } from '@gatehouse/engine/upgrade/vocabulary.ts'
import type { Sighting } from '../recognition/sighting.ts'

/** The events that a terminal sends to the program that runs it. */
export type TerminalEvents = {
  decided: [sighting: Sighting]
  /** The picture could not be read, or nothing can be decided yet. */
  undecided: [reason: string]
  /** The next requested factor, and its person; null: no longer requested. */
  'factor-requested': [factor: Factor | null, who: string]
  opened: [forWhom: string]
  closed: []
  /** A lockdown or an emergency begins or ends at this door. */
  'door-changed': []
  /** The number of people behind the door, as the server told it or this decision changed it, and the limit. */
  'occupancy-counted': [occupancy: CountedOccupancy]
  /** The list of people is applied up to the server's state. */
  synced: [people: number]
  configured: [name: string]
  /** The enterprise's pictures are here as the server has them. */
  'branding-updated': [pictures: number]
  /** The content of the screen after a decision, and whether it is spoken. */
  prompted: [text: string, isSpoken: boolean]
  /** The screen goes dark until somebody comes. */
  asleep: []
  awake: []
  /** This terminal waits for an administrator to accept it; the code is compared on both sides. */
  announced: [checkCode: string]
  pushed: [records: number]
  alarmed: [type: AlarmType, state: AlarmState]
  online: []
  offline: [reason: string]
  /**
   * The server no longer knows this terminal, which goes on deciding but must be paired again; or the server knows it
   * again.
   */
  'credentials-rejected': [areRejected: boolean]
  'mqtt-connected': []
  commanded: [kind: string, state: 'done' | 'failed']
  restarted: []
  /** A package is ready and waits for somebody at the terminal to agree. */
  'consent-requested': [title: string, version: string]
  /** The progress of an upgrade; `reason` for a failure. */
  upgrading: [state: UpgradeProgress, version: string, reason: UpgradeFailure | null]
  unbound: []
}

export type CountedOccupancy = { readonly count: number; readonly max: number; readonly atMs: number }

export type UpgradeProgress = (typeof reportedStates)[number]

export type Emit = <E extends keyof TerminalEvents>(event: E, ...what: TerminalEvents[E]) => void

type Listener<E extends keyof TerminalEvents> = (...what: TerminalEvents[E]) => void

export type TerminalListeners = {
  emit: Emit
  /** Gives a function that ends the subscription. */
  on<E extends keyof TerminalEvents>(event: E, listener: Listener<E>): () => void
  /** The next occurrence of this event. */
  next<E extends keyof TerminalEvents>(event: E): Promise<TerminalEvents[E]>
}

/** The listeners of one terminal. They are called in the order of their subscription, and must not throw. */
export function createListeners(): TerminalListeners {
  const listeners: { [E in keyof TerminalEvents]?: Set<Listener<E>> } = {}
  function on<E extends keyof TerminalEvents>(event: E, listener: Listener<E>): () => void {
    const all: Set<Listener<E>> = listeners[event] ?? new Set()
    Object.assign(listeners, { [event]: all.add(listener) })
    return () => void all.delete(listener)
  }
  return {
    emit(event, ...what) {
      for (const listener of listeners[event] ?? []) listener(...what)
    },
    on,
    next(event) {
      return new Promise((resolve) => {
        const stop = on(event, (...what) => {
          stop()
          resolve(what)
        })
      })
    },
  }
}
