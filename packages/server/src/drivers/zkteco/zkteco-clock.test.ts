import { getDevice, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { zkTerminals } from '../../../test/zk-terminals.ts'

let house: TestGatehouse
let admin: Caller
let zk: ReturnType<typeof zkTerminals>

beforeAll(async () => {
  house = await startTestGatehouse({ environment: { ZKTECO: 'on' } })
  admin = await house.asRole('superAdmin')
  zk = zkTerminals(house, admin)
})
afterAll(() => house.close())

const offsetOf = async (id: string) => (await admin.ask(getDevice, { params: { id } })).clockOffsetMs
const setsOf = (id: string) =>
  house.db.selectFrom('zkteco_command').select('state').where('device_id', '=', id).where('what', '=', 'time').execute()

it('a terminal whose clock is wrong is told, and set, once in an hour', async () => {
  const { terminal, id } = await zk.accepted('acc', 'AHEAD', { faults: { clockAheadMinutes: 90 } })
  terminal.moveDoor(1, true)
  await terminal.deliver()
  expect(Math.round((await offsetOf(id)) ?? 0)).toBeGreaterThan(5_000_000)
  await zk.settle(terminal, () => terminal.state.isClockSet)
  terminal.moveDoor(1, false)
  await terminal.deliver()
  expect(await offsetOf(id)).toBe(0)
  expect(await setsOf(id)).toHaveLength(1)
})

it('a terminal that cuts the half hour of its zone gets the right time, and its records stand where they were', async () => {
  const { terminal, id } = await zk.accepted('att', 'HALF', { faults: { cutsZone: true } })
  await admin.ask(updateDevice, { params: { id }, body: { timeZone: 'Asia/Kolkata' } })
  house.clock.advance({ seconds: 61 })
  await terminal.handshake()
  expect(terminal.state.zoneMinutes).toBe(330)
  for (let n = 0; n < 3; n++) {
    house.clock.advance({ seconds: 50 })
    await terminal.poll()
  }
  terminal.pass()
  await terminal.deliver()
  expect(await offsetOf(id)).toBeLessThan(-1_700_000)
  await zk.settle(terminal, () => terminal.state.isClockSet)
  house.clock.advance({ seconds: 10 })
  terminal.pass()
  await terminal.deliver()
  const [newest] = (await admin.ask(listRecords, { query: { deviceId: id } })).items
  const offMs =
    Temporal.Instant.from(newest?.recognisedAt ?? '').epochMilliseconds - house.clock.now().epochMilliseconds
  expect(Math.abs(offMs)).toBeLessThan(2_000)
})

it('records of days that come at once say nothing about the clock', async () => {
  const { terminal, id } = await zk.accepted('att', 'OLD')
  for (let n = 0; n < 3; n++) {
    house.clock.advance({ seconds: 50 })
    await terminal.poll()
  }
  const rows = Array.from({ length: 5 }, (_, n) => `\t2026-01-05 08:00:0${n}\t255\t15\n`)
  terminal.uploadRaw('cdata?table=ATTLOG', rows.join(''))
  await terminal.deliver()
  expect(await setsOf(id)).toEqual([])
})

it('an action at the menu of a terminal is a line of the operation log, once', async () => {
  const { terminal, serialNumber } = await zk.accepted('att', 'MENU', { faults: { repeats: true } })
  terminal.operate(4)
  terminal.operate(5, '7')
  terminal.operate(6)
  await terminal.deliver()
  const { items } = await admin.ask(listOperations, { query: { keyword: serialNumber } })
  const seen = items
    .filter(({ event }) => event.startsWith('at-device-'))
    .map(({ event, remark }) => `${event} ${remark}`)
  expect(seen.toSorted()).toEqual(['at-device-menu-opened 1', 'at-device-setting-changed 7'])
})

it('a terminal whose data were cleared gets everybody again, with their faces', async () => {
  const { terminal } = await zk.accepted('att', 'CLEARED')
  await zk.enrol('Cleo')
  const hasFace = () => terminal.state.photos.has(zk.numberOf(terminal, 'Cleo'))
  await zk.settle(terminal, hasFace)
  terminal.state.people.clear()
  terminal.state.photos.clear()
  terminal.operate(13)
  await terminal.deliver()
  await zk.settle(terminal, hasFace)
  expect(zk.numberOf(terminal, 'Cleo')).toMatch(/^\d{9}$/)
})
