import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectMqtt, type MqttClient } from 'mqtt'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { until } from '@gatehouse/testkit/until.ts'
import type { DeviceBroker } from './device-broker.ts'
import { createEmbeddedBroker } from './embedded-broker.ts'

const limits = { perAddress: 5, unknown: 2 }
const httpServer = createServer()
let broker: DeviceBroker
let urls: { tcp: string; ws: string }
const clients: MqttClient[] = []
const silent: { destroy(): void }[] = []

async function start(isBehindProxy = false) {
  broker = await createEmbeddedBroker({
    httpServer,
    host: '127.0.0.1',
    port: 0,
    isBehindProxy,
    limits,
    log: pino({ enabled: false }),
    authenticate: async ({ secret }) => {
      if (secret !== 'right') throw new Error('wrong')
    },
  })
  const address = httpServer.address()
  const port = typeof address === 'object' && address ? address.port : 0
  urls = { tcp: `mqtt://127.0.0.1:${broker.address.tcpPort}`, ws: `ws://127.0.0.1:${port}/mqtt` }
}

beforeEach(async () => {
  await once(httpServer.listen(0, '127.0.0.1'), 'listening')
  await start()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
  for (const socket of silent.splice(0)) socket.destroy()
  await broker.close()
  await new Promise((resolve) => httpServer.close(resolve))
})

function connect(ldid: string, url: string): Promise<MqttClient> {
  const client = connectMqtt(url, {
    clientId: ldid,
    username: ldid,
    password: 'right',
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  clients.push(client)
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client)).on('error', reject)
    client.once('close', () => reject(new Error('cut off')))
  })
}

/** A connection that sends nothing; `isOpen` once it is open. */
function connectSilently(kind: 'tcp' | 'ws') {
  if (kind === 'tcp') {
    const socket: Socket = connectTcp(Number(new URL(urls.tcp).port), '127.0.0.1')
      .on('error', () => {})
      .resume()
    silent.push(socket)
    return { isClosed: () => socket.closed, opened: once(socket, 'connect') }
  }
  const socket = new WebSocket(urls.ws, 'mqtt').on('error', () => {})
  silent.push({ destroy: () => socket.terminate() })
  return { isClosed: () => socket.readyState === WebSocket.CLOSED, opened: once(socket, 'open') }
}

describe.each(['tcp', 'ws'] as const)('over %s, of the connections of one address', (kind) => {
  it('a bounded number of connections may be silent, and authenticated ones do not count among them', async () => {
    await connect('one', urls[kind])
    await connect('two', urls[kind])
    const held = [connectSilently(kind), connectSilently(kind)]
    await Promise.all(held.map(({ opened }) => opened))
    const more = connectSilently(kind)
    await until(() => more.isClosed())
    expect(held.map(({ isClosed }) => isClosed())).toEqual([false, false])
    expect(broker.connected()).toEqual(['one', 'two'])
    for (const socket of silent.splice(0)) socket.destroy()
    await until(() => connect('three', urls[kind]).catch(() => undefined))
  })

  it('authenticated connections have a limit, too, and free their place when they close', async () => {
    const ldids = ['1', '2', '3', '4', '5']
    for (const ldid of ldids) await connect(ldid, urls[kind])
    await expect(connect('6', urls[kind])).rejects.toBeInstanceOf(Error)
    await clients[0]?.endAsync()
    await until(() => connect('6', urls[kind]).catch(() => undefined))
  })
})

it('behind a proxy, over WebSocket, the proxy counts', async () => {
  await broker.close()
  await start(true)
  const held = Array.from({ length: 6 }, () => connectSilently('ws'))
  await Promise.all(held.map(({ opened }) => opened))
  await connect('one', urls.ws)
  expect(held.map(({ isClosed }) => isClosed())).toEqual(held.map(() => false))
})
