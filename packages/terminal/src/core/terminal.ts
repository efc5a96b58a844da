import type { Credential, Sighting } from '../recognition/sighting.ts'
import type { TerminalState } from '../state/terminal-state.ts'
import { createCore } from './create-core.ts'
import type { TerminalListeners } from './events.ts'
import type { Input } from './inputs.ts'
import { join, mustJoin } from './join.ts'
import type { TerminalOptions } from './terminal-options.ts'

export type Terminal = {
  readonly state: TerminalState
  /** The LDID, null before pairing. */
  readonly ldid: string | null
  readonly isDoorOpen: boolean
  /**
   * Pairs where that is needed (throws LinkError when it can't), else works at once, whether the server is there or not.
   */
  start(): Promise<void>
  /** Says goodbye and releases everything; takes a second at most. */
  stop(): Promise<void>
  /** Releases everything at once, as if the power had gone: the server hears of it by the will. */
  die(): void
  /** Somebody before the camera, as a JPEG or PNG. Null where there is no face, or none that can be decided about. */
  present(picture: Uint8Array): Promise<Sighting | null>
  /** A card at the reader or a PIN from the keys, with a picture of who gave it. Null where it counts for nothing, yet. */
  take(credential: Credential, picture: Uint8Array | null): Promise<Sighting | null>
  /**
   * Resolves once nothing is under way: greeted, pulled, every record acknowledged, listening. Waits for as long as it
   * takes; rejects when the terminal stops.
   */
  idle(): Promise<void>
  /** Somebody is there who shows nothing yet: the screen wakes up. */
  touch(): void
  /** An input changes: the door leaf opens, the case is lifted, the fire alarm rings. */
  sense(input: Input, isOn: boolean): void
  /** Somebody at the terminal agrees to the upgrade that it asks about. */
  agree(): void
  readonly on: TerminalListeners['on']
  readonly next: TerminalListeners['next']
}

/** A terminal, made of behaviours. It holds no global state: any number live in one process. */
export function createTerminal(options: TerminalOptions): Terminal {
  const { state } = options
  const { core, versions, lifecycle, running, idleness, connection, listeners } = createCore(options)
  const joining = new AbortController()

  return {
    state,
    get ldid() {
      return state.identity?.ldid ?? null
    },
    get isDoorOpen() {
      return core.door.isOpen
    },
    async start() {
      if (lifecycle.isRunning) throw new Error('this terminal has been started already')
      const entry = {
        serverUrl: options.serverUrl,
        pairingCode: options.pairingCode,
        announces: options.announces ?? false,
        caFingerprint: options.caFingerprint,
        versions,
        state,
        clock: core.clock,
        connection,
        signal: joining.signal,
        onWaiting: (checkCode: string) => listeners.emit('announced', checkCode),
      }
      if (await mustJoin(entry)) {
        await join(entry)
        core.people.reset()
      }
      lifecycle.begin()
    },
    async stop() {
      joining.abort(new Error('the terminal was stopped'))
      await lifecycle.stop()
    },
    die: lifecycle.die,
    present: core.present,
    take: (credential, picture) => running.show(({ take }) => take?.(credential, picture)),
    sense: running.sense,
    touch: () => core.notify('person-seen'),
    agree: () => core.notify('upgrade-agreed'),
    idle: idleness.wait,
    on: listeners.on,
    next: listeners.next,
  }
}
