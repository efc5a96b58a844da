import { randomUUID } from 'node:crypto'
import { listAlarms, releaseAlarms } from '@gatehouse/contract/features/alarms.ts'
import { acceptAnnouncement, getDevice, listAnnouncements, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { createZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pairTestDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { acceptZkTerminal, zkSender } from '../../../test/zk-devices.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { ZKTECO: 'on' } })
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const alarmsOf = async (deviceId: string) =>
  (await admin.ask(listAlarms, { query: { deviceId } })).items.map(({ type }) => type)
const limit = (id: string, sourceNetwork: string | null) =>
  admin.call(updateDevice, { params: { id }, body: { sourceNetwork } })

it('a terminal that is limited to a network is heard nowhere else, and a call from elsewhere raises an alarm', async () => {
  const from = { address: '10.1.0.1' }
  const { terminal, id } = await acceptZkTerminal(house, admin, { dialect: 'att', serialNumber: 'NETWORK1', from })
  expect((await limit(id, '10.1.0.0/16, 192.168.7.9')).status).toBe(200)
  expect(await terminal.handshake()).toBe(true)
  from.address = '10.2.0.1'
  await until(async () => !(await terminal.handshake()), 'the other network is refused')
  expect(await alarmsOf(id)).toEqual(['cloned'])
  from.address = '::ffff:192.168.7.9'
  expect(await terminal.handshake()).toBe(true)
  await limit(id, null)
  from.address = '10.2.0.1'
  await until(() => terminal.handshake(), 'it is heard everywhere again')
})

it('a terminal is accepted with its groups and its network, which hold before it gets anybody', async () => {
  const from = { address: '10.3.0.1' }
  const mine = await admin.ask(groupRoutesOf.staff.create, { body: { name: 'Gate crew' } })
  await admin.ask(createStaff, { body: { name: 'Of the crew', groupIds: [mine.id] } })
  await admin.ask(createStaff, { body: { name: 'Of everybody' } })
  const terminal = createZkTerminal({ dialect: 'att', serialNumber: 'NETWORK9', send: zkSender(house, from) })
  await terminal.handshake()
  const waiting = (await admin.ask(listAnnouncements)).items.find((one) => one.serialNumber === 'NETWORK9')
  const params = { id: waiting?.id ?? '' }
  const body = { name: 'Gate', groupIds: [mine.id], sourceNetwork: '10.3.0.0/16' }
  const missing = { ...body, groupIds: [randomUUID()] }
  expect((await admin.call(acceptAnnouncement, { params, body: missing })).message).toBe('group.not-found')
  const device = await admin.ask(acceptAnnouncement, { params, body })
  expect(await admin.ask(getDevice, { params: { id: device.id } })).toMatchObject({
    groups: [{ id: mine.id }],
    sourceNetwork: '10.3.0.0/16',
  })
  from.address = '10.4.0.1'
  expect(await terminal.handshake()).toBe(false)
  from.address = '10.3.0.1'
  await until(() => terminal.handshake(), 'it is taken')
  const names = () => [...terminal.state.people.values()].map(({ name }) => name)
  await until(async () => (await terminal.poll()) === 0 && names().length > 0, 'it has its people')
  expect(names()).toEqual(['Of the crew'])
})

it('calls from elsewhere that go on count on the open alarm, and open none that somebody closed', async () => {
  const from = { address: '10.1.0.1' }
  const { terminal, id } = await acceptZkTerminal(house, admin, { dialect: 'att', serialNumber: 'NETWORK3', from })
  await limit(id, '10.1.0.0/16')
  from.address = '10.2.0.1'
  await until(async () => !(await terminal.handshake()), 'the other network is refused')
  const times = async () => (await admin.ask(listAlarms, { query: { deviceId: id } })).items.map((alarm) => alarm.times)
  expect(await times()).toEqual([1])
  await terminal.handshake()
  expect(await times(), 'within a minute').toEqual([1])
  for (const count of [2, 3]) {
    house.clock.advance({ minutes: 1 })
    await terminal.handshake()
    expect(await times()).toEqual([count])
  }
  const [alarm] = (await admin.ask(listAlarms, { query: { deviceId: id } })).items
  await admin.ask(releaseAlarms, { body: { ids: [alarm?.id ?? ''] } })
  house.clock.advance({ minutes: 1 })
  await terminal.handshake()
  expect(await times()).toEqual([3])
})

it('another address alone is told on the page of the device, and raises no alarm', async () => {
  const from = { address: '10.1.0.1' }
  const { terminal, id } = await acceptZkTerminal(house, admin, { dialect: 'att', serialNumber: 'NETWORK2', from })
  await terminal.deliver()
  await until(async () => (await admin.ask(getDevice, { params: { id } })).ip === '10.1.0.1')
  from.address = '10.9.0.1'
  await terminal.handshake()
  await terminal.deliver()
  const device = await until(async () => {
    const device = await admin.ask(getDevice, { params: { id } })
    return device.ip === '10.9.0.1' ? device : undefined
  })
  expect(device).toMatchObject({ previousIp: '10.1.0.1', ipChangedAt: expect.any(String) })
  expect(await alarmsOf(id)).toEqual([])
})

it('a network that is none is refused, and so is one for a terminal that proves itself by a secret', async () => {
  const { id } = await pairTestDevice(house, admin, 'Own')
  expect(await limit(id, '10.0.0.0/8')).toMatchObject({ status: 422, message: 'device.cannot' })
  expect((await limit(id, '10.0.0.0/33')).status).toBe(400)
})
