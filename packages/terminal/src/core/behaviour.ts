import type { AlarmState, AlarmType } from '@gatehouse/contract/device/alarm-types.ts'
import type { DeviceRoute } from '@gatehouse/contract/device/device-route.ts'
import type { DeviceVersions, DownHint, hello } from '@gatehouse/contract/device/link.ts'
import type { SettingsSchema } from '@gatehouse/contract/device/settings-schema.ts'
import type { Factor } from '@gatehouse/engine/passage/verification.ts'
import type { reportedStates, UpgradeFailure } from '@gatehouse/engine/upgrade/vocabulary.ts'
import type { z } from 'zod'
import type { Alarms } from './alarms.ts'
import type { Clock } from './clock.ts'
import type { Door } from '../door/door.ts'
import type { Duty } from './retrying-task.ts'
import type { Input } from './inputs.ts'
import type { CallInput, Download } from '../link/call-server.ts'
import type { HttpSend, Send } from '../node/http-send.ts'
import type { Trust } from '../link/trust.ts'
import type { Decision } from '../recognition/decide-passage.ts'
import type { CodeReader } from '../recognition/code-reader.ts'
import type { PeopleIndex } from '../recognition/people-index.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import type { Identity, TerminalState } from '../state/terminal-state.ts'
import type { Installer } from '../upgrades/installer.ts'
import type { PackageStore } from '../upgrades/package-store.ts'

/** What the server told when the terminal said hello. */
export type Session = z.output<(typeof hello)['response']>

/** Something that happened inside a terminal and may concern its behaviours. */
export type Message =
  /** `isFirst`: since the start. Later ones follow `listening`, after which it is asked for news anyway. */
  | { readonly type: 'connected'; readonly session: Session; readonly isFirst: boolean }
  /** MQTT has gone: the server may be another one when it is back. */
  | { readonly type: 'lost' }
  /** MQTT is up: the server is there again. */
  | { readonly type: 'listening' }
  /** MQTT did not come up this time: no hint will be heard. */
  | { readonly type: 'deaf' }
  | { readonly type: 'hint'; readonly what: DownHint['what'] }
  /** The time has come to ask without being told: a hint may be lost. */
  | { readonly type: 'poll' }
  | { readonly type: 'recorded' }
  /** Something about an alarm waits to be told. */
  | { readonly type: 'alarmed' }
  /** Settings or people have changed here. */
  | { readonly type: 'changed' }
  /** The settings that the server wants were compared with what this terminal can do. */
  | { readonly type: 'configured' }
  /** The door is held, or follows its people again. */
  | { readonly type: 'held' }
  /** A face stands before the camera. */
  | { readonly type: 'seen' }
  /** Somebody at the terminal agrees to the upgrade that it asks about. */
  | { readonly type: 'agreed' }

/** What somebody shows beside their face, as the reader or the keys give it. */
export interface Credential {
  readonly kind: 'ic-card' | 'pin'
  readonly text: string
}

/** What came of a person before the camera. */
export interface Sighting extends Decision {
  /** Null where nothing new was recorded: the same person stood here a moment ago. */
  readonly sequence: number | null
  readonly opened: boolean
}

/** What a terminal tells whoever runs it. */
export interface TerminalEvents {
  decided: [sighting: Sighting]
  /** The picture could not be read, or nothing can be decided yet. */
  undecided: [reason: string]
  /** What is asked for next, and of whom; null: nothing any more. */
  wanted: [what: Factor | null, who: string]
  opened: [forWhom: string]
  closed: []
  /** The list of people is applied up to the server's state. */
  synced: [people: number]
  configured: [name: string]
  /** The enterprise's pictures are here as the server has them. */
  dressed: [pictures: number]
  /** What the screen shows after a decision, and whether it is spoken. */
  prompted: [text: string, isSpoken: boolean]
  /** The screen goes dark until somebody comes. */
  standby: []
  awake: []
  /** This terminal waits for an administrator to accept it; the code is compared on both sides. */
  announced: [checkCode: string]
  pushed: [records: number]
  alarmed: [type: AlarmType, state: AlarmState]
  online: []
  offline: [reason: string]
  /** The server does not know this terminal any more, which decides on but must be paired anew; or it knows it again. */
  disowned: [isDisowned: boolean]
  listening: []
  commanded: [kind: string, state: 'done' | 'failed']
  restarted: []
  /** A package is here and waits for somebody at the terminal to agree. */
  asked: [title: string, version: string]
  /** How far an upgrade is; `reason` where it came to nothing. */
  upgrading: [state: UpgradeNews, version: string, reason: UpgradeFailure | null]
  unbound: []
}

export type UpgradeNews = (typeof reportedStates)[number]

export type Emit = <E extends keyof TerminalEvents>(event: E, ...what: TerminalEvents[E]) => void

export interface Upgrades {
  readonly store: PackageStore
  readonly installer: Installer
  /** Public keys (PEM) whose packages may be installed. */
  readonly trustedKeys: readonly string[]
  /** Agrees by itself: nobody stands before it. */
  readonly agrees: boolean
}

/** A terminal from within: what its behaviours work with. */
export interface TerminalCore {
  readonly state: TerminalState
  readonly clock: Clock
  readonly recogniser: Recogniser
  readonly codeReader: CodeReader
  readonly people: PeopleIndex
  readonly door: Door
  readonly alarms: Alarms
  readonly versions: DeviceVersions
  readonly trust: Trust
  readonly settings: { readonly pollSeconds: number; readonly batchSize: number; readonly isSparing: boolean }
  /** What this terminal can be set to. */
  readonly schema: SettingsSchema
  /** Settings that this terminal cannot follow, with what it says about each. */
  readonly unsupported: Readonly<Record<string, string>>
  /** Wanted by the server and not in force here, as of the last settings. */
  refused: readonly { readonly key: string; readonly reason: string }[]
  /** How the server names the configuration that was last pulled; null: none was since the start. */
  configurationTag: string | null
  /** Throws where the terminal is not paired. */
  identity(): Identity
  /** Calls the server as this terminal, through the faults. Throws LinkError. */
  call<R extends DeviceRoute>(route: R, input: CallInput<R>): Promise<z.output<R['response']>>
  fetchBytes<R extends DeviceRoute>(route: R, input: CallInput<R>): Promise<Uint8Array>
  /** The rest of a file, piece by piece. */
  download<R extends DeviceRoute>(route: R, input: CallInput<R>, file: Download): Promise<void>
  /** What installs packages here; null: this terminal is kept up to date in another way. */
  readonly upgrades: Upgrades | null
  /** A duty that ends with the terminal; its failures are logged, its name is unique. */
  duty(name: string, work: (signal: AbortSignal) => Promise<void>): Duty
  /** Another behaviour's duty, where there is one. */
  findDuty(name: string): Duty | undefined
  tell(message: Message): void
  /** Somebody stands before the camera. */
  present(picture: Uint8Array): Promise<Sighting | null>
  readonly emit: Emit
  log(line: string): void
  /** The server's clock minus this one's, as measured by the last hello. */
  serverAheadMs: number
  restart(): void
  /** Forgets everything and stops. */
  unbind(): void
  /** Stops at once, as if the power had gone. */
  die(): void
}

/** What a behaviour does while the terminal runs. */
export interface Running {
  on?(message: Message): void
  /** A person before the camera. */
  see?(picture: Uint8Array): Promise<Sighting | null>
  /** A card or a PIN, with a picture of who gave it. */
  take?(credential: Credential, picture: Uint8Array | null): Promise<Sighting | null>
  /** Something that is wired to the terminal has changed. */
  sense?(input: Input, isOn: boolean): void
  /** Says goodbye; the terminal waits a second at most. */
  stop?(): void | Promise<void>
  /** Lets go of everything at once, without a word to anybody. */
  die?(): void
}

/**
 * A part of what a terminal does, or does wrong. A behaviour holds nothing itself: one value serves any number of
 * terminals. Those that misbehave on the wire stand before the others and see each request first.
 */
export interface Behaviour {
  readonly name: string
  /** Called at each start. Must not wait for the server: a terminal works without it. */
  start?(terminal: TerminalCore): Running | void
  /** Makes what stands between this terminal and the wire. */
  wire?(next: Send, terminal: Wire): Send
  clock?(clock: Clock): Clock
  /** What stands between this terminal and the installing of packages. */
  installer?(next: Installer, terminal: Wire): Installer
}

/** What a fault on the wire may use. */
export interface Wire {
  readonly open: HttpSend['open']
  die(): void
}
