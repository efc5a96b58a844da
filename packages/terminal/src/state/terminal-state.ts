import type { Pass } from '@gatehouse/engine/passage/pass.ts'
import type { FaceTemplate } from '@gatehouse/face/core/packed-face.ts'
import type { Suspension } from '@gatehouse/engine/passage/suspension.ts'
import type {
  AccessRules,
  CompanyOnDevice,
  DeviceSettings,
  DoorMode,
  Hashing,
  WireAlarm,
  WireRecord,
} from '@gatehouse/contract/device/link.ts'
import type { DeviceLockdown } from '@gatehouse/contract/device/lockdown.ts'
import type { WireDoorEvent } from '@gatehouse/contract/device/door-events.ts'
import type { RecogniserSpec } from '@gatehouse/face/core/recogniser-spec.ts'
import type { WiredInput } from '../lib/inputs.ts'
import type { personFailures } from '@gatehouse/contract/device/link.ts'

/** The identity of this terminal since it was paired. */
export type Identity = {
  readonly ldid: string
  readonly secret: string
  /** The server that it was paired with. */
  readonly serverUrl: string
  /** PEM of the installation's own certificate authority, learnt at pairing; null: the system's. */
  readonly certificateAuthority: string | null
}

export type Configuration = {
  readonly settings: DeviceSettings
  readonly access: AccessRules
  /** The enterprise of this door; null before a server told it. */
  readonly company: CompanyOnDevice | null
}

/** A picture of the enterprise for the screen; its id identifies it. */
export type CompanyPicture = {
  readonly id: string
  readonly bytes: Uint8Array
}

export type PersonFailure = (typeof personFailures)[number]

/** A code by which its person may pass; `codeHash` is the SHA-256 of its text in hex. */
export type StoredPass = Pass & {
  readonly codeHash: string
}

/** A person as recognition and the decision need them. */
export type StoredPerson = {
  readonly id: string
  readonly kind: 'staff' | 'visitor' | 'blacklisted'
  readonly name: string
  /** The person's own greeting, in the place of the terminal's. */
  readonly prompt: string | null
  readonly groupIds: readonly string[]
  readonly validFromMs: number | null
  readonly validToMs: number | null
  readonly suspensions: readonly Suspension[]
  /** From this instant on they have left; null: they have not. */
  readonly leftMs: number | null
  /** Packed, or numbers of joint length 1; empty when the person cannot be recognised here. */
  readonly embeddings: readonly FaceTemplate[]
  /** People who look like this one and are others. Absent: none. */
  readonly twinIds?: readonly string[]
  readonly passes: readonly StoredPass[]
  /** The key of their card's number: by the list's `hashing`, or its SHA-256. */
  readonly cardHash: string | null
  /** Salt and hash of their PIN, as `keptPin` writes it. */
  readonly pin: string | null
}

/** One page of the server's list, prepared to be stored as a whole or not at all. */
export type PeopleStep = {
  /** The first page of a full list: people who are not named from here until `ends` are dropped then. */
  readonly begins: boolean
  /** The last page, for now. */
  readonly ends: boolean
  readonly upserts: readonly { readonly person: StoredPerson; readonly failure: PersonFailure | null }[]
  readonly removals: readonly string[]
  readonly cursor: string
  readonly hashing: Hashing | null
  /** New people beyond this many are refused with `capacity`. */
  readonly capacity: number
}

/** The changes of a step, for callers that hold people in memory. */
export type PeopleChange = {
  readonly stored: readonly StoredPerson[]
  readonly gone: readonly string[]
}

export type PeopleReport = {
  readonly cursor: string
  readonly failures: readonly { readonly personId: string; readonly reason: PersonFailure }[]
}

export type PeopleStore = {
  /** The cursor for the next pull; null: from the start. */
  readonly cursor: string | null
  /** The parameters of the list's cards and PINs; null: in the earlier form. */
  readonly hashing: Hashing | null
  /** A full list is in progress. */
  readonly isFullPull: boolean
  readonly count: number
  /** In one transaction: people, removals, failures and cursor, or nothing. */
  apply(step: PeopleStep): PeopleChange
  find(personId: string): StoredPerson | undefined
  all(): Iterable<StoredPerson>
  /** The person of this pass. */
  findByCode(codeHash: string): { readonly person: StoredPerson; readonly pass: StoredPass } | undefined
  /** The person of this card. */
  findByCard(cardHash: string): StoredPerson | undefined
  /** The number of times that a pass was used here or, as the server told, anywhere; kept over a power cut. */
  usesOf(pass: StoredPass): number
  noteUse(pass: StoredPass): void
  /** The report for the server after the last `ends`; null: none. */
  readonly dueReport: PeopleReport | null
  hasFailure(reason: PersonFailure): boolean
  /** The server has the report up to this cursor. */
  markReported(cursor: string): void
  /** The next pull takes the whole list; until it ends everybody stays. */
  startOver(): void
}

export type NewRecord = Omit<WireRecord, 'sequence' | 'capture'>

/** A message about an alarm; numbered and sent like a record. */
export type NewAlarm = Omit<WireAlarm, 'sequence' | 'image'>

export type LostWire = { readonly input: WiredInput; readonly sinceMs: number }

/** An event at the door; numbered and sent like a record. */
export type NewDoorEvent = Omit<WireDoorEvent, 'sequence'>

/** An alarm that was raised here and not released yet. */
export type ActiveAlarm = {
  readonly id: string
  readonly code: number
  /** A remote command releases it; otherwise only the end of its cause does. */
  readonly canRelease: boolean
  /** Its cause lasts: even a remote command cannot release it now. */
  readonly isHeld: boolean
}

export type QueuedRecord<Body = NewRecord> = {
  readonly sequence: number
  readonly record: Body
  readonly capture: Uint8Array | null
}

/**
 * Records that the server has not acknowledged, oldest first; and for a while the acknowledged ones, in case the server
 * is restored from an older backup.
 */
export type RecordQueue<Body = NewRecord> = {
  /** The number of records to be sent; not those set aside. */
  readonly waiting: number
  /** The number of acknowledged records that are still here. */
  readonly kept: number
  readonly setAsideCount: number
  /** The number of the next record: 1, 2, 3 …, never one twice while paired, not after a crash either. */
  readonly nextSequence: number
  /** Numbers the record and stores both; they are on the disk once `TerminalState.saved` resolves. Gives the number. */
  append(record: Body, capture: Uint8Array | null): number
  /** Up to `limit`, and no more once `maxBytes` of captures are reached (always one). */
  next(limit: number, maxBytes: number): Promise<QueuedRecord<Body>[]>
  /** The server has stored these: they are not sent again, and kept as long as there is room. */
  acknowledge(sequences: readonly number[], atMs: number): void
  /** Deletes records that were acknowledged before this moment. */
  purgeKept(beforeMs: number): void
  /** Deletes kept records about these people. */
  eraseKept(personIds: readonly string[]): void
  /** The server has lost everything above this number: kept records above it wait again. Gives how many. */
  sendAgainAfter(sequence: number): number
  dropCapture(sequence: number): void
  /** Kept, but not sent again before `returnSetAside`: the server refuses it and it must not block the rest. */
  setAside(sequence: number, reason: string): void
  returnSetAside(): void
  /**
   * The server has seen higher numbers than this queue knows (the state is an old copy), or counts from numbers far
   * below them: the waiting records are numbered again beyond the server's; kept records stay unchanged. Ids stay, so
   * the server recognises records that it has already. A number beyond `highestSequence` is ignored.
   */
  continueAfter(storedSequence: number): void
}

export type CommandOutcome = {
  readonly state: 'done' | 'failed'
  readonly result: string | null
}

/** The commands that were begun, so that none is carried out twice because its acknowledgement was lost. */
export type CommandJournal = {
  /** `fresh`: never seen, now begun. `begun`: begun before and not finished, which only a crash can leave. */
  begin(commandId: string): 'fresh' | 'begun' | CommandOutcome
  finish(commandId: string, outcome: CommandOutcome): void
  delete(commandId: string): void
}

/** Everything that a terminal must still know after a power cut. */
export type TerminalState = {
  /** Made up once, like the number on a case; outlives `wipe`. */
  readonly serialNumber: string
  identity: Identity | null
  configuration: Configuration | null
  /** Logo and background, as far as they are fetched. */
  companyPictures: readonly CompanyPicture[]
  /** The way in which a remote command holds the door; a restart does not end it. */
  doorMode: DoorMode
  /** The lockdowns and the emergency open that the server has told; null: none was ever. */
  lockdown: DeviceLockdown | null
  /** The moment at which the fire input came on; null: it is off. */
  fireSinceMs: number | null
  /** The contact of the door as it was sensed last; null: none was ever. */
  doorContact: 'open' | 'closed' | null
  /** The inputs whose wires are cut. */
  lostWires: readonly LostWire[]
  /** When somebody of each group came in last, in ms since 1970, for about a day: for the first person of the day. */
  lastEntries: Readonly<Record<string, number>>
  /** The secret with which this terminal has announced itself, until somebody accepts it. */
  announced: string | null
  /** The recogniser in use, if it is not the one of the program; its file is with the recogniser itself. */
  recogniser: RecogniserSpec | null
  /** An `unbind` was carried out, and its acknowledgement has not been answered yet. */
  isLeaving: boolean
  readonly people: PeopleStore
  readonly records: RecordQueue
  readonly alarms: RecordQueue<NewAlarm>
  readonly doorEvents: RecordQueue<NewDoorEvent>
  activeAlarms: readonly ActiveAlarm[]
  readonly commands: CommandJournal
  /** The last restore of the server that this terminal has answered by sending its records again. */
  restoreHeard: string | null
  /** There is no room for pictures left; absent: this state cannot tell. */
  readonly isFull?: boolean
  /** Resolves once all changes so far are on the disk. */
  saved(): Promise<void>
  /** Deletes everything but the serial number, faces beyond recovery. */
  wipe(): void
  close(): void
}

export type QueueLimits = {
  /** Beyond this many captures the oldest are dropped, their records stay. */
  readonly captures: number
  /** Beyond this many records the oldest are dropped: the server sees a gap. */
  readonly records: number
  /** Beyond this many acknowledged records the oldest are deleted. */
  readonly kept: number
  /** Beyond this many captures of acknowledged records the oldest are dropped. */
  readonly keptCaptures: number
}

/** Events have no pictures, and the server keeps them: those of a day at a busy door wait for it. */
export const doorEventLimits: QueueLimits = { captures: 0, records: 20_000, kept: 0, keptCaptures: 0 }

export const defaultQueueLimits: QueueLimits = {
  captures: 50_000,
  records: 500_000,
  kept: 100_000,
  keptCaptures: 5_000,
}
