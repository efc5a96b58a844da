import { randomBytes } from 'node:crypto'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { getDevice } from '@gatehouse/contract/features/devices.ts'
import { listKeptLines } from '@gatehouse/contract/features/devices/conversation.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jpegWith } from '../../../test/jpeg-with.ts'
import { startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

/** Whole exchanges as recordings and simulators of others have them; what becomes of them in the product. Their single lines: `public-forms.test.ts`. */

let zk: ZkHouse

beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

const keptOf = async (id: string) => (await zk.admin.ask(listKeptLines, { params: { id } })).map(({ text }) => text)
const post = (serialNumber: string, path: string, body: Buffer | string) =>
  zk.call('POST', `/iclock/${path}${path.includes('?') ? '&' : '?'}SN=${serialNumber}`, body)

it('a controller tells one verdict by the codes of a card, a finger and a password: each is a record', async () => {
  const { serialNumber, device } = await zk.accepted('acc', 'VERDICTS')
  const events = [203, 215, 34, 33, 35, 32, 31, 60, 62, 104]
  const row = (event: number, at: number) =>
    `time=2026-01-05 08:00:${String(at).padStart(2, '0')}\tpin=7\tcardno=0\teventaddr=1\tevent=${event}\tinoutstatus=0\tverifytype=1\tindex=${at}`
  expect((await post(serialNumber, 'cdata?table=rtlog', events.map(row).join('\r\n'))).body).toBe('OK')
  const verdicts = (await zk.recordsOf(device.id)).toSorted((a, b) => (a.recognisedAt < b.recognisedAt ? -1 : 1))
  expect(verdicts.map(({ opened, abnormal }) => [opened, abnormal])).toEqual([
    [true, 'known-at-device'],
    [true, 'known-at-device'],
    [false, 'stranger'],
    [false, 'outside-validity'],
    [false, 'outside-passage-time'],
    [false, 'too-few-people'],
    [false, 'state-unknown'],
    [false, 'door-held-closed'],
    [false, 'suspended'],
    [false, 'invalid-ic-card'],
  ])
  expect(await keptOf(device.id)).toEqual([])
})

it('somebody who comes in under duress is a record and an alarm; without a person it is an alarm alone', async () => {
  const { serialNumber, device } = await zk.accepted('acc', 'DURESS')
  const row = (pin: number, second: number) =>
    `time=2026-01-05 08:0${second}:00\tpin=${pin}\tcardno=0\teventaddr=1\tevent=101\tinoutstatus=0\tverifytype=3\tindex=${second}`
  const seen = async () => [
    (await zk.recordsOf(device.id)).map(({ opened, entryMode }) => [opened, entryMode]),
    (await zk.admin.ask(listAlarms, { query: { deviceId: device.id } })).items.map(({ type }) => type),
  ]
  await post(serialNumber, 'cdata?table=rtlog', row(0, 1))
  expect(await seen()).toEqual([[], ['duress']])
  await post(serialNumber, 'cdata?table=rtlog', row(7, 5))
  expect(await seen()).toEqual([[[true, 'job-number-and-pin']], ['duress']])
  expect(await keptOf(device.id)).toEqual([])
})

it('a state without its byte of alarms ends no alarm', async () => {
  const { serialNumber, device } = await zk.accepted('acc', 'NOALARMS')
  const state = (alarm: string) => `time=2026-01-05 08:00:01\tsensor=02\trelay=00${alarm}\tdoor=01\r\n`
  const open = async () =>
    (await zk.admin.ask(listAlarms, { query: { deviceId: device.id } })).items.map(({ type, releasedAt }) => [
      type,
      releasedAt === null,
    ])
  await post(serialNumber, 'cdata?table=rtstate', state('\talarm=0100000000000000'))
  await post(serialNumber, 'cdata?table=rtstate', state(''))
  expect(await open()).toEqual([['forced-open', true]])
  await post(serialNumber, 'cdata?table=rtstate', state('\talarm=0000000000000000'))
  expect(await open()).toEqual([['forced-open', false]])
  expect(await keptOf(device.id)).toEqual([])
})

it.each([
  ['of a finger that a server asked for', 'cdata?type=BioData', 'PIN=14\tNO=3\tTYPE=1\tTMP=AAAA'],
  ['of a card that a server asked for', 'cdata?type=EnrollInfoData', 'TYPE=0\tPIN=14\tTMP=AAAA'],
  ['without its word', 'cdata?table=BIODATA', 'PIN=42\tNo=0\tIndex=0\tType=9\tMajorVer=58\tTmp=AAAA'],
  ['among operations', 'cdata?table=OPERLOG', 'PIN=493\tFingerID=3\tSize=612\tValid=1\tTemplate=AAAA'],
  ['without a table', 'cdata', 'PIN=14\tNO=3\tTYPE=1\tTMP=AAAA'],
  ['of an identity card', 'cdata?table=IDCARD', 'IDCARD PIN=1\tIDNum=1\tName=Ann\tPhoto=AAAA\tFPTemplate1=AAAA'],
])('a template %s is answered, and nothing of it is kept', async (_, path, body) => {
  const { serialNumber, device } = await zk.accepted('att', 'TEMPLATE')
  expect((await post(serialNumber, path, body)).body).toMatch(/^OK(?:: 1)?$/)
  expect(await keptOf(device.id)).toEqual([])
})

it('rows of a calendar that is not known are kept as they came, and the others are records', async () => {
  const { serialNumber, device } = await zk.accepted('att', 'CALENDARS')
  const rows = ['7\t2569-01-05 08:00:01\t0\t1', '7\t1404/10/15 08:00:02\t0\t1', '7\t2026-01-05 08:00:03\t0\t1']
  expect((await post(serialNumber, 'cdata?table=ATTLOG&Stamp=9999', rows.join('\n'))).body).toBe('OK: 3')
  expect((await zk.recordsOf(device.id)).map(({ recognisedAt }) => recognisedAt).toSorted()).toEqual([
    '2026-01-05T08:00:02Z',
    '2026-01-05T08:00:03Z',
  ])
  expect(await keptOf(device.id)).toEqual([rows[0]])
})

it('a photograph whose name has the number first is joined to its record', async () => {
  const { serialNumber, device } = await zk.accepted('att', 'NAMEFIRST')
  await post(serialNumber, 'cdata?table=ATTLOG', '90\t2026-08-18 08:03:47\t255\t1\n')
  const path = 'cdata?table=ATTPHOTO&Stamp=9999&PIN=90&photo=90-2026-08-18-080347.jpg'
  expect((await post(serialNumber, path, jpegWith(randomBytes(300)))).body).toBe('OK')
  expect((await zk.recordsOf(device.id)).map(({ hasCapture }) => hasCapture)).toEqual([true])
})

it('a terminal of the Middle East names its region for its dialect, and another its facts by lines', async () => {
  const { serialNumber, device } = await zk.accepted('att', 'REGION')
  const greeting = `/iclock/cdata?SN=${serialNumber}&options=all&language=69&pushver=2.4.1&DeviceType=middle%20east&PushOptionsFlag=1`
  expect((await zk.call('GET', greeting)).body).toMatch(new RegExp(`^GET OPTION FROM: ${serialNumber}\n`))
  const facts = 'DeviceType=att\r\nFirmVer=Ver 6.60 Apr 21 2017\r\nPlatform=ZMM220_TFT'
  expect((await post(serialNumber, 'cdata?table=options&c=registry', facts)).body).toBe('OK')
  expect((await zk.admin.ask(getDevice, { params: { id: device.id } })).firmwareVersion).toBe('Ver 6.60 Apr 21 2017')
})

it('an answer whose number stands in the address, and its result in the body, ends its command', async () => {
  const { serialNumber, device } = await zk.accepted('att', 'NUMBERED')
  const [, number = ''] = /^C:(\d+):/.exec((await zk.call('GET', `/iclock/getrequest?SN=${serialNumber}`)).body) ?? []
  expect(number).not.toBe('')
  const answer = await post(serialNumber, `devicecmd?ID=${number}`, 'Return=0&CMD=DATA UPDATE')
  expect(answer.body).toBe('OK')
  const { state } = await zk.house.db
    .selectFrom('zkteco_command')
    .select('state')
    .where('device_id', '=', device.id)
    .where('number', '=', Number(number))
    .executeTakeFirstOrThrow()
  expect(state).toBe('done')
})
