import { randomUUID } from 'node:crypto'
import { hello } from '@gatehouse/contract/device/link.ts'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { getDevice } from '@gatehouse/contract/features/devices.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pairTestDevice, type PairedDevice, testVersions } from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const greet = (device: PairedDevice, runId: string, serialNumber = device.serialNumber) =>
  device.ask(hello, {
    body: { versions: testVersions(serialNumber), clockAt: house.clock.now().toString(), nextSequence: 1, runId },
  })
const cloneSeenAt = async ({ id }: PairedDevice) => (await admin.ask(getDevice, { params: { id } })).cloneSeenAt
const alarms = async ({ id }: PairedDevice) =>
  (await admin.ask(listAlarms, { query: { deviceId: id } })).items.map(({ type, status, times, releaseWay }) => ({
    type,
    status,
    times,
    releaseWay,
  }))
const clonesInLog = async (device: PairedDevice) =>
  house.db
    .selectFrom('operation_log')
    .select('event')
    .where('event', '=', 'clone-seen')
    .where('actor_id', '=', device.id)
    .execute()

it('a terminal that restarts, however often, is one machine', async () => {
  const device = await pairTestDevice(house, admin)
  for (const run of [randomUUID(), randomUUID(), randomUUID()]) {
    await greet(device, run)
    await greet(device, run)
  }
  expect(await cloneSeenAt(device)).toBeNull()
  expect(await alarms(device)).toEqual([])
})

it('two machines that share one identity are detected, shown, logged, and raise an alarm once an hour', async () => {
  const device = await pairTestDevice(house, admin)
  const [one, other] = [randomUUID(), randomUUID()]
  await greet(device, one)
  await greet(device, other)
  expect(await cloneSeenAt(device)).toBeNull()
  await greet(device, one)
  expect(await cloneSeenAt(device)).not.toBeNull()
  await greet(device, other)
  expect(await clonesInLog(device)).toHaveLength(1)
  const alarm = { type: 'cloned', status: 'raised', times: 1, releaseWay: 'by-hand' }
  expect(await alarms(device)).toEqual([alarm])
  house.clock.advance({ hours: 2 })
  admin = await house.asRole('superAdmin')
  await greet(device, one)
  expect(await clonesInLog(device)).toHaveLength(2)
  expect(await alarms(device)).toEqual([alarm, alarm])
})

it('a device that lies about its serial number keeps the one it was paired with, and counts as another machine', async () => {
  const device = await pairTestDevice(house, admin)
  await greet(device, randomUUID(), 'SOMEBODY-ELSE')
  expect(await admin.ask(getDevice, { params: { id: device.id } })).toMatchObject({ serialNumber: device.serialNumber })
  expect(await cloneSeenAt(device)).not.toBeNull()
})
