import type { Readable } from 'node:stream'
import type { UpgradeState } from '@gatehouse/engine/upgrade/vocabulary.ts'
import type { AccessRules, DevicePerson, DeviceSettings, WireCommand } from '@gatehouse/contract/device/link.ts'
import type { GivenPin } from '../people/pin-copies.ts'

export type PeriodEnd = 'period' | 'leaving' | 'suspension'

/** Somebody who belongs on a device, for devices that know people by a number and take cards as they stand. */
export type DeviceMember = Pick<
  DevicePerson,
  'kind' | 'name' | 'groupIds' | 'validFromAt' | 'validToAt' | 'portraitId'
> & {
  personId: string
  /** The period ends by itself, with their last day, or by a suspension, after which they are told as changed. */
  endsBy: PeriodEnd | null
  /** Their number at devices: it tells nothing of them, and stays for good (`people/device-numbers.ts`). */
  number: number
  /** As it is printed on the card; null: none, or one that several people share. */
  cardNumber: string | null
  pin: GivenPin
}

/** `port`: the door of a device with several; null: the device as a whole, or its only door. */
export type WaitingCommand = WireCommand & { port: number | null }

/** Firmware that a device is to install. */
export type FirmwareOffer = {
  packageId: string
  /** When it was published: attempts of another publication are others. */
  publishedAt: string
  /** Each attempt is told to a device once. */
  attempt: number
  version: string
  size: number
  md5: string
  /** A time of the device's own clock, before which it is not told; null: at once. */
  timedAt: string | null
  /** As far as the product has heard of this attempt. */
  state: UpgradeState
}

/** A file, or a part of it, from this position of so many bytes. */
export type FilePart = {
  status: 200 | 206
  headers: Readonly<Record<string, string>>
  from: number
  size: number
  stream: Readable
}

export type MemberPage = {
  /** The page belongs to the whole list: who is on no page of it belongs there no more. */
  isFull: boolean
  upserts: DeviceMember[]
  /** Numbers of people who belong there no more. */
  removals: number[]
  /** The position after this page; told back by `DeviceEvents.peopleApplied` once the device has it. */
  cursor: string
  hasMore: boolean
}

/**
 * The product wants this of a device, as it stands now. Drivers ask for it when they are told that something waits (`RunningDriver.tell`),
 * and from time to time by themselves. There is no queue of changes that could be lost: a driver that keeps one of its own fills it
 * from here.
 */
export type DeviceIntents = {
  /** The changes after this position; without one, everybody. */
  people(deviceId: string, cursor: string | undefined, limit: number): Promise<MemberPage>
  /** The position after every change so far: what follows it are changes alone, also for a device that does not have everybody yet. */
  position(deviceId: string): Promise<string>
  /** Those of these numbers who belong there, as they stand now. */
  peopleOf(deviceId: string, numbers: readonly number[]): Promise<DeviceMember[]>
  /** The portrait of a person who belongs on the device, as a JPEG. */
  portrait(deviceId: string, portraitId: string): Promise<Buffer | undefined>
  /** The digits of a person's PIN, while they are given; asked for when they leave, and kept nowhere. */
  pin(personId: string): Promise<string | null>
  /** Its settings, policies, timetables and rules of the door; `tag` changes with each of them. */
  configuration(deviceId: string): Promise<{
    settings: DeviceSettings
    access: AccessRules
    /** The doors of a device with several that a group may pass, by the group; a bound group that is not here may pass all. */
    groupPorts: Readonly<Record<string, readonly number[]>>
    /** Bound groups whose people pass nowhere, though no policy says so. */
    blacklistGroupIds: readonly string[]
    tag: string
  }>
  /** Whether pictures are kept with records. */
  keepsPictures(): Promise<boolean>
  /** The commands that wait for the device, oldest first, without those that have expired. */
  commands(deviceId: string): Promise<WaitingCommand[]>
  /** The firmware that it is to install now; undefined: none, its roll-out rests, or a lockdown or an emergency holds at it. */
  firmware(deviceId: string): Promise<FirmwareOffer | undefined>
  /**
   * The file of a package that the device was told to install, or the part of it that a `Range` header asks for; with nothing but its size where
   * there is no such part. A device has one download at a time. It goes on while the roll-out rests, since such a device asks only once; the file
   * of a package that is taken back ends in the middle.
   */
  packageFile(
    deviceId: string,
    packageId: string,
    range: string | undefined,
  ): Promise<FilePart | { size: number } | 'gone'>
}
