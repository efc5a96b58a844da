import { createPublicKey } from 'node:crypto'
import { join } from 'node:path'
import { createFacePool, type FacePool, type FacePoolOptions } from '@gatehouse/face/node/face-pool.ts'
import { modelsFolder } from '@gatehouse/face/node/fetch-models.ts'
import type { Logger } from 'pino'
import { inTransaction, type Services } from './ctx.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, openPool, type PoolLimits } from './db/open-database.ts'
import { proveKeys } from './db/prove-keys.ts'
import { type DiskGuard, unguardedDisk } from './db/disk-guard.ts'
import { faceService } from './face/face-service.ts'
import { createRecogniserSlot } from './face/recogniser-slot.ts'
import { createMakeSwitches } from './drivers/make-switches.ts'
import { createStrangerSearch } from './face/stranger-search.ts'
import type { ServerParts } from './feature.ts'
import { createRecordAlarms } from './features/alarms/link/record-alarms.ts'
import { ensureCompany } from './features/company/company-actions.ts'
import { noteOwnAddresses } from './features/deployment/deployment-actions.ts'
import { ensureDoors } from './features/sites/door-actions.ts'
import { startImportRunner } from './features/imports/import-runner.ts'
import { openLicenceState } from './features/licence/licence-service.ts'
import { openIdSettings } from './features/openid/openid-settings.ts'
import { bytesPerSecond } from './features/upgrades/link/bandwidth-limiter.ts'
import { createPackageSender } from './features/upgrades/link/send-package-routes.ts'
import { openMailSettings } from './features/service-config/mail-server-reads.ts'
import { createPlatformClock } from './features/service-config/platform-clock.ts'
import { createHints } from './hints/hints.ts'
import { createLiveUpdates } from './hints/live-updates.ts'
import { authorityFingerprint } from './http/certificate.ts'
import { makePartitions } from './jobs/housekeeping.ts'
import { prepareJobs } from './jobs/job-runner.ts'
import { addressForPeople } from './lib/address-for-people.ts'
import { createFolderBlobs } from './lib/blob-store.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { type Config, readNamedFile } from './lib/config.ts'
import { diskOf, type DiskProbe, isSameDisk } from './lib/disk-space.ts'
import { environmentMailServer } from './lib/mail-settings.ts'
import { createS3Blobs, proveBucket } from './lib/s3-blobs.ts'
import { createFaceGallery } from './people/gallery/face-gallery.ts'

export type AppOptions = {
  config: Config
  databaseUrl: string
  log: Logger
  clock?: Clock
  /** Measures the free space; of the data folder's disk by default. */
  measureDisk?: DiskProbe
  /** The folder of the embedded database. */
  databaseFolder?: string
  /** Whether the disk of the database has room; without it nobody watches. */
  disk?: DiskGuard
  /** Called after an account changed its password. */
  passwordChanged?: (account: string) => void
  /** The time that a database may stay silent, in place of the default. */
  databaseLimits?: PoolLimits
  /** The limits of the face engine, in place of the defaults. */
  faceLimits?: FaceLimits
  /** Whether the start has ended; until then `/readyz` answers no. */
  isStarted?: () => boolean
  /** Runs the repeating jobs; tests that do not need them leave them out. */
  withJobs?: boolean
}

const shippedKey = join(import.meta.dirname, '../licence/vendor.pub')

/** The number of pictures that may wait, for how long, and the memory for those that are decoded at once. */
export type FaceLimits = Pick<FacePoolOptions, 'queueLimit' | 'jobTimeoutMs' | 'decodingMemory'>

/** The server below its features, and what closes with it. */
export type OpenParts = { parts: ServerParts; facePool: FacePool; modelsFolder: string }

/** Opens every part below the features; the database is at this release afterwards. */
export async function createParts(
  { config, databaseUrl, log, clock: machineClock = systemClock, disk = unguardedDisk, ...options }: AppOptions,
  isBrokerReachable: () => boolean,
): Promise<OpenParts> {
  const pool = openPool(databaseUrl, undefined, '', options.databaseLimits)
  const applied = await migrate(databaseUrl)
  if (applied.length > 0) log.info({ migrations: applied.length }, 'the database is at this release')
  await prepareJobs(pool)
  const models = config.GATEHOUSE_FACE_MODELS ?? modelsFolder()
  const db = openDatabase(pool)
  const recognisers = createRecogniserSlot(db, config.GATEHOUSE_DATA)
  await recognisers.refresh()
  const facePool = createFacePool({
    modelsFolder: models,
    ...(config.FACE_WORKERS ? { workers: config.FACE_WORKERS } : {}),
    recogniser: recognisers.current,
    ...options.faceLimits,
  })
  const keys = await proveKeys(db, config)
  const clock = await createPlatformClock(db, machineClock)
  const licence = await openLicenceState({ db, clock })
  const services: Services = {
    db,
    clock,
    log,
    keys,
    blobs: config.S3_URL
      ? createS3Blobs(config.S3_URL, keys.blob)
      : createFolderBlobs(join(config.GATEHOUSE_DATA, 'blobs'), keys.blob),
    face: faceService(facePool, () => recognisers.modelId),
    mail: openMailSettings(keys, environmentMailServer(config)),
    people: {
      gallery: createFaceGallery({ db, databaseUrl, keys, modelInUse: () => recognisers.modelId, log }),
      limit: () => licence.current()?.person_limit ?? null,
    },
    publicUrl: config.PUBLIC_URL ?? addressForPeople(config),
  }
  if (config.S3_URL) await proveBucket(services.blobs, log)
  await ensureCompany(services.db, config.TIME_ZONE)
  await inTransaction(services, ensureDoors)
  await makePartitions(services)
  await noteOwnAddresses(services, config)
  const liveUpdates = createLiveUpdates(services)
  const parts: ServerParts = {
    services,
    config,
    pool,
    disk,
    hints: await createHints(databaseUrl, log),
    liveUpdates,
    clock,
    licence,
    makes: await createMakeSwitches(db, config),
    publicKey: createPublicKey(await readNamedFile('LICENCE_PUBLIC_KEY', config.LICENCE_PUBLIC_KEY ?? shippedKey)),
    recognisers,
    imports: startImportRunner(services, disk),
    strangers: createStrangerSearch(databaseUrl, keys),
    recordAlarms: createRecordAlarms(services, liveUpdates),
    openId: openIdSettings(config),
    packages: createPackageSender(services.blobs, {
      overall: bytesPerSecond(config.PACKAGE_MBIT),
      each: bytesPerSecond(config.PACKAGE_DEVICE_MBIT),
    }),
    measureDisk: options.measureDisk ?? diskOf(config.GATEHOUSE_DATA),
    isHere: {
      pictures: config.S3_URL === undefined,
      database: await isSameDisk(config.GATEHOUSE_DATA, options.databaseFolder),
    },
    deviceLimit: () => licence.current()?.device_limit ?? null,
    certificateFingerprint: () => authorityFingerprint(config),
    isBrokerReachable,
    passwordChanged: options.passwordChanged ?? (() => {}),
  }
  return { parts, facePool, modelsFolder: models }
}
