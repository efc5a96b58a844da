import type { ReplyOf } from '@gatehouse/contract/client.ts'
import type { DeviceRoute } from '@gatehouse/contract/device/device-route.ts'
import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import type { SettingsSchema } from '@gatehouse/contract/device/settings-schema.ts'
import type { Door } from '../door/door.ts'
import type { RecentPeople } from '../door/recent-people.ts'
import type { CallInput, Download } from '../link/call-server.ts'
import type { HttpSend, Send } from '../link/send.ts'
import type { Trust } from '../link/trust.ts'
import type { CodeReader } from '../recognition/code-reader.ts'
import type { PeopleIndex } from '../recognition/people-index.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import type { Credential, Sighting } from '../recognition/sighting.ts'
import type { Identity, TerminalState } from '../state/terminal-state.ts'
import type { Installer } from '../upgrades/installer.ts'
import type { PackageStore } from '../upgrades/package-store.ts'
import type { Alarms } from './alarms.ts'
import type { AppliedConfiguration } from './applied-configuration.ts'
import type { Clock } from '../lib/clock.ts'
import type { DoorEvents } from './door-events.ts'
import type { Emit } from './events.ts'
import type { Input, WiredInput } from '../lib/inputs.ts'
import type { BehaviourName, Handlers, MessageHandlers, Notify } from './messages.ts'
import type { RecogniserSlot } from './recogniser-slot.ts'
import type { ServerClock } from './server-clock.ts'
import type { TaskSet } from './task-set.ts'

export type Upgrades = {
  readonly store: PackageStore
  readonly installer: Installer
  /** Public keys (PEM) whose packages may be installed. */
  readonly trustedKeys: readonly string[]
  /** Agrees without a person: nobody stands before it. */
  readonly agrees: boolean
}

/** A terminal from within: the parts that its behaviours work with. */
export type TerminalCore = {
  readonly state: TerminalState
  readonly clock: Clock
  readonly serverClock: ServerClock
  /** The recogniser in use. */
  readonly recogniser: Recogniser
  readonly recognisers: RecogniserSlot
  readonly codeReader: CodeReader
  readonly people: PeopleIndex
  readonly door: Door
  readonly recentPeople: RecentPeople
  readonly alarms: Alarms
  readonly doorEvents: DoorEvents
  readonly versions: DeviceVersions
  readonly trust: Trust
  readonly settings: { readonly pollSeconds: number; readonly batchSize: number; readonly isSparing: boolean }
  /** The settings schema of this terminal. */
  readonly schema: SettingsSchema
  readonly configuration: AppliedConfiguration
  /** Work that is repeated until it has succeeded; ends with the terminal. */
  readonly tasks: Pick<TaskSet, 'add' | 'find'>
  /** The installer of packages here; null: this terminal is updated in another way. */
  readonly upgrades: Upgrades | null
  /** Throws if the terminal is not paired. */
  identity(): Identity
  /** Calls the server as this terminal, through the faults. Throws LinkError. */
  call<R extends DeviceRoute>(route: R, input: CallInput<R>): Promise<ReplyOf<R>>
  fetchBytes<R extends DeviceRoute>(route: R, input: CallInput<R>): Promise<Uint8Array>
  /** The rest of a file, piece by piece. */
  download<R extends DeviceRoute>(route: R, input: CallInput<R>, file: Download): Promise<void>
  /** Sends a message to every behaviour that hears it (`Hearers`). */
  readonly notify: Notify
  /** A person stands before the camera; `further` are later pictures of the same visit. */
  present(picture: Uint8Array, further?: readonly Uint8Array[]): Promise<Sighting | null>
  /** Sends an event to the program that runs the terminal. */
  readonly emit: Emit
  log(line: string): void
  restart(): void
  /** Deletes everything and stops. */
  unbind(): void
  /** Stops at once, like a power cut. */
  die(): void
}

/** The part of a behaviour that exists while the terminal runs. */
export type Running<H = Partial<MessageHandlers>> = {
  readonly on?: H
  /** A person before the camera, with later pictures of the same visit. */
  see?(picture: Uint8Array, further?: readonly Uint8Array[]): Promise<Sighting | null>
  /** A card or a PIN, with a picture of the person. */
  take?(credential: Credential, picture: Uint8Array | null): Promise<Sighting | null>
  /** A device that is wired to the terminal has changed. */
  sense?(input: Input, isOn: boolean): void
  /** The wire of an input is cut, or mended. */
  loseWire?(input: WiredInput, isLost: boolean): void
  /** Says goodbye; the terminal waits a second at most. */
  stop?(): void | Promise<void>
  /** Releases everything at once, without a message to anybody. */
  die?(): void
}

/**
 * A part of the work of a terminal, or of its faults. A behaviour holds no state itself: one value serves any number of
 * terminals. Faults on the wire stand before the others and see each request first.
 */
export type Behaviour = {
  readonly name: string
  /** Called at each start. Must not wait for the server: a terminal works without it. */
  start?(terminal: TerminalCore): Running | void
  /** Makes the faults between this terminal and the wire. */
  wire?(next: Send, terminal: Wire): Send
  clock?(clock: Clock): Clock
  /** The faults between this terminal and its installer. */
  installer?(next: Installer, terminal: Wire): Installer
}

/**
 * A behaviour of ours, which hears exactly the messages in `Hearers`. Any other (a fault, one of a test) hears any
 * message.
 */
export type OwnBehaviour<B extends BehaviourName> = Omit<Behaviour, 'name' | 'start'> & {
  readonly name: B
  start?(terminal: TerminalCore): Running<Handlers<B>> | void
}

/** The parts of a terminal that a fault on the wire may use. */
export type Wire = {
  readonly open: HttpSend['open']
  die(): void
}
