import { createEmbeddedBroker } from '../../device-link/broker/embedded-broker.ts'
import { createRemoteBroker } from '../../device-link/broker/remote-broker.ts'
import { createDeviceDirectory } from '../../device-link/device-directory.ts'
import { mountDeviceSchema } from '../../device-link/device-schema.ts'
import type { DeviceApp } from '../../device-link/mount-device.ts'
import type { Driver } from '../driver.ts'
import { createOwnConversation } from './own-conversation.ts'
import { gatehouseMake } from './gatehouse-make.ts'

/**
 * Our own link: terminals call `/device`, and hear over MQTT that something waits. The features mount their own routes of it (`link/`).
 * With HTTPS there is no MQTT over plain TCP: the secret would travel in the open.
 */
export const gatehouseDriver = (mountRoutes: (app: DeviceApp) => void): Driver => ({
  make: gatehouseMake.make,
  async start({ fastify, services, disk, hints, config, isHttps, events }) {
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
    broker.onPresence(events.presence)
    mountDeviceSchema(fastify)
    const talk = createOwnConversation(events, hints, () => services.clock.now())
    mountRoutes({ fastify, services, disk, directory, broker: broker.address, heard: events.heard, talk })
    return {
      tell: ({ ldid }, what) => broker.hint(ldid, what),
      forget(ldid) {
        directory.remove(ldid)
        broker.disconnect(ldid)
      },
      forgetAll: () => directory.clear(),
      connected: () => broker.connected(),
      isReachable: () => broker.isReachable(),
      close() {
        talk.close()
        return broker.close()
      },
    }
  },
})
