import type { DeviceRoute } from '@gatehouse/contract/device/device-route.ts'
import { getDevicePortrait, pullCommands, pullPeople, pushRecords } from '@gatehouse/contract/device/link.ts'
import { linkRoutes } from '@gatehouse/contract/device/link-routes.ts'
import { deleteDevice } from '@gatehouse/contract/features/devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRecord, deviceCaller, pairTestDevice, type PairedDevice } from '../../../../test/device-caller.ts'
import { exampleOf } from '../../../../test/example-of.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'

let house: TestGatehouse
let admin: Caller
let device: PairedDevice
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  device = await pairTestDevice(house, admin)
})
afterAll(() => house.close())

const routes = [...linkRoutes.values()]
const closed = routes.filter(({ access }) => access === 'device')

const inputFor = (route: DeviceRoute) => ({
  params: exampleOf(route.params) as object,
  query: exampleOf(route.query, false) as object,
  body: exampleOf(route.body) as object,
})

it('only pairing and asking to be accepted are open to strangers', () => {
  expect(routes.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual([
    '/v1/pair',
    '/v1/announce',
  ])
  expect(closed.length).toBeGreaterThanOrEqual(8)
})

describe.each(closed.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  const wrong = () => ({
    'no credentials': undefined,
    'another scheme': `Basic ${device.ldid}.${device.secret}`,
    'a secret of nobody': `Bearer ${device.ldid}.${'A'.repeat(43)}`,
    'an LDID of nobody': `Bearer GHT-${'0'.repeat(32)}.${device.secret}`,
    'a session token': `Bearer ${admin.token}`,
  })
  it.each(['no credentials', 'another scheme', 'a secret of nobody', 'an LDID of nobody', 'a session token'] as const)(
    '[DEV-06] the route is closed to %s',
    async (kind) => {
      const answer = await deviceCaller(house, wrong()[kind]).call(
        route,
        inputFor(route),
        `10.1.${kind.length}.${closed.indexOf(route)}`,
      )
      expect(answer).toMatchObject({ status: 401, code: '401', message: 'device.credentials-wrong' })
      expect(answer.desc).not.toBe('')
    },
  )
  it('the route is closed to a console session without a device: %s', async () => {
    const path = route.path.replace(':id', device.id)
    const response = await house.gatehouse.fastify.inject({
      method: route.method,
      url: `/device${path}`,
      headers: { 'auth-token': admin.token },
    })
    expect(response.statusCode).toBe(401)
  })
})

it('many wrong credentials from one address have to wait, a known device at the same address does not', async () => {
  const stranger = deviceCaller(house, `Bearer ${device.ldid}.${'B'.repeat(43)}`)
  const answers: number[] = []
  for (let n = 0; n < 40; n++) answers.push((await stranger.call(pullCommands, {}, '10.2.0.1')).status)
  expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 401))
  expect(answers.slice(30)).toEqual(Array.from({ length: 10 }, () => 429))
  expect((await device.call(pullCommands, {}, '10.2.0.1')).status).toBe(200)
})

it('[DEV-06] the secret of an unbound device is invalid at once, and nothing it sends is stored', async () => {
  const doomed = await pairTestDevice(house, admin)
  await doomed.ask(pullPeople)
  await admin.ask(deleteDevice, { params: { id: doomed.id } })
  // Already before the hint arrives: the statements check the device themselves.
  expect((await doomed.call(pushRecords, { body: { records: [buildRecord(1)] } })).message).toBe(
    'device.credentials-wrong',
  )
  expect((await doomed.call(pullPeople)).message).toBe('device.credentials-wrong')
  for (const route of closed.filter((route) => route !== getDevicePortrait)) {
    const answer = await until(async () => {
      const answer = await doomed.call(route, inputFor(route))
      return answer.status === 401 && answer
    })
    expect(answer.message).toBe('device.credentials-wrong')
  }
  expect(
    await house.db.selectFrom('recognition_record').selectAll().where('device_id', '=', doomed.id).execute(),
  ).toEqual([])
})
