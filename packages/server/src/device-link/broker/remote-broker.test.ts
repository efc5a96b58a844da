import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { topicPrefix } from '@gatehouse/contract/device/link.ts'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pairTestDevice } from '../../../test/device-caller.ts'
import { startTestGatehouse } from '../../../test/gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { keepPresence } from '../presence.ts'
import { createRemoteBroker } from './remote-broker.ts'

const ldid = `GHT-${'a'.repeat(32)}`
const presence = `${topicPrefix(ldid)}/up/presence`
let aedes: Aedes
let server: Server
let port: number

/** A broker of its own, which can be killed; it may have kept a greeting on this topic. */
async function startBroker(at = 0, keptOn?: string) {
  const broker = await Aedes.createBroker()
  const kept = { cmd: 'publish', qos: 1, dup: false, retain: true, payload: '{"online":true}' } as const
  if (keptOn) await new Promise<void>((resolve) => broker.publish({ ...kept, topic: keptOn }, () => resolve()))
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    sockets.add(socket)
    broker.handle(socket)
  })
  await once(listener.listen(at, '127.0.0.1'), 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    async kill() {
      listener.close()
      // A client that is dead already sends no will.
      broker.removeAllListeners()
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => broker.close(resolve))
    },
  }
}

/** A broker as a company may have one: it allows everybody everything, and knows nothing of Gatehouse. */
beforeAll(async () => {
  aedes = await Aedes.createBroker()
  server = createServer((socket) => aedes.handle(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  await new Promise<void>((resolve) => aedes.close(resolve))
  server.close()
})

it('[DEV-04] an external broker delivers presence, wills and hints, and devices get its address without the server’s password', async () => {
  const remote = createRemoteBroker(`mqtt://server:s3cret@127.0.0.1:${port}`, pino({ level: 'silent' }))
  const told: [string, boolean][] = []
  remote.onPresence((ldid, isOnline) => told.push([ldid, isOnline]))
  expect(remote.address).toMatchObject({ url: `mqtt://127.0.0.1:${port}`, webSocketPath: null, tcpPort: null })

  const device = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    clientId: `${ldid}-1`,
    reconnectPeriod: 0,
    will: { topic: presence, payload: Buffer.from('{"online":false}'), qos: 1, retain: true },
  })
  const heard: string[] = []
  device.on('message', (_, payload) => heard.push(payload.toString()))
  await device.subscribeAsync(`${topicPrefix(ldid)}/down`, { qos: 1 })
  await device.publishAsync(presence, '{"online":true}', { qos: 1, retain: true })
  await until(() => told.length === 1)
  // Neither nonsense nor another topic is presence.
  await device.publishAsync(presence, 'nonsense', { qos: 1 })
  await device.publishAsync('gatehouse/v1/nobody/up/presence', '{"online":true}', { qos: 1 })
  remote.hint(ldid, 'people')
  await until(() => heard.length === 1)
  expect(heard).toEqual(['{"what":"people"}'])

  device.stream.destroy()
  await until(() => told.length === 2)
  expect(told).toEqual([
    [ldid, true],
    [ldid, false],
  ])
  await remote.close()
})

it('[DEV-04] a device that died while the broker was unavailable is offline after the deadline, and a living one stays online', async () => {
  const house = await startTestGatehouse()
  try {
    const admin = await house.asRole('superAdmin')
    const [alive, dead] = [await pairTestDevice(house, admin, 'Alive'), await pairTestDevice(house, admin, 'Dead')]
    const online = async () =>
      (await admin.ask(listDevices)).items.filter(({ isOnline }) => isOnline).map(({ name }) => name)
    const own = await startBroker()
    const remote = createRemoteBroker(`mqtt://127.0.0.1:${own.port}`, pino({ level: 'silent' }))
    const options = { silentMs: 1_000, watchMs: 50, noteMs: 100, lateMs: 0 }
    const noUpdates = { notify: () => {}, close: () => {} }
    const watching = keepPresence(house.gatehouse.services, () => remote.connected(), noUpdates, options)
    remote.onPresence(watching.note)
    const client = await connectAsync(`mqtt://127.0.0.1:${own.port}`, { reconnectPeriod: 0 })
    for (const { ldid } of [alive, dead])
      await client.publishAsync(`${topicPrefix(ldid)}/up/presence`, '{"online":true}', { qos: 1, retain: true })
    await until(async () => (await online()).length === 2)
    // The broker is killed: no will arrives. One terminal dies, the other polls over HTTP.
    await own.kill()
    await until(() => !remote.isReachable())
    const asking = setInterval(() => watching.heard(alive.ldid), 100)
    await until(async () => (await online()).join() === 'Alive')
    // The broker returns with its retained messages: a greeting of a dead terminal sets nobody online.
    const again = await startBroker(own.port, `${topicPrefix(dead.ldid)}/up/presence`)
    await until(() => remote.isReachable(), 'the broker is reached')
    const began = performance.now()
    await until(() => performance.now() - began > 300)
    expect(await online()).toEqual(['Alive'])
    clearInterval(asking)
    await until(async () => (await online()).length === 0)
    await watching.close()
    await remote.close()
    await again.kill()
  } finally {
    await house.close()
  }
})

it('an unreachable broker does not make the server wait', async () => {
  const remote = createRemoteBroker('mqtt://127.0.0.1:1', pino({ level: 'silent' }))
  remote.hint(ldid, 'people')
  remote.disconnect(ldid)
  await remote.close()
  expect(remote.address.url).toBe('mqtt://127.0.0.1:1')
})
