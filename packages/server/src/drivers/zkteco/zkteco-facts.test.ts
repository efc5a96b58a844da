import { getDevice, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { until as holds } from '@gatehouse/testkit/until.ts'
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

const post = (serialNumber: string, path: string, payload: string) =>
  house.gatehouse.fastify.inject({
    method: 'POST',
    url: `/iclock/${path}${path.includes('?') ? '&' : '?'}SN=${serialNumber}`,
    remoteAddress: '10.1.0.1',
    payload,
  })

it('[DEV-06] a controller that never tells its doors is asked, and people get the rights of all of them', async () => {
  await zk.enrol('Nora')
  const { terminal, id } = await zk.accepted('acc', 'LATE', { doors: 4, faults: { tellsLate: true } })
  await zk.settle(terminal, () => terminal.state.rights.get(zk.numberOf(terminal, 'Nora')) === 0b1111)
  expect((await admin.ask(getDevice, { params: { id } })).doorCount).toBe(4)
})

it('everybody is sent again when a controller writes dates otherwise than before, and again only once', async () => {
  await zk.enrol('Olga', { leavingOn: '2030-01-01' })
  const { terminal, serialNumber, id } = await zk.accepted('acc', 'DATES', { faults: { hidesToken: true } })
  const until = () => terminal.state.people.get(zk.numberOf(terminal, 'Olga'))?.until
  await zk.settle(terminal, () => until() !== undefined)
  expect(until()).not.toMatch(/^20(29|30)\d{4}$/)
  terminal.state.options.set('DateFmtFunOn', '0')
  expect((await post(serialNumber, 'cdata?table=options', 'DateFmtFunOn=0')).body).toBe('OK')
  await zk.settle(terminal, () => /^20(29|30)\d{4}$/.test(until() ?? ''))
  // Options without it change nothing.
  await post(serialNumber, 'cdata?table=options', '~DeviceName=SpeedFace-Sim')
  await zk.settle(terminal, () => true)
  const row = await house.db
    .selectFrom('zkteco_device')
    .select(['has_encoded_dates', 'people_cursor'])
    .where('device_id', '=', id)
    .executeTakeFirst()
  expect(row?.has_encoded_dates).toBe(false)
  expect(row?.people_cursor).not.toBeNull()
})

it('[DEV-06] a terminal whose greeting hid its dialect is taken for what its records show, and gets people', async () => {
  await zk.enrol('Petra')
  const { terminal, device } = await zk.accepted('att', 'HIDE', { faults: { hidesDialect: true } })
  expect((await device()).type).toBe('ZKACC')
  await zk.settle(terminal, () => true)
  expect(terminal.state.people.size).toBe(0)
  terminal.pass()
  await terminal.deliver()
  expect((await device()).type).toBe('ZKATT')
  await zk.settle(terminal, () => terminal.state.photos.has(zk.numberOf(terminal, 'Petra')))
  expect((await device()).capabilities.commands['hold-open']).not.toBeNull()
})

it('a terminal whose dialect is known keeps it, whatever a call looks like', async () => {
  const { terminal, device, serialNumber } = await zk.accepted('att', 'SURE')
  terminal.pass()
  await terminal.deliver()
  await post(serialNumber, 'cdata?table=rtstate', 'time=2026-01-05 08:00:01\tsensor=01\trelay=00\talarm=00')
  expect((await device()).type).toBe('ZKATT')
})

it.each(['att', 'acc'] as const)(
  'a terminal (%s) is told another offset of its zone without greeting',
  async (dialect) => {
    const { terminal, id } = await zk.accepted(dialect, 'SUMMER')
    await zk.settle(terminal, () => true)
    expect(terminal.state.isClockSet).toBe(false)
    await admin.ask(updateDevice, { params: { id }, body: { timeZone: 'Asia/Kolkata' } })
    await zk.settle(terminal, () => terminal.state.isClockSet)
    if (dialect === 'att') expect(terminal.state.zoneMinutes).toBe(330)
  },
)

it('an answer that names another command finishes nothing', async () => {
  const { terminal, serialNumber, id } = await zk.accepted('att', 'WORD')
  await zk.settle(terminal, () => true)
  await zk.enrol('Rosa')
  const poll = () =>
    house.gatehouse.fastify.inject({ url: `/iclock/getrequest?SN=${serialNumber}`, remoteAddress: '10.1.0.1' })
  let line = ''
  await holds(async () => {
    line = (await poll()).body
    return /^C:\d+:DATA UPDATE USERINFO/.test(line)
  }, 'the person is sent')
  const number = /^C:(\d+):/.exec(line)?.[1] ?? ''
  const stateOf = async () =>
    (
      await house.db
        .selectFrom('zkteco_command')
        .select('state')
        .where('device_id', '=', id)
        .where('number', '=', Number(number))
        .executeTakeFirst()
    )?.state
  await post(serialNumber, 'devicecmd', `ID=${number}&Return=0&CMD=AC_UNLOCK\n`)
  expect(await stateOf()).toBe('sent')
  await post(serialNumber, 'devicecmd', `ID=${number}&Return=0&CMD=DATA\n`)
  expect(await stateOf()).toBe('done')
})
