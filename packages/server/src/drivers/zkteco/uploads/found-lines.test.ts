import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { getDevice } from '@gatehouse/contract/features/devices.ts'
import { listKeptLines } from '@gatehouse/contract/features/devices/conversation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startZkHouse, type ZkHouse } from '../../../../test/zk-house.ts'
import { guessTable } from '../protocol/guess-table.ts'
import { readAcks, readFacts } from '../protocol/read-answers.ts'
import { readAttendanceRow, readOperationRow } from '../protocol/read-attendance.ts'
import { readOptions } from '../protocol/read-fields.ts'

/** Lines as real terminals sent them and others published them, of models that the documents do not have. */

let zk: ZkHouse

beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

const keptOf = async (id: string) => (await zk.admin.ask(listKeptLines, { params: { id } })).map(({ text }) => text)
const post = (serialNumber: string, path: string, body: string) =>
  zk.call('POST', `/iclock/${path}${path.includes('?') ? '&' : '?'}SN=${serialNumber}`, body)

it('an F22 sends events with their names as attendance', async () => {
  const { serialNumber, device } = await zk.accepted('acc', 'F22')
  const row =
    'time=2026-08-11 21:47:45\tpin=1\tcardno=1233447\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=4\tindex=353'
  expect((await post(serialNumber, 'cdata?table=ATTLOG', row)).body).toBe('OK: 1')
  const records = await zk.recordsOf(device.id)
  expect(records.map(({ entryMode, recognisedAt }) => [entryMode, recognisedAt])).toEqual([
    ['ic-card', '2026-08-11T21:47:45Z'],
  ])
  expect(await keptOf(device.id)).toEqual([])
})

it('an F22 sends attendance with names and without an event', () => {
  const row = 'time=2026-08-11 21:47:45\tpin=1\tcardno=1233447\tverifytype=4\tinoutstatus=0'
  expect(readAttendanceRow(row)).toMatchObject({ pin: '1', verify: 4, status: 0 })
})

it('a SenseFace 2A tells how its door stands among the events', async () => {
  const { serialNumber, device } = await zk.accepted('acc', 'SENSEFACE')
  const rows = [
    'time=2026-09-09 12:09:10\tpin=445966\tcardno=0\teventaddr=1\tevent=3\tinoutstatus=0\tverifytype=1\tindex=40\tsitecode=0\tlinkid=0\tmaskflag=0\ttemperature=0\tconvtemperature=0',
    'time=2026-09-09 12:09:11\tsensor=02\trelay=00\talarm=0100000000000000\tdoor=01',
  ]
  await post(serialNumber, 'cdata?table=rtlog', `${rows.join('\r\n')}\r\n`)
  expect(await zk.recordsOf(device.id)).toHaveLength(1)
  expect((await zk.admin.ask(listAlarms, { query: { deviceId: device.id } })).items.map(({ type }) => type)).toEqual([
    'forced-open',
  ])
  expect(await keptOf(device.id)).toEqual([])
})

it('a SpeedFace-V5L has a comma in the name of its maker', () => {
  const body =
    '~DeviceName=SpeedFace-V5L,MAC=00:17:61:13:20:21,TransactionCount=0,UserCount=1,~MaxUserCount=100,~Platform=ZAM180_TFT,~OEMVendor=ZKTECO CO., LTD.,FWVersion=ZAM180-NF50VA-Ver3.4.9,PushVersion=Ver 2.0.33S-20220623,RegDeviceType='
  expect(readOptions(body).get('oemvendor')).toBe('ZKTECO CO., LTD.')
  expect(readFacts(body)).toMatchObject({
    model: 'SpeedFace-V5L',
    firmware: 'ZAM180-NF50VA-Ver3.4.9',
    mac: '00:17:61:13:20:21',
    people: 10_000,
  })
})

it('an X903 ends its rows with a tab, and tells of a broken door as it starts', () => {
  expect(readAttendanceRow('7\t2024-07-07 01:29:01\t0\t1\t0\t0\t0\t0\t0\t0\t')).toMatchObject({
    pin: '7',
    verify: 1,
    sequence: null,
  })
  expect(readOperationRow('OPLOG 3\t0\t2024-07-07 01:43:07\t54\t0\t0\t0')).toMatchObject({
    code: 3,
    details: [54, 0, 0, 0],
  })
})

it.each([
  ['ID=520&Return=0&CMD=DATA\r\n', { id: 520, code: 0 }],
  ['ID=520&Return=0', { id: 520, code: 0 }],
  ['CMD=DATA+QUERY&ID=12&Return=3', { id: 12, code: 3 }],
])('an answer to a command comes as %j', (body, ack) => {
  expect(readAcks(body)).toMatchObject([ack])
})

describe('an upload that names no table', () => {
  it.each([
    ['1005\t2026-08-11 10:00:00\t0\t4\r\n', 'attlog'],
    ['OPLOG 30\t0\t2024-08-05 12:48:25\t1160\t0\t0\t0\n', 'operlog'],
    ['USER PIN=4\tName=User3\tPri=0\n', 'operlog'],
    ['~DeviceName=SpeedFace-V5L,FWVersion=ZAM180,UserCount=1', 'options'],
    ['time=2026-08-20 10:00:00\tpin=2002\tevent=0\n', 'rtlog'],
    ['junk', ''],
  ])('is known by its first row: %j', (body, table) => {
    expect(guessTable(body)).toBe(table)
  })

  it('is taken as what it is', async () => {
    const { serialNumber, device } = await zk.accepted('att', 'NAMELESS')
    const answers = [
      await post(serialNumber, 'cdata', '\t2026-01-05 08:00:01\t0\t4\r\n'),
      await post(serialNumber, 'cdata', '~DeviceName=SpeedFace-V5L,FWVersion=Nameless 1,UserCount=1'),
      await post(serialNumber, 'cdata', 'junk'),
    ]
    expect(answers.map(({ body }) => body)).toEqual(['OK: 1', 'OK', 'OK'])
    expect(await zk.recordsOf(device.id)).toHaveLength(1)
    expect((await zk.admin.ask(getDevice, { params: { id: device.id } })).firmwareVersion).toBe('Nameless 1')
    expect(await keptOf(device.id)).toEqual(['junk'])
  })
})
