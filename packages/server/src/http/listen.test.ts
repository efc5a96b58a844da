import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../lib/config.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { listen, type Listening, type ServesPlain } from './listen.ts'

/** Used in place of minutes; long enough for a caller who must be served on a busy machine. */
const limits = { firstByteMs: 2_000, handshakeMs: 2_000, perAddress: 8 }
const serverLimits = { requestTimeout: 3_000, keepAliveTimeout: 300 }
const http = { headersTimeout: 2_000, connectionsCheckingInterval: 50, keepAliveTimeoutBuffer: 0 }

let folder: string
let house: Awaited<ReturnType<typeof start>>
const sockets = new Set<Socket>()

async function start(environment: Record<string, string>, servesPlain: ServesPlain) {
  const fastify = Fastify({ ...serverLimits, http, forceCloseConnections: true })
  fastify.get('/hello', async () => 'hello')
  fastify.get('/iclock/ping', async () => 'OK')
  fastify.post('/taken', async () => 'taken')
  fastify.get('/live', (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('begin\n')
    const timer = setInterval(() => reply.raw.write('news\n'), 50)
    reply.raw.on('close', () => clearInterval(timer))
  })
  fastify.server.on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n')
    socket.pipe(socket)
  })
  const config = readConfig({ GATEHOUSE_DATA: folder, PORT: '0', HOST: '127.0.0.1', ...environment })
  const listening: Listening = await listen(fastify, config, servesPlain, limits)
  const kept = <T extends Socket>(socket: T) => {
    sockets.add(socket)
    // Being disconnected is expected here.
    return socket.on('error', () => {})
  }
  const tcp = () => kept(connectTcp(listening.port, '127.0.0.1'))
  const ca = listening.protocol === 'https' ? await readFile(join(folder, 'keys', 'tls', 'ca.pem')) : undefined
  const tls = () => kept(connectTls({ port: listening.port, host: '127.0.0.1', ca }))
  return { fastify, listening, tcp, tls, open: listening.protocol === 'https' ? tls : tcp }
}

async function open(environment: Record<string, string>, servesPlain: ServesPlain = () => false): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-listen-'))
  house = await start(environment, servesPlain)
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await house.listening.close()
  await house.fastify.close()
  await rm(folder, { recursive: true })
})

/** The bytes that arrived until the other side ended the connection. */
async function untilEnded(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  // Being disconnected is expected; `once` of events would fail by the error.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  return text
}

async function untilSaid(socket: Socket, words: string, times = 1): Promise<void> {
  let text = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const read = (piece: Buffer) => {
    text += piece.toString()
    if (text.split(words).length > times) resolve()
  }
  const ended = () => reject(new Error(`ended after ${JSON.stringify(text)}`))
  socket.on('data', read).once('close', ended)
  await promise.finally(() => socket.off('data', read).off('close', ended))
}

/** Sends a piece again and again until the other side has ended it. */
function dribble(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 60)
  socket.once('close', () => clearInterval(timer))
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`

describe.each([
  ['HTTPS', { TLS: 'self-signed' }],
  ['plain HTTP', {}],
])('over %s', (_, environment) => {
  beforeEach(() => open(environment))

  it('a connection that sends its headers line by line is ended', async () => {
    const socket = house.open()
    socket.write('GET /hello HTTP/1.1\r\nhost: localhost\r\n')
    dribble(socket, 'x-more: 1\r\n')
    expect(await untilEnded(socket)).toContain('408')
  })

  it('a connection whose body never comes to its end is ended', async () => {
    const socket = house.open()
    socket.write(
      'POST /taken HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 100000\r\n\r\n',
    )
    dribble(socket, 'x')
    expect(await untilEnded(socket)).toContain('408')
  })

  it('a connection that asks nothing more is ended', async () => {
    const socket = house.open()
    socket.write(ask('/hello'))
    expect(await untilEnded(socket)).toContain('200 OK')
  })

  it('a connection that says nothing is ended', async () => {
    for (const text of await Promise.all([house.tcp(), house.open()].map(untilEnded))) expect(text).not.toContain('200')
  })

  it('a stream and an upgraded connection stay open after every limit has passed', async () => {
    const [live, echo, slow] = [house.open(), house.open(), house.open()]
    live.write(ask('/live'))
    echo.write('GET /mqtt HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n')
    await untilSaid(echo, '101 Switching')
    slow.write('POST /taken HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 100000\r\n\r\n')
    dribble(slow, 'x')
    // It is ended by the longest of the limits, and was the last to ask.
    expect(await untilEnded(slow)).toContain('408')
    await untilSaid(live, 'news')
    echo.write('still here')
    await untilSaid(echo, 'still here')
  })

  it('one address may hold no more connections than a company needs, and gets new ones when some end', async () => {
    const held = Array.from({ length: limits.perAddress }, () => house.open())
    for (const socket of held) socket.write(ask('/live'))
    for (const socket of held) await untilSaid(socket, 'begin')
    expect(await untilEnded(house.open())).toBe('')
    held[0]?.destroy()
    const answer = async () => {
      const socket = house.open()
      socket.write(ask('/hello'))
      return untilEnded(socket)
    }
    await until(async () => (await answer()).includes('200 OK'))
  })
})

describe('with a certificate', () => {
  beforeEach(() => open({ TLS: 'self-signed' }))

  it('a handshake that never comes to its end is ended', async () => {
    const socket = house.tcp()
    // The head of a handshake record of 512 bytes, and then one of them at a time.
    socket.write(Buffer.from([0x16, 3, 1, 2, 0]))
    dribble(socket, '\u0001')
    expect(await untilEnded(socket)).toBe('')
  })

  it.each([
    [true, '/iclock/ping', /^HTTP\/1\.1 200 /],
    [true, '/iclockx', /^HTTP\/1\.1 308 /],
    [false, '/iclock/ping', /^HTTP\/1\.1 308 /],
  ])(
    'terminals that follow no redirect are served over plain HTTP where they are taken (%s): %s',
    async (isTaken, path, answer) => {
      await house.listening.close()
      await house.fastify.close()
      await rm(folder, { recursive: true })
      await open({ TLS: 'self-signed' }, (url = '') => isTaken && url.startsWith('/iclock/'))
      const asking = house.tcp()
      asking.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      expect(await untilEnded(asking)).toMatch(answer)
    },
  )

  it('a slow plain HTTP connection that is redirected to HTTPS is ended in the same way', async () => {
    const slow = house.tcp()
    slow.write('GET / HTTP/1.1\r\nhost: localhost\r\n')
    dribble(slow, 'x-more: 1\r\n')
    expect(await untilEnded(slow)).toContain('408')
    const idle = house.tcp()
    idle.write(ask('/'))
    expect(await untilEnded(idle)).toContain('308')
  })
})
