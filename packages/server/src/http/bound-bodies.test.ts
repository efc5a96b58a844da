import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '@gatehouse/testkit/until.ts'
import { boundBodies } from './bound-bodies.ts'
import { answerError } from './envelope.ts'

const limits = { all: 100_000, ofStrangers: 60_000, ofOneStranger: 40_000 }
const [here, there] = ['10.0.0.1', '10.0.0.2']

let fastify: FastifyInstance
let held: number
let work: PromiseWithResolvers<string>
beforeEach(() => {
  held = 0
  work = Promise.withResolvers<string>()
  const hold = () => {
    held++
    return work.promise
  }
  fastify = Fastify({ bodyLimit: 50_000 })
  fastify.setErrorHandler(answerError)
  boundBodies(fastify, limits)
  fastify.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  fastify.post('/stranger', hold)
  fastify.post('/known', { config: { knowsCaller: true } }, hold)
  fastify.post('/quick', async () => 'done')
  fastify.post('/quick-known', { config: { knowsCaller: true } }, async () => 'done')
  fastify.post('/piece-by-piece', { config: { knowsCaller: true, maxHeldOfForm: 0 } }, async () => 'done')
})
afterEach(async () => {
  work.resolve('done')
  await fastify.close()
})

const send = (url: string, bytes: number, remoteAddress = here, headers: Record<string, string> = {}) =>
  fastify.inject({
    method: 'POST',
    url,
    remoteAddress,
    payload: 'x'.repeat(bytes),
    headers: { 'content-type': 'text/plain', ...headers },
  })

/** Resolves once the body is in memory; the call continues until `work` is done. */
async function hold(url: string, bytes: number, address = here) {
  const before = held
  const answer = send(url, bytes, address)
  await until(() => held > before)
  return { answer }
}
const statusOf = async (...call: Parameters<typeof send>) => (await send(...call)).statusCode

describe('the bodies of all calls together', () => {
  it('the bodies of strangers’ calls have a limit for each address and one for all, which leaves space for known callers', async () => {
    await hold('/stranger', 40_000)
    expect(await statusOf('/quick', 9_000)).toBe(503)
    await hold('/stranger', 20_000, there)
    expect(await statusOf('/quick', 9_000, there)).toBe(503)
    await hold('/known', 40_000)
    expect(await statusOf('/quick-known', 9_000)).toBe(503)
  })

  it('the bodies of calls are refused in the language of the caller, with a time to call again', async () => {
    await hold('/stranger', 40_000)
    const answer = await send('/quick', 9_000, here, { language: 'zh' })
    expect(answer.json()).toMatchObject({ code: '503', message: 'server.busy', desc: '服务器繁忙，请稍候几秒再试。' })
    expect(answer.headers['retry-after']).toBe('5')
  })

  it('the bodies of calls free their space when the calls are answered', async () => {
    const { answer } = await hold('/stranger', 40_000)
    expect(await statusOf('/quick', 9_000)).toBe(503)
    work.resolve('done')
    await answer
    expect(await statusOf('/quick', 40_000)).toBe(200)
  })

  it('a body of unknown length counts with the limit of its route', async () => {
    await hold('/stranger', 30_000)
    expect(await statusOf('/quick', 10, there, { 'transfer-encoding': 'chunked' })).toBe(503)
  })

  it('the limit of bodies does not apply to small bodies, bodies too large to be read, and streamed ones', async () => {
    await hold('/stranger', 40_000)
    expect(await statusOf('/quick', 8_000)).toBe(200)
    expect(await statusOf('/quick', 60_000)).toBe(413)
    await hold('/known', 50_000)
    expect(await statusOf('/piece-by-piece', 45_000, here, { 'content-type': 'multipart/form-data' })).toBe(200)
  })

  it('the bodies of calls free their space when the caller disconnects, also while a call waits behind another of the same connection', async () => {
    const port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port)
    const call = (bytes: number, sent: number) =>
      `POST /stranger HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${bytes}\r\n\r\n${'x'.repeat(sent)}`
    for (const sent of [0, 30_000]) {
      const socket = connect(port, '127.0.0.1')
      socket.write(call(10, 10) + call(30_000, sent))
      await until(async () => (await statusOf('/quick', 20_000, '127.0.0.1')) === 503)
      socket.destroy()
      expect(await until(async () => (await statusOf('/quick', 40_000, '127.0.0.1')) === 200)).toBe(true)
    }
  })

  it('the body of a caller who has disconnected before it is read does not count', async () => {
    const passed = Promise.withResolvers<void>()
    fastify.post('/late', {
      onRequest: async ({ raw }) => {
        const closed = once(raw.socket, 'close')
        raw.socket.destroy()
        await closed
        setImmediate(passed.resolve)
      },
      handler: async () => 'done',
    })
    const port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port)
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write('POST /late HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 40000\r\n\r\n')
    await passed.promise
    await hold('/known', 50_000)
    expect(await statusOf('/quick-known', 50_000)).toBe(200)
  })
})
