import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Services } from './ctx.ts'
import { createDrivers } from './drivers.ts'
import { servesPlain } from './drivers/makes.ts'
import { features } from './features.ts'
import { keepEndings } from './features/backup/keep-endings.ts'
import { followHints } from './follow-hints.ts'
import { mountApiDocs } from './http/api-docs.ts'
import { mountHealth } from './http/health.ts'
import type { App } from './http/mount.ts'
import { createFastify, servesTls } from './http/create-fastify.ts'
import { createPublicRateLimiter } from './http/public-rate-limiter.ts'
import { serveConsole } from './http/static-files.ts'
import { serveTerminal } from './http/static-terminal.ts'
import { housekeeping } from './jobs/housekeeping.ts'
import { startJobs } from './jobs/job-runner.ts'
import { mailJob } from './jobs/send-mail.ts'
import { endingListName } from './lib/ending-list.ts'
import { logUnopened } from './lib/log-unopened.ts'
import { createDeviceLink } from './create-device-link.ts'
import { type AppOptions, createParts } from './create-parts.ts'

export type Gatehouse = {
  fastify: FastifyInstance
  services: Services
  /** Whether this address is served over plain HTTP where everything else is redirected to HTTPS. */
  servesPlain: (url: string | undefined) => boolean
  /** From now on `/readyz` says no, and nothing new is begun; resolves when the calls under way are answered, or after two seconds. */
  endCalls(): Promise<void>
  /** Stops taking requests, ends jobs and connections; within seconds. `note` hears which part is next. */
  close(note?: (part: string) => void): Promise<void>
}

const consoleFolder = join(import.meta.dirname, '../../console/dist')
const terminalFolder = join(import.meta.dirname, '../../terminal/dist')

/**
 * Puts the whole server together, without listening: tests `inject`, `main.ts` listens. Nothing here decides anything;
 * every part is one line.
 */
export async function buildApp(options: AppOptions): Promise<Gatehouse> {
  const { config, log } = options
  const stopLoggingUnopened = logUnopened(log)
  const { parts, facePool, modelsFolder } = await createParts(options, () => deviceLink.isBrokerReachable())
  const { services, disk, hints, licence, imports, strangers } = parts
  await followHints(parts)
  const endings = await keepEndings(services, hints, config.ENDINGS_FILE ?? join(config.GATEHOUSE_DATA, endingListName))
  const { fastify, closing, stopWatchingDisk } = await createFastify(services, { config, disk, log })
  const app: App = {
    fastify,
    services,
    disk,
    isLicensed: () => licence.isActive(),
    isClockBehind: () => licence.standing() === 'not-yet-valid',
    publicRateLimiter: createPublicRateLimiter(),
    mounted: new Map(),
  }
  mountHealth(fastify, services.db, {
    metricsToken: config.METRICS_TOKEN,
    isBrokerReachable: parts.isBrokerReachable,
    problem: () => {
      if (closing.isClosing()) return 'stopping'
      if (options.isStarted?.() === false) return 'starting'
      return hints.isConnected() ? undefined : 'changes of other processes are not heard'
    },
  })
  await mountApiDocs(fastify, services.publicUrl)
  for (const feature of features) await feature.mount?.(app, parts)
  const drivers = createDrivers((app) => {
    for (const feature of features) feature.mountDevice?.(app, parts)
  })
  const deviceLink = await createDeviceLink(fastify, parts, drivers, servesTls(config))
  await serveConsole(fastify, consoleFolder)
  await serveTerminal(fastify, { page: config.TERMINAL_PAGE ?? terminalFolder, models: modelsFolder })

  const ofFeatures = () => features.flatMap((feature) => feature.jobs?.(parts) ?? [])
  const ofDrivers = () => drivers.flatMap((driver) => driver.jobs?.(services) ?? [])
  const repeating = () => [...housekeeping(services), ...ofFeatures(), ...ofDrivers()]
  const queued = () => [mailJob(services), ...features.flatMap((feature) => feature.queued?.(parts) ?? [])]
  const jobs = options.withJobs ? await startJobs(parts.pool, log, repeating(), queued(), disk) : undefined
  const workers = options.withJobs ? features.flatMap((feature) => feature.worker?.(parts) ?? []) : []

  return {
    fastify,
    services,
    servesPlain: (url) => servesPlain(parts.makes, url),
    endCalls: closing.begin,
    async close(note = () => {}) {
      stopWatchingDisk()
      const steps: [part: string, end: () => unknown][] = [
        ['calls under way', closing.begin],
        ['requests and device link', () => fastify.close()],
        ...workers.map(({ name, stop }): [string, () => unknown] => [name, stop]),
        ['jobs', () => jobs?.stop()],
        ['imports', () => imports.close()],
        ['list of endings', () => endings.stop()],
        ['hints', () => hints.close()],
        ['faces', () => Promise.all([facePool.close(), strangers.close(), services.people.gallery.close()])],
        ['connections to the database', () => services.db.destroy().finally(stopLoggingUnopened)],
      ]
      for (const [part, end] of steps) {
        note(part)
        await end()
      }
    },
  }
}
