import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { hello, topicPrefix } from '@gatehouse/contract/device/link.ts'
import {
  deleteDevice,
  getDevice,
  listDevices,
  sendCommand,
  updateDevice,
} from '@gatehouse/contract/features/devices.ts'
import { type IClientOptions, connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStaff, pairTestDevice, type PairedDevice, testVersions } from '../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'

let house: TestGatehouse
let admin: Caller
let device: PairedDevice
let other: PairedDevice
let urls: { tcp: string; ws: string }
const clients: MqttClient[] = []

beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  admin = await house.asRole('superAdmin')
  other = await pairTestDevice(house, admin, 'Other door')
  const address = await house.gatehouse.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { broker } = await greet(other)
  urls = { tcp: `mqtt://127.0.0.1:${broker.tcpPort}`, ws: `${address.replace('http', 'ws')}${broker.webSocketPath}` }
})
afterAll(() => house.close())
beforeEach(async () => {
  device = await pairTestDevice(house, admin)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
})

const greet = (by: PairedDevice) =>
  by.ask(hello, {
    body: { versions: testVersions(by.serialNumber), clockAt: Temporal.Now.instant().toString(), nextSequence: 1 },
  })

async function connect(by: PairedDevice, options: IClientOptions = {}, url = urls.tcp): Promise<MqttClient> {
  const client = await connectAsync(url, {
    clientId: `${by.ldid}-test`,
    username: by.ldid,
    password: by.secret,
    protocolVersion: 4,
    keepalive: 2,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ...options,
  })
  clients.push(client)
  return client
}

const closeOf = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))
const isOnline = async (by: PairedDevice) => (await admin.ask(getDevice, { params: { id: by.id } })).isOnline
const becomes = (by: PairedDevice, online: boolean) => until(async () => (await isOnline(by)) === online)

describe.each(['tcp', 'ws'] as const)('over %s', (kind) => {
  it('[DEV-04] a device is online while it is connected, and offline at once after its goodbye', async () => {
    expect(await isOnline(device)).toBe(false)
    const client = await connect(device, {}, urls[kind])
    await becomes(device, true)
    expect((await admin.ask(listDevices, { query: { status: 'online' } })).items.map(({ id }) => id)).toContain(
      device.id,
    )
    await client.endAsync()
    await becomes(device, false)
    const { onlineChangedAt } = await admin.ask(getDevice, { params: { id: device.id } })
    expect(Temporal.Now.instant().since(onlineChangedAt!).total('seconds')).toBeLessThan(60)
  })

  it('[DEV-07] hints reach the device they concern and no other', async () => {
    const heard: string[] = []
    const foreign: string[] = []
    const client = await connect(device, {}, urls[kind])
    client.on('message', (topic, payload) => heard.push(`${topic} ${payload.toString()}`))
    await client.subscribeAsync(`${topicPrefix(device.ldid)}/down`, { qos: 1 })
    const bystander = await connect(other, {}, urls[kind])
    bystander.on('message', (_, payload) => foreign.push(payload.toString()))
    await bystander.subscribeAsync(`${topicPrefix(other.ldid)}/down`, { qos: 1 })
    await becomes(device, true)
    await admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'open-once' } })
    await until(() => heard.includes(`${topicPrefix(device.ldid)}/down {"what":"commands"}`))
    await admin.ask(updateDevice, { params: { id: device.id }, body: { description: 'new' } })
    await until(() => heard.some((text) => text.includes('configuration')))
    expect(foreign).toEqual([])
    await buildStaff(admin, 'Somebody')
    await until(() => heard.some((text) => text.includes('people')) && foreign.some((text) => text.includes('people')))
  })
})

it('[DEV-04] a device whose wire is cut is offline within ten seconds', async () => {
  // The proxy between device and server falls silent: it passes no packets, and no end of the connection.
  const wires: Socket[] = []
  const wire = createServer((near) => {
    const far = createConnection({ port: Number(new URL(urls.tcp).port), host: '127.0.0.1' })
    wires.push(near, far)
    near.pipe(far).pipe(near)
  })
  await once(wire.listen(0, '127.0.0.1'), 'listening')
  const address = wire.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { broker } = await greet(device)
  await connect(device, { keepalive: broker.keepaliveSeconds }, `mqtt://127.0.0.1:${port}`)
  await becomes(device, true)
  for (const socket of wires) socket.unpipe().pause()
  await becomes(device, false)
  // MQTT 3.1.1, 3.1.2.10: a silent client is gone after one and a half times its keep-alive
  expect(1.5 * broker.keepaliveSeconds).toBeLessThan(10)
  for (const socket of wires) socket.destroy()
  wire.close()
})

it('[DEV-04] a device that reconnects before its old connection is closed stays online', async () => {
  const before = await connect(device)
  await becomes(device, true)
  const gone = closeOf(before)
  await connect(device, { clientId: `${device.ldid}-second` })
  await gone
  await admin.ask(listDevices)
  expect(await isOnline(device)).toBe(true)
})

it('[DEV-06] an unbound device is disconnected', async () => {
  const client = await connect(device)
  const gone = closeOf(client)
  await admin.ask(deleteDevice, { params: { id: device.id } })
  await gone
  await expect(connect(device)).rejects.toThrow(/not authorized|bad user/i)
})

it.each([
  ['a wrong secret', () => ({ password: 'A'.repeat(43) })],
  ["another device's secret", () => ({ password: other.secret })],
  ['no credentials', () => ({ username: undefined, password: undefined })],
  ["another device's LDID as client id", () => ({ clientId: `${other.ldid}-x` })],
  ['a client id of its own choice', () => ({ clientId: 'admin' })],
  ['no keepalive', () => ({ keepalive: 0 })],
  ['a keepalive of an hour', () => ({ keepalive: 3600 })],
  [
    "a will on another device's topic",
    () => ({
      will: {
        topic: `${topicPrefix(other.ldid)}/up/presence`,
        payload: Buffer.from('{"online":false}'),
        qos: 1 as const,
        retain: true,
      },
    }),
  ],
  [
    'a will that is no presence',
    () => ({
      will: {
        topic: `${topicPrefix(device.ldid)}/up/presence`,
        payload: Buffer.alloc(1000),
        qos: 1 as const,
        retain: true,
      },
    }),
  ],
])('the broker refuses %s', async (_, options) => {
  await expect(connect(device, options())).rejects.toThrow(/refused|closed|timeout|identifier/i)
  expect(await isOnline(device)).toBe(false)
})

it.each([
  ["another device's hints", () => `${topicPrefix(other.ldid)}/down`],
  ["another device's presence", () => `${topicPrefix(other.ldid)}/up/presence`],
  ['every device by a wildcard', () => 'gatehouse/v1/+/down'],
  ['everything', () => '#'],
  ['everything of its own by a wildcard', () => `${topicPrefix(device.ldid)}/#`],
  ['the broker itself', () => '$SYS/#'],
  ['a shared subscription', () => `$share/g/${topicPrefix(other.ldid)}/down`],
])('the broker does not let a device subscribe to %s', async (_, topic) => {
  const client = await connect(device)
  const granted = await client.subscribeAsync(topic(), { qos: 1 }).catch(() => 'refused' as const)
  expect(granted === 'refused' ? [128] : granted.map(({ qos }) => qos)).toEqual([128])
})

it.each([
  ["another device's presence", () => [`${topicPrefix(other.ldid)}/up/presence`, '{"online":false}'] as const],
  ["another device's hints", () => [`${topicPrefix(other.ldid)}/down`, '{"what":"people"}'] as const],
  ['its own hints', () => [`${topicPrefix(device.ldid)}/down`, '{"what":"people"}'] as const],
  ['another topic', () => ['anything', 'x'] as const],
  ['a presence that is none', () => [`${topicPrefix(device.ldid)}/up/presence`, 'x'.repeat(500)] as const],
])('the broker cuts a device that publishes to %s', async (_, message) => {
  const bystander = await connect(other)
  const heard: string[] = []
  bystander.on('message', (topic) => heard.push(topic))
  await bystander.subscribeAsync(`${topicPrefix(other.ldid)}/down`, { qos: 1 })
  const client = await connect(device)
  const gone = closeOf(client)
  const [topic, payload] = message()
  client.publish(topic, payload, { qos: 1 })
  await gone
  await becomes(other, true)
  expect(heard).toEqual([])
})

it('the broker cuts a stranger who sends a packet of megabytes', async () => {
  const port = Number(new URL(urls.tcp).port)
  const socket = createConnection({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.on('error', () => {})
  // CONNECT with a remaining length of 200 MB.
  socket.write(Buffer.from([0x10, 0x80, 0x84, 0xaf, 0x5f]))
  const closed = once(socket, 'close')
  const chunk = Buffer.alloc(16_384)
  const timer = setInterval(() => socket.writable && socket.write(chunk), 5)
  await closed
  clearInterval(timer)
  expect(socket.bytesWritten).toBeLessThan(10_000_000)
})
