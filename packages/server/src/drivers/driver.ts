import type { Capabilities, DeviceMake } from '@gatehouse/contract/device/capabilities.ts'
import type { JoiningMake } from '@gatehouse/contract/features/devices.ts'
import type { DownHint } from '@gatehouse/contract/device/link.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../ctx.ts'
import type { DiskGuard } from '../db/disk-guard.ts'
import type { DeviceIdentity } from '../device-link/device-directory.ts'
import type { Hints } from '../hints/hints.ts'
import type { LiveUpdates } from '../hints/live-updates.ts'
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
}

/** A make as it is known without talking to a device: a value, which every part of the server may read. */
export type Make = {
  make: DeviceMake
  /** Whether its devices call the server, or the server calls them. */
  shape: 'dial-in' | 'dial-out'
  /** How its devices join this server; undefined: it is not switched on. */
  joins(config: Config): Omit<JoiningMake, 'make'> | undefined
  capabilities(device: DeviceFacts): Capabilities
}

/** How the server talks to the devices of one make; `drivers.ts` lists them. */
export type Driver = Pick<Make, 'make'> & {
  /** Mounts its routes or opens its connections; nothing is heard before the server listens. */
  start(parts: DriverParts): RunningDriver | Promise<RunningDriver>
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
  isHttps: boolean
  /** From devices into the product. */
  events: DeviceEvents
  /** From the product to devices. */
  intents: DeviceIntents
}
