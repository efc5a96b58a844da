import type { FastifyInstance } from 'fastify'
import { createDeviceEvents } from './device-events.ts'
import { createDeviceIntents } from './device-intents.ts'
import { passHintsToDevices } from './device-link/outbox/device-hints.ts'
import { keepPresence } from './device-link/presence.ts'
import { createDeviceFinder } from './drivers/device-finder.ts'
import type { Driver, RunningDriver } from './drivers/driver.ts'
import type { ServerParts } from './feature.ts'
import { keepConversations } from './features/devices/conversation/conversation-keeper.ts'
import { startPersonKeyWorker } from './people/person-keys.ts'

export type DeviceLink = {
  /** Whether terminals hear at once of what waits for them: an external broker may be unavailable. */
  isBrokerReachable(): boolean
}

/** Starts the drivers of every make, and what they share: presence, hints, events and intents. It closes with the server. */
export async function createDeviceLink(
  fastify: FastifyInstance,
  parts: ServerParts,
  drivers: readonly Driver[],
  isHttps: boolean,
): Promise<DeviceLink> {
  const { services, disk, hints, liveUpdates, config, makes, packages } = parts
  const running = new Map<string, RunningDriver>()
  const everyOne = () => [...running.values()]
  const finder = createDeviceFinder(services.db)
  const presence = keepPresence(services, () => everyOne().flatMap((driver) => driver.connected()), liveUpdates)
  const conversations = keepConversations(services)
  const shared = {
    fastify,
    services,
    disk,
    hints,
    liveUpdates,
    config,
    makes,
    isHttps,
    events: createDeviceEvents(parts, finder, { presence, conversations }),
    intents: createDeviceIntents(services, packages),
  }
  for (const driver of drivers) running.set(driver.make, await driver.start(shared))
  const personKeys = startPersonKeyWorker(services, hints)
  const passing = passHintsToDevices(services, hints, ({ make, ...device }, what) =>
    running.get(make)?.tell(device, what),
  )
  const leave = hints.on((hint) => {
    if (hint.to !== 'servers' || !hint.id) return
    if (hint.what !== 'device-removed' && hint.what !== 'device-changed') return
    finder.remove(hint.id)
    if (hint.what === 'device-changed') return
    for (const driver of everyOne()) driver.forget(hint.id)
  })
  const leaveMissed = hints.onMissed(() => {
    finder.clear()
    for (const driver of everyOne()) driver.forgetAll()
  })

  // Before the HTTP server ends: it would wait for the WebSockets.
  fastify.addHook('preClose', async () => {
    leave()
    leaveMissed()
    passing.close()
    await presence.close()
    await conversations.close()
    await personKeys.close()
    for (const driver of everyOne()) await driver.close()
  })
  fastify.addHook('onClose', () => liveUpdates.close())
  return { isBrokerReachable: () => everyOne().every((driver) => driver.isReachable()) }
}
