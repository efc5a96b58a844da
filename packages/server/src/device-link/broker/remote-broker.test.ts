import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { topicPrefix } from '@gatehouse/contract/device/link.ts'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { openRemoteBroker } from './remote-broker.ts'

const ldid = `GHT-${'a'.repeat(32)}`
const presence = `${topicPrefix(ldid)}/up/presence`
let aedes: Aedes
let server: Server
let port: number

/** A broker as a company may have one: it lets everybody do everything, and knows nothing of Gatehouse. */
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

it('[DEV-04] hears presence and wills, passes hints on, and tells devices the address without its own password', async () => {
  const remote = openRemoteBroker(`mqtt://server:s3cret@127.0.0.1:${port}`, pino({ level: 'silent' }))
  const told: [string, boolean][] = []
  remote.onPresence((ldid, isOnline) => told.push([ldid, isOnline]))
  expect(remote.address).toMatchObject({ url: `mqtt://127.0.0.1:${port}`, webSocketPath: null, tcpPort: null })

  const device = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    ...{ clientId: `${ldid}-1`, reconnectPeriod: 0 },
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

it('a broker that is not there keeps nobody waiting', async () => {
  const remote = openRemoteBroker('mqtt://127.0.0.1:1', pino({ level: 'silent' }))
  remote.hint(ldid, 'people')
  remote.disconnect(ldid)
  await remote.close()
  expect(remote.address.url).toBe('mqtt://127.0.0.1:1')
})
