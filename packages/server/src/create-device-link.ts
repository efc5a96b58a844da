import type { FastifyInstance } from 'fastify'
import { createEmbeddedBroker } from './device-link/broker/embedded-broker.ts'
import { createRemoteBroker } from './device-link/broker/remote-broker.ts'
import { createDeviceDirectory } from './device-link/device-directory.ts'
import { mountDeviceSchema } from './device-link/device-schema.ts'
import type { DeviceApp } from './device-link/mount-device.ts'
import { passHintsToDevices } from './device-link/outbox/device-hints.ts'
import { startPersonKeyWorker } from './people/person-keys.ts'
import { keepPresence } from './device-link/presence.ts'
import type { ServerParts } from './feature.ts'

export type DeviceLink = {
  /** The parts that features mount their device routes on. */
  app: DeviceApp
  /** Whether terminals receive hints: an external broker may be unavailable. */
  isBrokerReachable(): boolean
}

/**
 * Assembles the device link: identities of terminals, the MQTT broker, presence and hints. It closes with the server.
 * With HTTPS there is no MQTT over plain TCP: the secret would travel in the open.
 */
export async function createDeviceLink(
  fastify: FastifyInstance,
  { services, disk, hints, liveUpdates, config }: ServerParts,
  isHttps: boolean,
): Promise<DeviceLink> {
  const { db, log } = services
  const directory = createDeviceDirectory(db)
  const broker = config.MQTT_URL
    ? createRemoteBroker(config.MQTT_URL, log)
    : await createEmbeddedBroker({
        httpServer: fastify.server,
        host: config.HOST,
        port: isHttps ? null : config.MQTT_PORT,
        authenticate: (credentials, address) => directory.authenticate(credentials, address),
        isBehindProxy: config.TRUST_PROXY !== undefined,
        log,
      })
  const presence = keepPresence(services, broker, liveUpdates)
  const personKeys = startPersonKeyWorker(services, hints)
  const passing = passHintsToDevices(services, hints, broker)
  const leave = hints.on((hint) => {
    if (hint.to !== 'servers' || hint.what !== 'device-removed' || !hint.id) return
    directory.remove(hint.id)
    broker.disconnect(hint.id)
  })
  const leaveMissed = hints.onMissed(() => directory.clear())
  mountDeviceSchema(fastify)

  // Before the HTTP server ends: it would wait for the WebSockets.
  fastify.addHook('preClose', async () => {
    leave()
    leaveMissed()
    passing.close()
    await presence.close()
    await personKeys.close()
    await broker.close()
  })
  fastify.addHook('onClose', () => liveUpdates.close())
  return {
    app: { fastify, services, disk, directory, broker: broker.address, heard: (ldid) => presence.heard(ldid) },
    isBrokerReachable: () => broker.isReachable(),
  }
}
