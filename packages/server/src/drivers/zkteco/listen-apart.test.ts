import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '@gatehouse/testkit/until.ts'
import { listenApart } from './listen-apart.ts'

const perAddress = 4
/** In place of minutes; long enough for a caller who must be served on a busy machine. */
const http = { headersTimeout: 2_000, connectionsCheckingInterval: 50 }

let fastify: FastifyInstance
let server: Server
const sockets = new Set<Socket>()

beforeEach(async () => {
  fastify = Fastify({ requestTimeout: 3_000, keepAliveTimeout: 72_000, http })
  fastify.get('/iclock/ping', async () => 'OK')
  fastify.get('/api/ping', async () => 'of the product')
  fastify.post('/iclock/cdata', async () => 'OK')
  await fastify.ready()
  server = await listenApart(fastify, { host: '127.0.0.1', port: 0, perAddress })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  server.close()
  await once(server, 'close')
  await fastify.close()
})

function open(): { socket: Socket; said: () => string; isOver: () => boolean } {
  const address = server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  sockets.add(socket)
  let text = ''
  let isOver = false
  socket
    .on('data', (part) => (text += part.toString('latin1')))
    .on('close', () => (isOver = true))
    .on('error', () => {})
  return { socket, said: () => text, isOver: () => isOver }
}

async function ask(text: string): Promise<string> {
  const { socket, said, isOver } = open()
  socket.write(text)
  await until(() => said().includes('\r\n\r\n') || isOver(), 'the port answers', { see: said })
  return said()
}

it('a terminal whose firmware names no host is answered', async () => {
  expect(await ask('GET /iclock/ping?SN=X1 HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 200[\s\S]*OK$/)
})

it('nothing but the addresses of terminals is served', async () => {
  expect(await ask('GET /api/ping HTTP/1.1\r\nhost: gate\r\n\r\n')).toMatch(/^HTTP\/1\.1 404/)
})

it('callers who send their heads or bodies slowly are ended', async () => {
  const [silent, head, body] = [open(), open(), open()]
  head.socket.write('GET /iclock/ping?SN=X1 HTTP/1.1\r\nhost: gate\r\n')
  body.socket.write('POST /iclock/cdata?SN=X1 HTTP/1.1\r\nhost: gate\r\ncontent-length: 100000\r\n\r\n7')
  await until(() => [silent, head, body].every(({ isOver }) => isOver()), 'all of them are ended')
  for (const { said } of [head, body]) expect(said()).toContain('408')
})

it('one address has so many connections and no more', async () => {
  const held = Array.from({ length: perAddress }, open)
  await until(() => held.every(({ socket }) => socket.readyState === 'open'), 'they are open')
  const more = open()
  await until(() => more.isOver(), 'one more is ended')
  expect(held.filter(({ isOver }) => isOver())).toEqual([])
})

it('a connection that asks nothing more ends after a minute', () => {
  expect(server.keepAliveTimeout).toBe(60_000)
})
