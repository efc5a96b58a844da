import { join } from 'node:path'
import { createPublicKey } from 'node:crypto'
import multipart from '@fastify/multipart'
import { createFacePool } from '@gatehouse/face/node/face-pool.ts'
import { modelsFolder } from '@gatehouse/face/node/fetch-models.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { migrate } from './db/migrate.ts'
import { openDatabase, openPool, type PoolLimits } from './db/open-database.ts'
import { proveKeys } from './db/prove-keys.ts'
import { type Room, unwatchedRoom } from './db/room-to-write.ts'
import { openDeviceLink } from './open-device-link.ts'
import { openFaceGallery } from './people/face-gallery.ts'
import { openStrangerSearch } from './face/stranger-search.ts'
import { faceService } from './face/face-service.ts'
import { keepFollowingNews } from './features/attendance/days/follow-news.ts'
import { keepEndings } from './features/backup/keep-endings.ts'
import { ensureCompany } from './features/company/company-actions.ts'
import { noteOwnAddresses } from './features/deployment/deployment-actions.ts'
import { openImportRunner } from './features/imports/import-runner.ts'
import { openLicenceState } from './features/licence/licence-service.ts'
import { openIdSettings } from './features/openid/openid-settings.ts'
import { keepSendingWebhooks } from './features/open-platform/send-webhooks.ts'
import { openMailSettings } from './features/service-config/mail-server-reads.ts'
import { openPlatformClock } from './features/service-config/platform-clock.ts'
import { mountApiDocs } from './http/api-docs.ts'
import { answerClosing } from './http/answer-closing.ts'
import { boundBodies } from './http/bound-bodies.ts'
import { authorityFingerprint } from './http/certificate.ts'
import { answerError, fail } from './http/envelope.ts'
import { followRoom } from './http/follow-room.ts'
import { refuseEncoded } from './http/refuse-encoded.ts'
import { readForwardedFor } from './http/forwarded-for.ts'
import { mountHealth } from './http/health.ts'
import type { App } from './http/mount.ts'
import { imageTypes } from './http/read-image-body.ts'
import { readJson } from './http/read-json.ts'
import { countPublicCalls } from './http/public-calls.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { serveConsole } from './http/static-files.ts'
import { serveTerminal } from './http/static-terminal.ts'
import { housekeeping, makePartitions } from './jobs/housekeeping.ts'
import { prepareJobs, startJobs } from './jobs/job-runner.ts'
import { mailJob } from './jobs/send-mail.ts'
import { openFolderBlobs } from './lib/blob-store.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { type Config, readNamedFile } from './lib/config.ts'
import type { Services } from './ctx.ts'
import { diskOf, type DiskProbe, isSameDisk } from './lib/disk-space.ts'
import { endingListName } from './lib/ending-list.ts'
import { openHints } from './hints/hints.ts'
import { addressForPeople } from './lib/address-for-people.ts'
import { environmentMailServer } from './lib/mail-settings.ts'
import { openOutside } from './lib/post-outside.ts'
import { logUnopened } from './lib/log-unopened.ts'
import { openS3Blobs, proveBucket } from './lib/s3-blobs.ts'
import type { ServerParts } from './feature.ts'
import { features } from './features.ts'

export type Gatehouse = {
  fastify: FastifyInstance
  services: Services
  /** From now on `/readyz` says no, and nothing new is begun; resolves when the calls under way are answered, or after two seconds. */
  endCalls(): Promise<void>
  /** Stops taking requests, ends jobs and connections; within seconds. `note` hears which part is next. */
  close(note?: (part: string) => void): Promise<void>
}

export type AppOptions = {
  config: Config
  databaseUrl: string
  log: Logger
  clock?: Clock
  /** How much room there is; of the data folder's disk unless told. */
  measureDisk?: DiskProbe
  /** Where the embedded database lies. */
  databaseFolder?: string
  /** Whether the disk of the database has room; without it nobody watches. */
  room?: Room
  /** Called after an account changed its password. */
  passwordChanged?: (account: string) => void
  /** How long a database may stay silent, in place of the usual. */
  databaseLimits?: PoolLimits
  /** Whether the start has come to its end; until then `/readyz` says no. */
  isStarted?: () => boolean
  /** Runs the repeating jobs; tests that do not need them leave them out. */
  withJobs?: boolean
}

const shippedKey = join(import.meta.dirname, '../licence/vendor.pub')
const consoleFolder = join(import.meta.dirname, '../../console/dist')
const terminalFolder = join(import.meta.dirname, '../../terminal/dist')

/**
 * Puts the whole server together, without listening: tests `inject`, `main.ts` listens. Nothing here decides anything;
 * every part is one line.
 */
export async function buildApp({
  config,
  databaseUrl,
  log,
  clock: machineClock = systemClock,
  room = unwatchedRoom,
  ...options
}: AppOptions): Promise<Gatehouse> {
  const pool = openPool(databaseUrl, undefined, '', options.databaseLimits)
  const applied = await migrate(databaseUrl)
  if (applied.length > 0) log.info({ applied }, 'the database is at this release')
  await prepareJobs(pool)
  const models = config.GATEHOUSE_FACE_MODELS ?? modelsFolder()
  const facePool = createFacePool({
    modelsFolder: models,
    ...(config.FACE_WORKERS ? { workers: config.FACE_WORKERS } : {}),
  })
  const db = openDatabase(pool)
  const forgetUnopened = logUnopened(log)
  const keys = await proveKeys(db, config)
  const clock = await openPlatformClock(db, machineClock)
  const services: Services = {
    db,
    clock,
    log,
    keys,
    blobs: config.S3_URL
      ? openS3Blobs(config.S3_URL, keys.blob)
      : openFolderBlobs(join(config.GATEHOUSE_DATA, 'blobs'), keys.blob),
    face: faceService(facePool),
    mail: openMailSettings(keys, environmentMailServer(config)),
    publicUrl: config.PUBLIC_URL ?? addressForPeople(config),
  }
  if (config.S3_URL) await proveBucket(services.blobs, log)
  await ensureCompany(services.db, config.TIME_ZONE)
  await makePartitions(services)
  await noteOwnAddresses(services, config)
  const measureDisk = options.measureDisk ?? diskOf(config.GATEHOUSE_DATA)
  const licence = await openLicenceState(services)
  const gallery = openFaceGallery(services)
  const personLimit = () => licence.current()?.person_limit ?? null
  const imports = openImportRunner(services, { gallery, personLimit }, room)
  const hints = await openHints(databaseUrl, log)
  hints.on((hint) => {
    if (hint.to !== 'servers') return
    const done =
      hint.what === 'licence'
        ? licence.refresh()
        : hint.what === 'clock'
          ? clock.refresh()
          : hint.what === 'gallery' && hint.id
            ? gallery.refreshPerson(hint.id)
            : undefined
    if (hint.what === 'imports') imports.wake()
    done?.catch((error: unknown) => log.error({ err: error, hint }, 'a hint could not be followed'))
  })
  hints.onMissed(() => {
    imports.wake()
    Promise.all([licence.refresh(), clock.refresh(), gallery.rebuild()]).catch((error: unknown) =>
      log.error({ err: error }, 'could not catch up'),
    )
  })

  // Only now, when changes of sister processes are heard: what one of them changed while it was read would be missed.
  await Promise.all([licence.refresh(), clock.refresh(), gallery.rebuild()])
  const endings = await keepEndings(services, hints, config.ENDINGS_FILE ?? join(config.GATEHOUSE_DATA, endingListName))

  const isHttps = Boolean(config.TLS ?? config.TLS_CERT)
  const loggerInstance: FastifyBaseLogger = log
  const fastify = Fastify({
    loggerInstance,
    genReqId: () => crypto.randomUUID(),
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit: 1_048_576,
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // answerClosing says it in our own words
    return503OnClosing: false,
    // An address that cannot be one of ours: malformed, or longer than any id.
    frameworkErrors: (_, request, reply) => void fail(request, reply, 'request.not-found'),
  })
  fastify.setErrorHandler(answerError)
  if (config.TRUST_PROXY) readForwardedFor(fastify)
  refuseEncoded(fastify)
  const leaveRoom = followRoom(fastify, services, room)
  const closing = answerClosing(fastify)
  await addSecurityHeaders(fastify, isHttps)
  boundBodies(fastify)
  await fastify.register(multipart)
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, readJson(fastify))
  fastify.addContentTypeParser(imageTypes, { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  const app: App = {
    fastify,
    services,
    room,
    isLicensed: () => licence.isActive(),
    isClockBehind: () => licence.standing() === 'not-yet-valid',
    publicCalls: countPublicCalls(),
    mounted: new Map(),
  }
  const publicKey = createPublicKey(await readNamedFile('LICENCE_PUBLIC_KEY', config.LICENCE_PUBLIC_KEY ?? shippedKey))
  mountHealth(fastify, services.db, {
    metricsToken: config.METRICS_TOKEN,
    isBrokerReachable: () => deviceLink.isBrokerReachable(),
    problem: () => {
      if (closing.isClosing()) return 'stopping'
      if (options.isStarted?.() === false) return 'starting'
      return hints.isConnected() ? undefined : 'changes of other processes are not heard'
    },
  })
  await mountApiDocs(fastify, services.publicUrl)
  const strangers = openStrangerSearch(databaseUrl, keys)
  const deviceLimit = () => licence.current()?.device_limit ?? null
  const parts: ServerParts = {
    services,
    config,
    room,
    hints,
    clock,
    licence,
    publicKey,
    gallery,
    imports,
    strangers,
    openId: openIdSettings(config),
    measureDisk,
    isHere: {
      pictures: config.S3_URL === undefined,
      database: await isSameDisk(config.GATEHOUSE_DATA, options.databaseFolder),
    },
    personLimit,
    deviceLimit,
    certificateFingerprint: () => authorityFingerprint(config),
    isBrokerReachable: () => deviceLink.isBrokerReachable(),
    passwordChanged: options.passwordChanged ?? (() => {}),
  }
  for (const feature of features) await feature.mount?.(app, parts)
  const deviceLink = await openDeviceLink({ fastify, services, pool, room, hints, config, isHttps, deviceLimit })
  await serveConsole(fastify, consoleFolder)
  await serveTerminal(fastify, { page: config.TERMINAL_PAGE ?? terminalFolder, models })

  const jobs = options.withJobs
    ? await startJobs(
        pool,
        log,
        [...housekeeping(services), ...features.flatMap((feature) => feature.jobs?.(parts) ?? [])],
        [mailJob(services), ...features.flatMap((feature) => feature.queued?.(parts) ?? [])],
        room,
      )
    : undefined
  const attendance = options.withJobs ? keepFollowingNews(services, room) : undefined
  // A receiver that has not answered after five seconds is asked again later.
  const webhooks = options.withJobs
    ? keepSendingWebhooks(services, room, hints, openOutside(config.WEBHOOK_NETWORKS, 5_000))
    : undefined

  return {
    fastify,
    services,
    endCalls: closing.begin,
    async close(note = () => {}) {
      leaveRoom()
      const parts = {
        'calls under way': closing.begin,
        'requests and device link': () => fastify.close(),
        attendance: () => attendance?.stop(),
        webhooks: () => webhooks?.stop(),
        jobs: () => jobs?.stop(),
        imports: () => imports.close(),
        'list of endings': () => endings.stop(),
        hints: () => hints.close(),
        faces: () => Promise.all([facePool.close(), strangers.close()]),
        'connections to the database': () => services.db.destroy().finally(forgetUnopened),
      }
      for (const [part, end] of Object.entries(parts)) {
        note(part)
        await end()
      }
    },
  }
}
