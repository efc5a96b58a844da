import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { getDevice, sendCommand } from '@gatehouse/contract/features/devices.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

let zk: ZkHouse

beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

const alarmsOf = async (deviceId: string) =>
  (await zk.admin.ask(listAlarms, { query: { deviceId } })).items.map(({ type }) => type)
const poll = (serialNumber: string, from: string) =>
  zk.call('GET', `/iclock/getrequest?SN=${serialNumber}`, undefined, from)
const greet = (serialNumber: string, from: string, key = `c0ffee${serialNumber}`) =>
  zk.call('GET', `/iclock/cdata?SN=${serialNumber}&options=all&DeviceType=att&pushcommkey=${key}`, undefined, from)

it.each(['att', 'acc'] as const)(
  'the queue of a terminal of the dialect %s is given to nobody who only says its serial number',
  async (dialect) => {
    const { terminal, device, serialNumber } = await zk.accepted(dialect, 'QUEUE')
    await zk.settle(terminal, () => true)
    await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'open-once' } })
    for (let n = 0; n < 3; n++) {
      const { statusCode, body } = await poll(serialNumber, '10.9.9.9')
      expect([statusCode, body]).toEqual([401, 'Device Unauthorized'])
    }
    const row = '\t2026-01-05 08:00:01\t255\t15\n'
    const upload = `/iclock/cdata?SN=${serialNumber}&table=ATTLOG`
    expect((await zk.call('POST', upload, row, '10.9.9.9')).statusCode).toBe(401)
    await zk.settle(terminal, () => terminal.state.acts.length > 0)
    expect(await zk.recordsOf(device.id)).toEqual([])
    // The terminal itself called again: these were two machines.
    expect(await alarmsOf(device.id)).toEqual(['cloned'])
  },
)

it('a terminal that moved is served at its new address once it has greeted from there, and only its page tells it', async () => {
  const { device, serialNumber } = await zk.accepted('att', 'MOVED')
  expect((await poll(serialNumber, '10.44.0.1')).statusCode).toBe(401)
  expect((await greet(serialNumber, '10.44.0.1')).statusCode).toBe(200)
  expect((await poll(serialNumber, '10.44.0.1')).statusCode).toBe(200)
  expect((await zk.admin.ask(getDevice, { params: { id: device.id } })).ip).toBe('10.44.0.1')
  expect((await poll(serialNumber, '10.1.0.1')).statusCode).toBe(401)
  expect(await alarmsOf(device.id)).toEqual([])
})

it('a greeting from elsewhere without the key that was shown first is refused, and an alarm tells of it', async () => {
  const { device, serialNumber } = await zk.accepted('att', 'NOKEY')
  expect((await greet(serialNumber, '10.9.9.9', '')).statusCode).toBe(401)
  expect((await poll(serialNumber, '10.9.9.9')).statusCode).toBe(401)
  expect(await alarmsOf(device.id)).toEqual(['cloned'])
  expect((await greet(serialNumber, '10.1.0.1', '')).statusCode).toBe(200)
})

it('two machines that greet in turns raise an alarm', async () => {
  const { device, serialNumber } = await zk.accepted('att', 'TURNS')
  for (const from of ['10.44.0.2', '10.1.0.1']) expect((await greet(serialNumber, from)).statusCode).toBe(200)
  expect(await alarmsOf(device.id)).toEqual(['cloned'])
})
