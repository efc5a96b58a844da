import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startTestGatehouse } from '../../test/gatehouse.ts'

it('who asks while the server ends is told so in the envelope, and when to come again, a terminal too', async () => {
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
