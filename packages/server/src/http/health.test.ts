import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'

const token = 'a-token-of-metrics'

describe.each([
  ['without TRUST_PROXY', {}],
  ['behind a trusted proxy', { TRUST_PROXY: 'loopback' }],
])('/metrics %s', (_, environment) => {
  let houses: Record<'open' | 'closed', TestGatehouse>
  beforeAll(async () => {
    houses = {
      open: await startTestGatehouse({ environment }),
      closed: await startTestGatehouse({ environment: { ...environment, METRICS_TOKEN: token } }),
    }
  })
  afterAll(async () => {
    await houses.open.close()
    await houses.closed.close()
  })
  const statusOf = async (house: keyof typeof houses, headers: Record<string, string>) =>
    (await houses[house].gatehouse.fastify.inject({ url: '/metrics', headers })).statusCode

  it('/metrics can be read from this machine, and with the token through a proxy too', async () => {
    expect(await statusOf('open', {})).toBe(200)
    expect(await statusOf('closed', {})).toBe(403)
    const headers = { 'x-forwarded-for': '8.8.8.8', authorization: `Bearer ${token}` }
    expect(await statusOf('closed', headers)).toBe(200)
  })

  it.each([
    ['x-forwarded-for', '8.8.8.8'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['x-forwarded-for', 'unknown'],
    ['forwarded', 'for=8.8.8.8'],
    ['x-real-ip', '8.8.8.8'],
    ['via', '1.1 proxy'],
  ])(
    '/metrics cannot be read without the token by a caller whom a proxy on this machine forwards: %s: %s',
    async (name, value) => {
      expect(await statusOf('open', { [name]: value })).toBe(403)
    },
  )
})
