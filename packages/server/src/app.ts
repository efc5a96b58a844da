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
import { mountAccounts } from './features/accounts/account-routes.ts'
import { attendanceJobs } from './features/attendance/attendance-jobs.ts'
import { mountAttendance } from './features/attendance/attendance-routes.ts'
import { keepFollowingNews } from './features/attendance/days/follow-news.ts'
import { alarmJobs } from './features/alarms/alarm-jobs.ts'
import { mountAlarms } from './features/alarms/alarm-routes.ts'
import { authJobs } from './features/auth/auth-jobs.ts'
import { mountAuth } from './features/auth/auth-routes.ts'
import { keepEndings } from './features/backup/keep-endings.ts'
import { mountBlacklist } from './features/blacklist/blacklist-routes.ts'
import { ensureCompany } from './features/company/company-actions.ts'
import { mountCompany } from './features/company/company-routes.ts'
import { mountDashboard } from './features/dashboard/dashboard-routes.ts'
import { mountDepartments } from './features/departments/department-routes.ts'
import { noteOwnAddresses } from './features/deployment/deployment-actions.ts'
import { deploymentJobs } from './features/deployment/deployment-jobs.ts'
import { mountDevices, mountDeviceSettings } from './features/devices/device-routes.ts'
import { mountImages } from './features/images/image-routes.ts'
import { mountImports } from './features/imports/import-routes.ts'
import { importJobs, openImportRunner } from './features/imports/import-runner.ts'
import { licenceJobs } from './features/licence/licence-jobs.ts'
import { mountLicence } from './features/licence/licence-routes.ts'
import { openLicenceState } from './features/licence/licence-service.ts'
import { mountLive } from './features/live/live-routes.ts'
import { mountLiveView } from './features/live-view/live-view-routes.ts'
import { clearMemberships, personGroupJobs } from './features/person-groups/person-group-jobs.ts'
import { mountOpenId } from './features/openid/openid-routes.ts'
import { openIdJobs } from './features/openid/openid-jobs.ts'
import { openIdSettings } from './features/openid/openid-settings.ts'
import { mountOpenApi } from './features/open-platform/open-api-routes.ts'
import { openPlatformJobs } from './features/open-platform/open-platform-jobs.ts'
import { mountOpenPlatform } from './features/open-platform/open-platform-routes.ts'
import { keepSendingWebhooks } from './features/open-platform/send-webhooks.ts'
import { mountOperationLog } from './features/operation-log/operation-log-routes.ts'
import { mountPersonGroups } from './features/person-groups/person-group-routes.ts'
import { mountPolicies } from './features/policies/policy-routes.ts'
import { portraitJobs } from './people/portraits/portrait-jobs.ts'
import { mountPortraits } from './people/portraits/portrait-routes.ts'
import { captureJobs } from './features/records/capture-jobs.ts'
import { deleteRecordsQueued, recordJobs } from './features/records/record-jobs.ts'
import { privacyJobs } from './features/privacy/privacy-jobs.ts'
import { mountPrivacy } from './features/privacy/privacy-routes.ts'
import { mountRecognition } from './features/records/record-routes.ts'
import { registrationJobs } from './features/registrations/registration-jobs.ts'
import { mountRegistrations } from './features/registrations/registration-routes.ts'
import { openMailSettings } from './features/service-config/mail-server-reads.ts'
import { openPlatformClock } from './features/service-config/platform-clock.ts'
import { serviceConfigJobs } from './features/service-config/service-config-jobs.ts'
import { mountServiceConfig } from './features/service-config/service-config-routes.ts'
import { mountServerInfo } from './features/server-info/server-info-routes.ts'
import { staffJobs } from './features/staff/staff-jobs.ts'
import { mountStaff } from './features/staff/staff-routes.ts'
import { storageJobs } from './features/storage/storage-jobs.ts'
import { mountStorage } from './features/storage/storage-routes.ts'
import { visitorJobs } from './features/visitors/visitor-jobs.ts'
import { mountVisitors } from './features/visitors/visitor-routes.ts'
import { mountPasses, mountVisits } from './features/visitors/visits/visit-routes.ts'
import { mountTimetables } from './features/timetables/timetable-routes.ts'
import { upgradeJobs } from './features/upgrades/upgrade-jobs.ts'
import { mountUpgrades } from './features/upgrades/upgrade-routes.ts'
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
  const openId = openIdSettings(config)
  mountLicence(app, licence, publicKey, openId?.label)
  mountAuth(app, options.passwordChanged ?? (() => {}))
  mountAccounts(app)
  mountOpenId(app, openId)
  mountServerInfo(app, () => licence.current()?.edition ?? 'enterprise')
  mountServiceConfig(app, clock)
  mountDashboard(app, hints, { measureDisk, licence: () => licence.cover() })
  mountStorage(app, measureDisk)
  mountLive(app, hints)
  mountImages(app)
  mountCompany(app, {
    authorization: () => {
      const row = licence.current()
      return row ? { fromAt: row.valid_from, toAt: row.valid_to } : null
    },
  })
  mountDepartments(app)
  mountPersonGroups(app)
  mountPortraits(app)
  mountPrivacy(app)
  mountStaff(app, { gallery, personLimit })
  mountBlacklist(app, { gallery, personLimit })
  const visitorDeps = { gallery, personLimit }
  mountVisitors(app, visitorDeps)
  mountPasses(app)
  mountVisits(app, visitorDeps)
  mountImports(app)
  mountRegistrations(app, { gallery, personLimit })
  const deviceLimit = () => licence.current()?.device_limit ?? null
  mountDevices(app, {
    deviceLimit,
    certificateFingerprint: () => authorityFingerprint(config),
    isBrokerReachable: () => deviceLink.isBrokerReachable(),
  })
  mountDeviceSettings(app)
  mountAlarms(app, hints)
  mountLiveView(app)
  const strangers = openStrangerSearch(databaseUrl, keys)
  mountRecognition(app, strangers)
  mountAttendance(app)
  mountOperationLog(app)
  mountTimetables(app)
  mountPolicies(app, gallery)
  mountUpgrades(app, config.PACKAGE_KEYS ?? join(config.GATEHOUSE_DATA, 'package-keys'))
  mountOpenPlatform(app)
  await mountOpenApi(app, hints, config.OPEN_API_CALLS_PER_MINUTE)
  const deviceLink = await openDeviceLink({ fastify, services, pool, room, hints, config, isHttps, deviceLimit })
  await serveConsole(fastify, consoleFolder)
  await serveTerminal(fastify, { page: config.TERMINAL_PAGE ?? terminalFolder, models })

  const jobs = options.withJobs
    ? await startJobs(
        pool,
        log,
        [
          ...housekeeping(services),
          ...alarmJobs(services),
          ...authJobs(services),
          ...licenceJobs(services, licence),
          ...openIdJobs(services),
          ...portraitJobs(services),
          ...privacyJobs(services),
          ...recordJobs(services),
          ...captureJobs(services),
          ...staffJobs(services),
          ...importJobs(services, imports),
          ...personGroupJobs(services),
          ...attendanceJobs(services),
          ...openPlatformJobs(services),
          ...visitorJobs(services),
          ...registrationJobs(services),
          ...serviceConfigJobs(services, clock),
          ...upgradeJobs(services),
          ...storageJobs({
            ...services,
            measureDisk,
            isHere: {
              pictures: config.S3_URL === undefined,
              database: await isSameDisk(config.GATEHOUSE_DATA, options.databaseFolder),
            },
          }),
          ...deploymentJobs(services, config),
        ],
        [mailJob(services), deleteRecordsQueued(services), clearMemberships(services)],
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
