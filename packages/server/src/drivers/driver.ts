import type { Capabilities, DeviceMake } from '@gatehouse/contract/device/capabilities.ts'
import type { PackageAbility } from '@gatehouse/contract/device/packages.ts'
import type { JoiningMake } from '@gatehouse/contract/features/devices.ts'
import type { DownHint } from '@gatehouse/contract/device/link.ts'
import type { PackageKind } from '@gatehouse/engine/upgrade/vocabulary.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../ctx.ts'
import type { Db } from '../db/open-database.ts'
import type { DiskGuard } from '../db/disk-guard.ts'
import type { DeviceIdentity } from '../device-link/device-directory.ts'
import type { Hints } from '../hints/hints.ts'
import type { LiveUpdates } from '../hints/live-updates.ts'
import type { RepeatingJob } from '../jobs/job-runner.ts'
import type { Config } from '../lib/config.ts'
import type { DeviceEvents } from './device-events.ts'
import type { DeviceIntents } from './device-intents.ts'

/** The facts of a device that say what it can do. */
export type DeviceFacts = {
  type: string
  model: string | null
  firmwareVersion: string | null
  /** The words of our own link for what a terminal can do. */
  abilities: readonly string[]
  /** Somebody has switched on that digits of PINs are given (ADR 0083). */
  givesPins?: boolean | undefined
  /** Somebody has said in its settings that it keeps to no hours (ADR 0085). */
  ignoresHours?: boolean | undefined
}

/** A make as it is known without talking to a device: a value, which every part of the server may read. */
export type Make = {
  make: DeviceMake
  /** Whether its devices call the server, or the server calls them. */
  shape: 'dial-in' | 'dial-out'
  joins: JoiningMake['joins']
  /** Its protocol protects little, so that it is off until somebody switches it on; absent: it is always on. */
  switch?: MakeSwitch
  /** Its devices take the digits of a PIN, and no hash of it. */
  takesPinDigits?: boolean
  capabilities(device: DeviceFacts): Capabilities
  /** Whether this device did not take a holiday of its timetables; absent: its devices take each. */
  refusesHolidays?(db: Db, deviceId: string): Promise<boolean>
  /** When this device let somebody pass last whom its hours refuse, within a month; absent: its devices keep to their hours. */
  letPassAt?(db: Db, deviceId: string): Promise<string | null>
  /** The upgrade packages that its devices take, by their kind; absent: none. */
  packages: Partial<Record<PackageKind, PackageRules>>
}

export type PackageRules = PackageAbility & {
  /** The word that signatures of these packages name; null: those of our own link, which name none. */
  signedFor: string | null
  /** The path at which its devices fetch a package. */
  downloadPath(packageId: string): string
}

/** Which makes of terminals this server takes, from memory: calls of terminals ask for it. */
export type MakeSwitches = {
  isOn(make: DeviceMake): boolean
  /** Reads it again: at start, and after a change, maybe of another process. */
  refresh(): Promise<void>
}

export type MakeSwitch = {
  /** The operator's settings, which win; undefined: a super admin decides. */
  byOperator(config: Config): boolean | undefined
  /** A port of its own for its devices, by the operator's settings. */
  port(config: Config): number | null
  /** Its devices follow no redirect: this address is served over plain HTTP, too, where HTTPS is on. */
  servesPlain(url: string | undefined): boolean
}

/** How the server talks to the devices of one make; `drivers.ts` lists them. */
export type Driver = Pick<Make, 'make'> & {
  /** Mounts its routes or opens its connections; nothing is heard before the server listens. */
  start(parts: DriverParts): RunningDriver | Promise<RunningDriver>
  /** Work of its own that repeats, whichever process does it. */
  jobs?(services: Services): RepeatingJob[]
}

/** The kinds of work that wait for a device: the names of our own link serve every make. */
export type WaitingWork = DownHint['what']

export type RunningDriver = {
  /** Something waits for this device. A call may be lost: a driver also looks by itself from time to time. */
  tell(device: ToldDevice, what: WaitingWork): void
  /** A device was unbound: from now on nothing is taken from it. */
  forget(ldid: string): void
  /** Everything that was kept of devices may be old: changes of other processes were missed. */
  forgetAll(): void
  /** The LDIDs of devices with an open connection to this process. */
  connected(): string[]
  /** Whether devices hear at once of what waits for them. */
  isReachable(): boolean
  close(): Promise<void>
}

export type ToldDevice = Pick<DeviceIdentity, 'id' | 'ldid'>

/** The parts of the server that a driver gets. */
export type DriverParts = {
  fastify: FastifyInstance
  services: Services
  disk: DiskGuard
  hints: Hints
  liveUpdates: LiveUpdates
  config: Config
  makes: Pick<MakeSwitches, 'isOn'>
  isHttps: boolean
  /** From devices into the product. */
  events: DeviceEvents
  /** From the product to devices. */
  intents: DeviceIntents
}
