import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import type { SettingsSchema } from '@gatehouse/contract/device/settings-schema.ts'
import type { FloorRelay } from '../door/floors.ts'
import type { Relay } from '../door/relay.ts'
import type { CodeReader } from '../recognition/code-reader.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import type { TerminalState } from '../state/terminal-state.ts'
import type { PackageStore } from '../upgrades/package-store.ts'
import type { Behaviour } from './behaviour.ts'
import type { Clock } from '../lib/clock.ts'

export type TerminalOptions = {
  /** The server to pair with. Not needed once paired: the state has it. */
  readonly serverUrl?: string
  /** Used if the state holds no pairing, or one that the server has ended. */
  readonly pairingCode?: string
  /** Without a code: ask until an administrator accepts this terminal. */
  readonly announces?: boolean
  /** SHA-256 of the installation's own certificate authority, as the pairing page shows it. */
  readonly caFingerprint?: string
  /** `openStateFolder(folder)` or `createMemoryState()`. The caller closes it, after `stop` or `die`. */
  readonly state: TerminalState
  readonly recogniser: Recogniser
  /** The reader for the QR codes of passes. */
  readonly codeReader?: CodeReader
  readonly behaviours?: readonly Behaviour[]
  readonly versions?: Partial<DeviceVersions>
  readonly clock?: Clock
  /** The relay that moves the bolt; without one, the terminal prints. */
  readonly relay?: Relay
  /** The relays that release the buttons of an elevator's floors; without them, the terminal prints. */
  readonly floorRelay?: FloorRelay
  readonly log?: (line: string) => void
  readonly pollSeconds?: number
  /** Records in one request, 1 to 200. */
  readonly batchSize?: number
  /** The processor that delivers is the one that recognises: waiting records are sent in the pauses between people. */
  readonly isSparing?: boolean
  /** The settings schema, if it differs from that of our own terminals. */
  readonly schema?: SettingsSchema
  /** Settings that this terminal cannot follow (another relay, no camera light), with the reason for each. */
  readonly unsupported?: Readonly<Record<string, string>>
  /**
   * Installs upgrade packages from the server that are signed with one of these keys (PEM). Without keys it installs
   * none.
   */
  readonly upgrades?: {
    readonly store: PackageStore
    readonly trustedKeys: readonly string[]
    readonly agrees?: boolean
  }
}
