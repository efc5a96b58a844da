import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import type { SettingsSchema } from '@gatehouse/contract/device/settings-schema.ts'
import type { Relay } from '../door/relay.ts'
import type { CodeReader } from '../recognition/code-reader.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import type { TerminalState } from '../state/terminal-state.ts'
import type { PackageStore } from '../upgrades/package-store.ts'
import type { Behaviour } from './behaviour.ts'
import type { Clock } from '../lib/clock.ts'

export type TerminalOptions = {
  /** Where to pair. Not needed once paired: the state knows it. */
  readonly serverUrl?: string
  /** Used where the state holds no pairing, or one that the server has ended. */
  readonly pairingCode?: string
  /** Without a code: ask until an administrator accepts this terminal. */
  readonly announces?: boolean
  /** SHA-256 of the installation's own certificate authority, as the pairing page shows it. */
  readonly caFingerprint?: string
  /** `openStateFolder(folder)` or `createMemoryState()`. Whoever made it closes it, after `stop` or `die`. */
  readonly state: TerminalState
  readonly recogniser: Recogniser
  /** What reads the QR codes of passes. */
  readonly codeReader?: CodeReader
  readonly behaviours?: readonly Behaviour[]
  readonly versions?: Partial<DeviceVersions>
  readonly clock?: Clock
  /** What moves the bolt; prints when not given. */
  readonly relay?: Relay
  readonly log?: (line: string) => void
  readonly pollSeconds?: number
  /** Records in one request, 1 to 200. */
  readonly batchSize?: number
  /** The processor that delivers is the one that recognises: what waits is sent in the pauses between people. */
  readonly isSparing?: boolean
  /** What it can be set to, where that is not what our own terminals can be set to. */
  readonly schema?: SettingsSchema
  /** Settings that this terminal cannot follow (another relay, no camera light), with what it says about each. */
  readonly unsupported?: Readonly<Record<string, string>>
  /** Takes upgrade packages from the server that are signed with one of these keys (PEM). Not given: it takes none. */
  readonly upgrades?: {
    readonly store: PackageStore
    readonly trustedKeys: readonly string[]
    readonly agrees?: boolean
  }
}
