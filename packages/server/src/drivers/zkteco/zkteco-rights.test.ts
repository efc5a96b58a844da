import { listCommands, sendCommand } from '@gatehouse/contract/features/devices.ts'
import type { ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

let zk: ZkHouse
beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

/** Where terminals of these tests call from. */
const address = '10.1.0.1'
const pollRaw = async (serialNumber: string) =>
  (await zk.call('GET', `/iclock/getrequest?SN=${serialNumber}`, undefined, address)).body
const answer = (serialNumber: string, text: string) =>
  zk.call('POST', `/iclock/devicecmd?SN=${serialNumber}`, text, address)
/** Polls until a command with these words comes; gives its number. */
const numberOf = (serialNumber: string, words: string) =>
  until(async () => {
    const [, number] = new RegExp(`^C:(\\d+):${words}`).exec(await pollRaw(serialNumber)) ?? []
    return number
  }, words)
const rowsOf = (deviceId: string) =>
  zk.house.db.selectFrom('zkteco_command').selectAll().where('device_id', '=', deviceId).orderBy('number').execute()
const idle = async (terminal: ZkTerminal) => {
  await zk.settle(terminal, () => terminal.state.zones.has('2'))
  await zk.settle(terminal, () => true)
}

it('[DEV-06] an answer to a command that was never sent ends nothing', async () => {
  const { device, serialNumber } = await zk.accepted('acc', 'UNSENT')
  await numberOf(serialNumber, 'DATA UPDATE timezone')
  const before = await rowsOf(device.id)
  const waiting = before.filter(({ state }) => state === 'waiting').map(({ number }) => number)
  expect(waiting.length).toBeGreaterThan(0)
  // Nobody can tell from a serial number what the commands are called.
  expect(before[0]?.number).toBeGreaterThan(1_000)
  await answer(serialNumber, waiting.map((number) => `ID=${number}&Return=0&CMD=DATA\n`).join(''))
  const after = await rowsOf(device.id)
  expect(after.filter(({ number }) => waiting.includes(number)).every(({ state }) => state === 'waiting')).toBe(true)
})

describe('a command at the door', () => {
  it('that the terminal could not carry out just then has failed, for it is not sent again', async () => {
    const { terminal, device, serialNumber } = await zk.accepted('acc', 'BUSYDOOR')
    await idle(terminal)
    const { id } = await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'open-once' } })
    const number = await numberOf(serialNumber, 'CONTROL DEVICE 01')
    await answer(serialNumber, `ID=${number}&Return=-1003&CMD=CONTROL DEVICE\n`)
    const { items } = await zk.admin.ask(listCommands, { params: { id: device.id } })
    expect(items.find((one) => one.id === id)).toMatchObject({
      state: 'failed',
      result: 'The terminal answered -1003.',
    })
  })

  it('releases the alarms of all doors of a controller one by one', async () => {
    const { terminal, device } = await zk.accepted('acc', 'RELEASE', { doors: 4 })
    await idle(terminal)
    const { id } = await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'release-alarm' } })
    await zk.settle(terminal, () => terminal.state.acts.length === 4)
    expect(terminal.state.acts).toEqual(['02010000', '02020000', '02030000', '02040000'])
    const { items } = await zk.admin.ask(listCommands, { params: { id: device.id } })
    expect(items.find((one) => one.id === id)?.state).toBe('done')
  })
})

it('somebody who came back while the terminal told who is on it stays there', async () => {
  const { terminal, device } = await zk.accepted('att', 'BACK')
  await zk.enrol('Came back')
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Came back')))
  await zk.settle(terminal, () => true)
  const pin = numberAt(terminal, 'Came back')
  const find = () =>
    zk.house.db.selectFrom('zkteco_device').selectAll().where('device_id', '=', device.id).executeTakeFirstOrThrow()
  await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'sync-now' } })
  await until(async () => {
    await terminal.poll()
    return (await find()).check_runs
  }, 'the terminal is asked')
  const { check_number } = await find()
  // The terminal told this number while the person did not belong there.
  await zk.house.db.insertInto('zkteco_surplus').values({ device_id: device.id, pin, check_number }).execute()
  await until(async () => {
    await terminal.poll()
    zk.house.clock.advance({ seconds: 20 })
    return !(await find()).check_runs
  }, 'the comparison has ended')
  await zk.settle(terminal, () => true)
  expect([(await find()).check_surplus, terminal.state.people.has(pin)]).toEqual([0, true])
})
