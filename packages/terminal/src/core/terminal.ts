import type { Credential, Sighting } from '../recognition/sighting.ts'
import type { TerminalState } from '../state/terminal-state.ts'
import { createCore } from './create-core.ts'
import type { TerminalListeners } from './events.ts'
import type { Input, WiredInput } from '../lib/inputs.ts'
import { join, mustJoin } from './join.ts'
import type { TerminalOptions } from './terminal-options.ts'

export type Terminal = {
  readonly state: TerminalState
  /** The LDID, null before pairing. */
  readonly ldid: string | null
  readonly isDoorOpen: boolean
  /**
   * Pairs if that is needed (throws LinkError if it fails), else works at once, whether or not the server is available.
   */
  start(): Promise<void>
  /** Says goodbye and releases everything; takes a second at most. */
  stop(): Promise<void>
  /** Releases everything at once, like a power cut: the server is told by the will. */
  die(): void
  /**
   * A person before the camera, as a JPEG or PNG; `further` are later pictures of the same visit, which are decided about together. Null
   * if there is no face, or none that can be decided about.
   */
  present(picture: Uint8Array, further?: readonly Uint8Array[]): Promise<Sighting | null>
  /** A card at the reader or a PIN from the keys, with a picture of the person. Null if it counts for nothing yet. */
  take(credential: Credential, picture: Uint8Array | null): Promise<Sighting | null>
  /**
   * Resolves once no work is under way: session opened, changes pulled, every record acknowledged, hints subscribed.
   * Waits without a limit; rejects when the terminal stops.
   */
  idle(): Promise<void>
  /** A person is there who shows nothing yet: the screen wakes up. */
  touch(): void
  /** An input changes: the door leaf opens, the case is lifted, the fire alarm rings. */
  sense(input: Input, isOn: boolean): void
  /** The wire of an input is cut, or mended: what it says before is sensed again. */
  loseWire(input: WiredInput, isLost: boolean): void
  /** Somebody at the terminal agrees to the upgrade that it asks about. */
  agree(): void
  readonly on: TerminalListeners['on']
  readonly next: TerminalListeners['next']
}

/** A terminal, made of behaviours. It holds no global state: any number can run in one process. */
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
      await core.recognisers.open()
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
    loseWire: running.loseWire,
    touch: () => core.notify('person-seen'),
    agree: () => core.notify('upgrade-agreed'),
    idle: idleness.wait,
    on: listeners.on,
    next: listeners.next,
  }
}
