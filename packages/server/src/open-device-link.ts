import type { FastifyInstance } from 'fastify'
import type { Config } from './lib/config.ts'
import type { Services } from './ctx.ts'
import type { Hints } from './hints/hints.ts'
import type { DbPool } from './db/open-database.ts'
import type { Room } from './db/room-to-write.ts'
import { openEmbeddedBroker } from './device-link/broker/embedded-broker.ts'
import { openRemoteBroker } from './device-link/broker/remote-broker.ts'
import { openConsoleNews } from './hints/console-news.ts'
import { openDeviceDirectory } from './device-link/device-directory.ts'
import { passHintsToDevices } from './device-link/outbox/device-hints.ts'
import { mountDeviceRoutes } from './device-app.ts'
import { mountDeviceSchema } from './device-link/device-schema.ts'
import { createRecordAlarms } from './features/alarms/link/record-alarms.ts'
import { startPersonKeyWorker } from './people/person-keys.ts'
import { keepPresence } from './device-link/presence.ts'
import { openRecordWriter } from './features/records/link/record-writer.ts'
import { openPackageSender } from './features/upgrades/link/send-package-routes.ts'
import { bytesPerSecond } from './features/upgrades/link/bandwidth-limiter.ts'

export type DeviceLinkOptions = {
  fastify: FastifyInstance
  services: Services
  /** For statements that are prepared by name. */
  pool: DbPool
  room: Room
  hints: Hints
  config: Config
  /** With HTTPS there is no MQTT over plain TCP: the secret would travel in the open. */
  isHttps: boolean
  deviceLimit: () => number | null
}

export type DeviceLink = {
  /** Whether terminals hear hints: a broker elsewhere may be away. */
  isBrokerReachable(): boolean
}

/** Puts the device link together: routes under /device, the MQTT broker, presence and hints. It closes with the server. */
export async function openDeviceLink({
  fastify,
  services,
  pool,
  room,
  hints,
  config,
  isHttps,
  deviceLimit,
}: DeviceLinkOptions): Promise<DeviceLink> {
  const { db, log } = services
  const directory = openDeviceDirectory(db)
  const news = openConsoleNews(services)
  const broker = config.MQTT_URL
    ? openRemoteBroker(config.MQTT_URL, log)
    : await openEmbeddedBroker({
        httpServer: fastify.server,
        host: config.HOST,
        port: isHttps ? null : config.MQTT_PORT,
        authenticate: (credentials, address) => directory.authenticate(credentials, address),
        isBehindProxy: config.TRUST_PROXY !== undefined,
        log,
      })
  const presence = keepPresence(services, broker, news)
  const personKeys = startPersonKeyWorker(services, hints)
  const passing = passHintsToDevices(services, hints, broker)
  const leave = hints.on((hint) => {
    if (hint.to !== 'servers' || hint.what !== 'device-removed' || !hint.id) return
    directory.forget(hint.id)
    broker.disconnect(hint.id)
  })
  const leaveMissed = hints.onMissed(() => directory.forgetAll())
  const recordAlarms = createRecordAlarms(services, news)
  mountDeviceSchema(fastify)
  mountDeviceRoutes(
    { fastify, services, room, directory, heard: (ldid) => presence.heard(ldid) },
    {
      broker: broker.address,
      news,
      recordAlarms,
      writer: openRecordWriter({ ...services, pool }),
      deviceLimit,
      packages: openPackageSender(services.blobs, {
        overall: bytesPerSecond(config.PACKAGE_MBIT),
        each: bytesPerSecond(config.PACKAGE_DEVICE_MBIT),
      }),
    },
  )

  // Before the HTTP server ends: it would wait for the WebSockets.
  fastify.addHook('preClose', async () => {
    leave()
    leaveMissed()
    passing.close()
    await presence.close()
    await personKeys.close()
    await broker.close()
  })
  fastify.addHook('onClose', async () => {
    await recordAlarms.close()
    news.close()
  })
  return { isBrokerReachable: () => broker.isReachable() }
}
