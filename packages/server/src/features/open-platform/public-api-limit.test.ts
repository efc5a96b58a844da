import { publicApiScopes } from '@gatehouse/contract/features/open-platform.ts'
import { whoAmI } from '@gatehouse/contract/public-api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildApplication, buildKey, createApplicationCaller } from '../../../test/application-caller.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { OPEN_API_CALLS_PER_MINUTE: '3' } })
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

it('[BU-04] an application that calls too often is told when to call again; others are not delayed by it', async () => {
  const busy = await buildApplication(house, admin)
  const keys = [await buildKey(admin, busy, ...publicApiScopes), await buildKey(admin, busy, ...publicApiScopes)]
  // Calls that the application has not signed do not count for it.
  const forger = createApplicationCaller(house, { ...keys[0]!, secret: 'wrong' })
  for (let i = 0; i < 5; i++) expect((await forger.call(whoAmI, {})).message).toBe('open-api.sign-wrong')

  const [first, second] = keys.map((key) => createApplicationCaller(house, key))
  for (const caller of [first, second, first]) expect((await caller!.call(whoAmI, {})).status).toBe(200)
  const refused = await second!.call(whoAmI, {})
  expect([refused.status, refused.message]).toEqual([429, 'request.too-many'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)

  const quiet = createApplicationCaller(
    house,
    await buildKey(admin, await buildApplication(house, admin), ...publicApiScopes),
  )
  expect((await quiet.call(whoAmI, {})).status).toBe(200)
})

it('[BU-04] the document of the open API says so for every call', async () => {
  const answer = await house.gatehouse.fastify.inject({ url: '/openapi/v1/openapi.json' })
  type Response = { $ref?: string }
  const { paths, components } = answer.json<{
    paths: Record<string, Record<string, { responses: Record<string, Response> }>>
    components: { responses: Record<string, Response> }
  }>()
  const calls = Object.values(paths).flatMap((path) => Object.values(path))
  expect(calls.length).toBeGreaterThan(0)
  for (const { responses } of calls) {
    const shared = responses['429']?.$ref?.split('/').at(-1)
    expect(shared === undefined ? responses['429'] : components.responses[shared]).toMatchObject({
      description: expect.stringContaining('request.too-many'),
      headers: { 'Retry-After': { schema: { type: 'integer' } } },
    })
  }
})
