import type { KeyObject } from 'node:crypto'
import type { ServerHint, Services } from './ctx.ts'
import type { DbPool } from './db/open-database.ts'
import type { DiskGuard } from './db/disk-guard.ts'
import type { DeviceApp } from './device-link/mount-device.ts'
import type { MakeSwitches } from './drivers/driver.ts'
import type { RecogniserSlot } from './face/recogniser-slot.ts'
import type { StrangerSearch } from './face/stranger-search.ts'
import type { RecordAlarms } from './features/alarms/link/record-alarms.ts'
import type { ImportRunner } from './features/imports/import-runner.ts'
import type { LicenceState } from './features/licence/licence-service.ts'
import type { OpenIdSettings } from './features/openid/openid-settings.ts'
import type { PackageSender } from './features/upgrades/link/send-package-routes.ts'
import type { createPlatformClock } from './features/service-config/platform-clock.ts'
import type { Hints } from './hints/hints.ts'
import type { LiveUpdates } from './hints/live-updates.ts'
import type { authorityFingerprint } from './http/certificate.ts'
import type { App } from './http/mount.ts'
import type { QueuedJob, RepeatingJob } from './jobs/job-runner.ts'
import type { Config } from './lib/config.ts'
import type { DiskProbe } from './lib/disk-space.ts'

/** The parts that the server opened before its features: each takes those it needs. */
export type ServerParts = {
  services: Services
  config: Config
  /** For statements that are prepared by name. */
  pool: DbPool
  disk: DiskGuard
  hints: Hints
  liveUpdates: LiveUpdates
  clock: Awaited<ReturnType<typeof createPlatformClock>>
  licence: LicenceState
  /** Which makes of terminals are taken. */
  makes: MakeSwitches
  /** The vendor's, which licences are signed with. */
  publicKey: KeyObject
  /** The recogniser in use, and those that were put in. */
  recognisers: RecogniserSlot
  imports: ImportRunner
  strangers: StrangerSearch
  recordAlarms: RecordAlarms
  openId: OpenIdSettings | undefined
  /** Sends upgrade packages to devices of every make, within one bandwidth. */
  packages: PackageSender
  measureDisk: DiskProbe
  /** The kinds of data on the disk of the data folder. */
  isHere: { pictures: boolean; database: boolean }
  /** The number of devices that the licence allows; null for no limit. */
  deviceLimit: () => number | null
  certificateFingerprint: () => ReturnType<typeof authorityFingerprint>
  isBrokerReachable: () => boolean
  passwordChanged: (account: string) => void
}

export type HintToServers = Extract<ServerHint, { to: 'servers' }>

/** Work that runs in the background until it is stopped. */
export type Worker = { name: string; stop(): Promise<void> }

/** One feature of the server; `features.ts` lists them. */
export type Feature = {
  name: string
  /** The routes for people and third parties. */
  mount?(app: App, parts: ServerParts): void | Promise<void>
  /** The routes for terminals. */
  mountDevice?(app: DeviceApp, parts: ServerParts): void
  /** The repeating jobs, in the processes that run jobs. */
  jobs?(parts: ServerParts): readonly RepeatingJob[]
  /** The queued jobs, by name. */
  queued?(parts: ServerParts): readonly QueuedJob[]
  /** The work without an end, in the processes that run jobs. */
  worker?(parts: ServerParts): Worker
  /** Handles a change, maybe of another process, of data that this one keeps in memory. */
  onHint?(hint: HintToServers, parts: ServerParts): Promise<unknown> | void
  /** Reads again the data that it keeps in memory: at the start, and when hints may have been missed. */
  reload?(parts: ServerParts): Promise<unknown> | void
}
