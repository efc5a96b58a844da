import { listDeviceMakes } from '@gatehouse/contract/features/devices.ts'
import { getOperation, listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { listMakeSwitches, switchMake } from '@gatehouse/contract/features/service-config/device-makes.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const make = 'zkteco'
const url = '/iclock/cdata?SN=SWITCH1&options=all&DeviceType=att'
const statusOf = async (one = house) => (await one.gatehouse.fastify.inject({ url })).statusCode
const turn = (isOn: boolean) => admin.ask(switchMake, { params: { make }, body: { isOn } })
const isOffered = async () => (await admin.ask(listDeviceMakes)).find((one) => one.make === make)?.isOn

it('a make that protects little is off until somebody switches it on, and is off again at once', async () => {
  expect(await isOffered()).toBe(false)
  expect(await statusOf()).toBe(404)
  expect(await turn(true)).toMatchObject({ make, isOn: true, isByOperator: false, devices: 0 })
  await until(async () => (await statusOf()) === 401, 'a terminal is heard')
  expect(house.gatehouse.servesPlain(url)).toBe(true)
  expect(await isOffered()).toBe(true)
  await turn(false)
  await until(async () => (await statusOf()) === 404, 'a terminal is heard no longer')
  expect(house.gatehouse.servesPlain(url)).toBe(false)
  const { items } = await admin.ask(listOperations, { query: { module: 'service-config' } })
  const lines = await Promise.all(items.map(({ id }) => admin.ask(getOperation, { params: { id } })))
  expect(lines.map(({ event, item, changes }) => [event, item, changes])).toEqual([
    ['switch-make', make, { isOn: { from: true, to: false } }],
    ['switch-make', make, { isOn: { from: false, to: true } }],
  ])
})

it('[PERM-04] the main admin sees the switch, too, and the other administrators cannot turn it', async () => {
  const main = await house.asRole('mainAdmin')
  expect((await main.ask(listMakeSwitches)).map((one) => one.make)).toEqual([make])
  for (const role of ['subAdmin', 'deviceAdmin', 'visitorAdmin'] as const) {
    const { status } = await (await house.asRole(role)).call(switchMake, { params: { make }, body: { isOn: true } })
    expect(status, role).toBe(403)
  }
  expect(await isOffered()).toBe(false)
})

it('the own link has no switch', async () => {
  const answer = await admin.call(switchMake, { params: { make: 'gatehouse' }, body: { isOn: false } })
  expect(answer).toMatchObject({ status: 409, message: 'make.not-set-here' })
})

it.each(['on', 'off'] as const)(
  'the setting of the operator (%s) wins over the switch, and is told as such',
  async (ZKTECO) => {
    const other = await startTestGatehouse({ environment: { ZKTECO } })
    try {
      const asked = await other.asRole('superAdmin')
      expect(await asked.ask(listMakeSwitches)).toMatchObject([{ make, isOn: ZKTECO === 'on', isByOperator: true }])
      expect(await statusOf(other)).toBe(ZKTECO === 'on' ? 401 : 404)
      const refused = await asked.call(switchMake, { params: { make }, body: { isOn: true } })
      expect(refused).toMatchObject({ status: 409, message: 'make.not-set-here' })
    } finally {
      await other.close()
    }
  },
)
