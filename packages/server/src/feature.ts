import type { KeyObject } from 'node:crypto'
import type { ServerHint, Services } from './ctx.ts'
import type { Room } from './db/room-to-write.ts'
import type { StrangerSearch } from './face/stranger-search.ts'
import type { ImportRunner } from './features/imports/import-runner.ts'
import type { LicenceState } from './features/licence/licence-service.ts'
import type { OpenIdSettings } from './features/openid/openid-settings.ts'
import type { openPlatformClock } from './features/service-config/platform-clock.ts'
import type { Hints } from './hints/hints.ts'
import type { authorityFingerprint } from './http/certificate.ts'
import type { App } from './http/mount.ts'
import type { QueuedJob, RepeatingJob } from './jobs/job-runner.ts'
import type { Config } from './lib/config.ts'
import type { DiskProbe } from './lib/disk-space.ts'

/** What the server opened before its features: each takes what it needs. */
export type ServerParts = {
  services: Services
  config: Config
  room: Room
  hints: Hints
  clock: Awaited<ReturnType<typeof openPlatformClock>>
  licence: LicenceState
  /** The vendor's, which licences are signed with. */
  publicKey: KeyObject
  imports: ImportRunner
  strangers: StrangerSearch
  openId: OpenIdSettings | undefined
  measureDisk: DiskProbe
  /** What lies on the disk of the data folder. */
  isHere: { pictures: boolean; database: boolean }
  /** How many devices the licence allows; null for any number. */
  deviceLimit: () => number | null
  certificateFingerprint: () => ReturnType<typeof authorityFingerprint>
  isBrokerReachable: () => boolean
  passwordChanged: (account: string) => void
}

export type HintToServers = Extract<ServerHint, { to: 'servers' }>

/** What goes on in the background until it is stopped. */
export type Worker = { name: string; stop(): Promise<void> }

/** One feature of the server; `features.ts` lists them. */
export type Feature = {
  name: string
  mount?(app: App, parts: ServerParts): void | Promise<void>
  /** What repeats, in the processes that run jobs. */
  jobs?(parts: ServerParts): readonly RepeatingJob[]
  /** Work that is asked for by name. */
  queued?(parts: ServerParts): readonly QueuedJob[]
  /** What goes on all the time, in the processes that run jobs. */
  works?(parts: ServerParts): Worker
  /** Something changed, maybe in another process, that this one keeps in memory. */
  onHint?(hint: HintToServers, parts: ServerParts): Promise<unknown> | void
  /** Reads anew what it keeps in memory: once hints are heard, and where some may have been missed. */
  readAnew?(parts: ServerParts): Promise<unknown>
  /** What is done besides where hints may have been missed. */
  onMissed?(parts: ServerParts): void
}
