import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startTestGatehouse } from '../../test/gatehouse.ts'

it('a caller, also a terminal, is told in the envelope that the server ends and when to call again', async () => {
  const house = await startTestGatehouse()
  const { fastify } = house.gatehouse
  const closing = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  fastify.addHook('preClose', () => {
    closing.resolve()
    return end.promise
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const closed = house.close()
  await closing.promise
  for (const path of ['/api/v2/authorize/status', '/device/v1/hello', '/login']) {
    const answer = await fetch(url + path)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toMatchObject({ code: '503', message: 'server.stopping' })
  }
  end.resolve()
  await closed
})

it('/readyz reports the stop as soon as it begins, while a call under way is answered', async () => {
  const house = await startTestGatehouse()
  const { fastify } = house.gatehouse
  const [asked, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  fastify.get('/slow', async () => {
    asked.resolve()
    await may.promise
    return { is: 'done' }
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const slow = fetch(`${url}/slow`)
  await asked.promise
  const closed = house.close()
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/slow`)).status).toBe(503)
  may.resolve()
  expect(await (await slow).json()).toEqual({ is: 'done' })
  await closed
})

it('the stop waits for a call that does not end only as long as it may take', async () => {
  const house = await startTestGatehouse()
  const { fastify } = house.gatehouse
  const asked = Promise.withResolvers<void>()
  fastify.get('/endless', () => {
    asked.resolve()
    return new Promise(() => {})
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const endless = fetch(`http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/endless`)
  await asked.promise
  await Promise.all([house.close(), expect(endless).rejects.toThrow('fetch failed')])
})

it('the stop does not wait for a console that listens for hints', async () => {
  const house = await startTestGatehouse()
  const { fastify, endCalls } = house.gatehouse
  const { token } = await house.asRole('superAdmin')
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/api/v2/live`
  expect((await fetch(url, { headers: { 'auth-token': token } })).status).toBe(200)
  expect(await Promise.race([endCalls().then(() => 'at once'), setImmediate('later')])).toBe('at once')
  await house.close()
})
