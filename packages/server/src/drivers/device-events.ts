import type { UpgradeFailure } from '@gatehouse/engine/upgrade/vocabulary.ts'
import type { DeviceMake } from '@gatehouse/contract/device/capabilities.ts'
import type { ConversationContent, LineMeaning } from '@gatehouse/contract/device/conversation.ts'
import type { SettingsSchema, SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import type { CopySign, OutcomeSentence } from '@gatehouse/contract/device/outcome-words.ts'
import type { DeviceVersions, PersonFailure, WireAlarm, WireRecord } from '@gatehouse/contract/device/link.ts'
import type { Db } from '../db/open-database.ts'
import type { DeviceIdentity } from '../device-link/device-directory.ts'

/**
 * A record of a device that numbers and names its records otherwise than our own link. `key` names it at its device: the same key
 * twice is one record.
 */
export type ReportedRecord = Pick<WireRecord, 'recognisedAt' | 'entryMode' | 'opened' | 'abnormal'> & {
  key: string
  /** The number by which the device knows the person; null: it has none that the product could have given. */
  number: number | null
  /** The device knows the person, with such a number or with another name; otherwise the record is one of a stranger. */
  isKnownThere: boolean
  /** JPEG. */
  capture: Buffer | null
  /** The door of a device with several, from 1; null: the device does not tell. */
  port: number | null
  /** Which way the person went there; null: the device does not tell. */
  way: 'entry' | 'exit' | null
}

/** `key` names the alarm at its device from raise to release. */
export type ReportedAlarm = Pick<WireAlarm, 'code' | 'state' | 'at' | 'description' | 'canRelease'> & {
  key: string
  number: number | null
  image: Buffer | null
  /** The door of a device with several, from 1; null: it is about the device as a whole. */
  port: number | null
}

/** An action of somebody at a device, by its own menu. */
export type DeedAtDevice =
  | 'menu-opened'
  | 'setting-changed'
  | 'person-added'
  | 'person-deleted'
  | 'privilege-changed'
  | 'data-cleared'
  | 'time-set'

/** How one door of a device stands. Null: the device does not tell. */
export type ReportedDoor = {
  port: number
  contact: 'open' | 'closed' | null
  isHeldOpen: boolean | null
  /** It stands open for too long. */
  isLeftOpen: boolean
}

export type ReportedPress = { key: string; at: string; port: number }

/** Somebody was enrolled at the device. `key` names them there: the same key is the same registration. */
export type ReportedEnrolment = {
  key: string
  /** Empty: the device knows none. */
  name: string
  /** JPEG. */
  portrait: Buffer
}

/** A device that nobody has accepted, as far as it tells. */
export type UnknownDevice = {
  make: DeviceMake
  versions: DeviceVersions
  address: string
}

export type Stored = {
  stored: number
  /** Stored before. */
  known: number
  /** The keys of those that cannot be stored as they are: sending them again is of no use. */
  refused: string[]
}

/** A row of a device as it came. `meaning`: what it says, where that is known. */
export type KeptRow = { text: string; meaning: LineMeaning | null }

/** `source_network`: its calls are taken only from there. */
export type FoundDevice = DeviceIdentity & { source_network: string | null }

/** How far a device is with an attempt at a package. */
export type UpgradeProgress = {
  packageId: string
  /** As in `FirmwareOffer`. */
  publishedAt: string
  attempt: number
  state: 'downloading' | 'installing' | 'done' | 'failed'
  /** Of the download. */
  percent: number
  reason: UpgradeFailure | null
  /** It has failed when nothing more is told until then; null: it has come to its end. */
  answerBy: string | null
}

/** A driver tells the product this. Every answer comes after the commit; whatever fails may be told again. */
export type DeviceEvents = {
  /** The device with this serial number, once it was accepted. A short time in memory: a poll costs no statement. */
  find(make: DeviceMake, serialNumber: string): Promise<FoundDevice | undefined>
  /** A device that nobody has accepted waits in the list, which is bounded; nothing else of it may be read or stored. */
  appeared(unknown: UnknownDevice): Promise<'waiting' | 'rejected' | 'full'>
  /** A sign of life: a device is online until it has been silent for a while. */
  heard(ldid: string): void
  /** It may have restarted, and forgotten which doors it is to hold open: those of an emergency are told again (`DeviceIntents.commands`). */
  cameBack(device: DeviceIdentity): Promise<void>
  /** A device connected or left, where its make has connections that last. */
  presence(ldid: string, isOnline: boolean): void
  /** It shows that it is of another type than it was taken for when it was accepted. */
  typeShown(device: DeviceIdentity, type: string): Promise<void>
  /** It began a conversation from this address, and said nothing else of itself. */
  calledFrom(device: DeviceIdentity, address: string): Promise<void>
  /** Its versions, address and clock; the serial number and the type stay as they were accepted. */
  greeted(
    device: DeviceIdentity,
    versions: DeviceVersions,
    address: string,
    clockOffsetMs: number | null,
  ): Promise<void>
  /** `disputed`: the keys of new records that the product would have decided otherwise. */
  records(device: DeviceIdentity, records: readonly ReportedRecord[]): Promise<Stored & { disputed: string[] }>
  /** The picture (JPEG) of a record that was told without it; false: there is no such record, or it has one. */
  picture(device: DeviceIdentity, key: string, jpeg: Buffer): Promise<boolean>
  alarms(device: DeviceIdentity, alarms: readonly ReportedAlarm[]): Promise<Stored>
  /** The device has this many doors. They are numbered from 1, and each reader at a door of the product names its number. */
  doorCount(device: DeviceIdentity, count: number): Promise<void>
  /** How its doors stand now; told again without a change, nothing happens. */
  doors(device: DeviceIdentity, at: string, doors: readonly ReportedDoor[]): Promise<void>
  /** Somebody pressed the exit button of a door, each press once by its key. Gives the keys of those at doors that the product does not have. */
  exitButtons(device: DeviceIdentity, presses: readonly ReportedPress[]): Promise<string[]>
  /** Another machine uses the serial number of a device; `shown` is what it showed instead. */
  cloneSeen(device: DeviceIdentity, shown: CopySign, address: string): Promise<void>
  /** Rows that a driver could not read, or that the product does nothing with, as they came; the rest of what came with them is taken all the same. */
  notUnderstood(device: DeviceIdentity, place: string, rows: readonly KeptRow[]): Promise<void>
  /**
   * An exchange between a device and the server, for people who look for a fault. Nothing of people may stand in it but their numbers: no names, cards, PINs,
   * faces or keys. It is kept in the background, and may be lost.
   */
  exchanged(device: DeviceIdentity, exchange: { beganAt: string; tookMs: number; content: ConversationContent }): void
  /** Its clock is off by this. */
  clockRead(device: DeviceIdentity, offsetMs: number): Promise<void>
  /**
   * Somebody did this at the device itself: a line of the operation log. `operator` is the number of who did it there; `db` the transaction of what the
   * driver does about it.
   */
  doneAtDevice(device: DeviceIdentity, deed: DeedAtDevice, operator: string, db: Db): Promise<void>
  /** The settings that this device has, from which its form is drawn; their defaults are as it is set now. */
  settingsKnown(device: DeviceIdentity, tag: string, schema: SettingsSchema): Promise<void>
  /** The settings in force at the device after those of this revision were sent to it, and those that it did not take. */
  settingsApplied(
    device: DeviceIdentity,
    report: { revision: number; values: SettingValues; refused: { key: string; reason: OutcomeSentence }[] },
  ): Promise<void>
  /** The outcome of a command of `DeviceIntents.commands`. */
  commandDone(
    device: DeviceIdentity,
    commandId: string,
    /** `unknown`: it was sent, and no answer came. */
    outcome: 'done' | 'failed' | 'unknown',
    result: OutcomeSentence | null,
  ): Promise<void>
  /** The device's progress with `DeviceIntents.firmware`. Late reports change nothing, but that a version runs is a fact. */
  upgraded(device: DeviceIdentity, progress: UpgradeProgress): Promise<void>
  /** How far the device has the people of `DeviceIntents.people`, and of whom it could not take something. */
  peopleApplied(
    device: DeviceIdentity,
    cursor: string,
    failures: readonly { personId: string; reason: PersonFailure }[],
  ): Promise<void>
  /** Numbers of people whom the device has not removed, or from whom it has not taken what they should have lost, and since when: all of them. */
  peopleLeft(device: DeviceIdentity, left: ReadonlyMap<number, string>): Promise<void>
  /** Gives whether the enrolment waits for a decision now. Its device goes on knowing the person until it is told otherwise. */
  enrolled(device: DeviceIdentity, enrolment: ReportedEnrolment): Promise<boolean>
}
