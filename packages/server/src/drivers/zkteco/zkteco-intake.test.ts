import { randomBytes } from 'node:crypto'
import { listAlarms, releaseAlarms } from '@gatehouse/contract/features/alarms.ts'
import { acceptAnnouncement, listAnnouncements } from '@gatehouse/contract/features/devices.ts'
import { createZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { jpegInScans } from '@gatehouse/face/test/bombs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpegWith } from '../../../test/jpeg-with.ts'
import { startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'
import { encodeText } from './protocol/charset.ts'

let zk: ZkHouse

beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

const charsetOf = async (deviceId: string) =>
  (
    await zk.house.db
      .selectFrom('zkteco_device')
      .select('charset')
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow()
  ).charset
const alarmsOf = async (deviceId: string) =>
  (await zk.admin.ask(listAlarms, { query: { deviceId } })).items.map(({ type, status, times }) => [
    type,
    status,
    times,
  ])
/** The time of a terminal whose clock is right, some seconds from now. */
const timeIn = (seconds: number) =>
  zk.house.clock
    .now()
    .add({ seconds })
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')
const photoOf = (pin: string, jpeg: Buffer) =>
  Buffer.concat([Buffer.from(`PIN=20260105080001-${pin}.jpg\nsize=1\nCMD=uploadphoto\0`), jpeg])

describe('the encoding of names', () => {
  it('is not learned from a photograph', async () => {
    const { terminal, device } = await zk.accepted('att', 'PICTURE')
    terminal.uploadRaw('fdata?table=ATTPHOTO', photoOf('7', jpegWith(randomBytes(500))))
    await terminal.deliver()
    expect(await charsetOf(device.id)).toBe('utf-8')
  })

  it('is remembered by a server that has not heard of the terminal yet', async () => {
    const { terminal, device } = await zk.accepted('att', 'BIGFIVE')
    await zk.house.db.updateTable('zkteco_device').set({ charset: 'big5' }).where('device_id', '=', device.id).execute()
    terminal.uploadRaw(
      'cdata?table=OPERLOG',
      // The bytes are a name in either encoding.
      Buffer.concat([Buffer.from('USER PIN=7\tName='), encodeText('郭艳', 'gb18030'), Buffer.from('\tPri=0\n')]),
    )
    await terminal.deliver()
    expect(await charsetOf(device.id)).toBe('big5')
  })

  it('is learned from names, and again when the terminal is set to another language', async () => {
    const { terminal, device } = await zk.accepted('att', 'NAMES')
    const row = (name: Buffer) =>
      Buffer.concat([Buffer.from('USER PIN=7\tName='), name, Buffer.from('\tPri=0\tPasswd=\tCard=\tGrp=1\n')])
    terminal.uploadRaw('cdata?table=OPERLOG', row(Buffer.from([0xc0, 0xee, 0xce, 0xb0])))
    await terminal.deliver()
    expect(await charsetOf(device.id)).toBe('gb18030')
    terminal.uploadRaw('cdata?table=OPERLOG', row(Buffer.from('李伟')))
    await terminal.deliver()
    expect(await charsetOf(device.id)).toBe('utf-8')
  })
})

it('a large photograph that was cut on its way keeps nothing after it waiting, and its record stands', async () => {
  const { terminal, device } = await zk.accepted('att', 'CUT')
  terminal.uploadRaw('cdata?table=ATTLOG', '7\t2026-01-05 08:00:01\t255\t15\n')
  terminal.uploadRaw(
    'fdata?table=ATTPHOTO',
    photoOf('7', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(200_000)])),
  )
  await terminal.deliver()
  expect(terminal.waiting()).toBe(0)
  expect((await zk.recordsOf(device.id)).map(({ hasCapture }) => hasCapture)).toEqual([false])
})

it('a photograph that takes hundreds of megabytes to decode is not decoded, and its record stands', async () => {
  const { terminal, device } = await zk.accepted('att', 'SCANS')
  terminal.uploadRaw('cdata?table=ATTLOG', '7\t2026-01-05 08:00:01\t255\t15\n')
  terminal.uploadRaw('fdata?table=ATTPHOTO', photoOf('7', jpegInScans(6_000)))
  await terminal.deliver()
  expect(terminal.waiting()).toBe(0)
  expect((await zk.recordsOf(device.id)).map(({ hasCapture }) => hasCapture)).toEqual([false])
})

it('more records in one body than a statement has parameters are all stored', async () => {
  const { terminal, device } = await zk.accepted('att', 'WEEKS')
  const rows = Array.from({ length: 17_000 }, (_, n) => {
    const time = Temporal.PlainDateTime.from('2026-01-05T00:00:00').add({ seconds: n })
    return `\t${time.toString({ smallestUnit: 'second' }).replace('T', ' ')}\t255\t15\n`
  })
  terminal.uploadRaw('cdata?table=ATTLOG', rows.join(''))
  await terminal.deliver()
  expect(terminal.waiting()).toBe(0)
  const { count } = await zk.house.db
    .selectFrom('zkteco_moment')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('device_id', '=', device.id)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(17_000)
})

describe('an alarm', () => {
  it('of fire is not ended by the states of doors, which do not tell of it', async () => {
    const { terminal, device } = await zk.accepted('acc', 'FIRE')
    terminal.uploadRaw(
      'cdata?table=rtlog',
      `time=${timeIn(0)}\tpin=0\tcardno=0\teventaddr=1\tevent=210\tinoutstatus=2\tverifytype=0\tindex=1\n`,
    )
    terminal.alarm('none')
    await terminal.deliver()
    expect(await alarmsOf(device.id)).toEqual([['fire', 'raised', 1]])
  })

  it('of which no end is told is told again when it begins again, and once where it is repeated', async () => {
    const { terminal, device } = await zk.accepted('att', 'ANEW')
    const tampered = `OPLOG 3\t0\t${timeIn(-300)}\t55\t0\t0\t0\n`
    terminal.uploadRaw('cdata?table=OPERLOG', tampered)
    terminal.uploadRaw('cdata?table=OPERLOG', tampered)
    await terminal.deliver()
    expect(await alarmsOf(device.id)).toEqual([['tamper', 'raised', 1]])
    terminal.uploadRaw('cdata?table=OPERLOG', `OPLOG 3\t0\t${timeIn(-60)}\t55\t0\t0\t0\n`)
    terminal.uploadRaw('cdata?table=OPERLOG', tampered)
    await terminal.deliver()
    expect(await alarmsOf(device.id)).toEqual([['tamper', 'raised', 2]])
  })

  it('is not ended by the end of an earlier one, which is sent again', async () => {
    const { terminal, device } = await zk.accepted('att', 'ENDED')
    const log = (seconds: number, detail: number) =>
      terminal.uploadRaw('cdata?table=OPERLOG', `OPLOG 3\t0\t${timeIn(seconds)}\t${detail}\t0\t0\t0\n`)
    log(-600, 55)
    log(-400, 65_535)
    log(-200, 55)
    log(-400, 65_535)
    await terminal.deliver()
    expect(await alarmsOf(device.id)).toEqual([['tamper', 'raised', 2]])
  })

  it('of duress that is told without end is told a dozen times in an hour, and again in the next', async () => {
    const { terminal, device } = await zk.accepted('att', 'DURESS')
    const tell = async (from: number, to: number) => {
      for (let n = from; n < to; n++)
        terminal.uploadRaw('cdata?table=OPERLOG', `OPLOG 32\t${n}\t${timeIn(n - 60)}\t0\t0\t0\t0\n`)
      await terminal.deliver()
      const { items } = await zk.admin.ask(listAlarms, { query: { deviceId: device.id } })
      return items.reduce((sum, { times }) => sum + times, 0)
    }
    expect(await tell(0, 3)).toBe(3)
    expect(await tell(3, 30)).toBe(12)
    zk.house.clock.advance({ minutes: 61 })
    expect(await tell(30, 31)).toBe(13)
  })

  it('of the terminal itself ends when states no longer tell of it', async () => {
    const { terminal, device } = await zk.accepted('acc', 'WHOLE')
    terminal.uploadRaw(
      'cdata?table=rtlog',
      `time=${timeIn(0)}\tpin=0\tcardno=0\teventaddr=0\tevent=100\tinoutstatus=2\tverifytype=0\tindex=1\n`,
    )
    terminal.alarm('none')
    await terminal.deliver()
    expect(await alarmsOf(device.id)).toEqual([['tamper', 'released', 1]])
  })

  it('that was released in the console is over at the terminal too, and open no longer', async () => {
    const { terminal, device } = await zk.accepted('att', 'RELEASE')
    terminal.uploadRaw('cdata?table=OPERLOG', `OPLOG 3\t0\t${timeIn(-60)}\t55\t0\t0\t0\n`)
    await terminal.deliver()
    const { items } = await zk.admin.ask(listAlarms, { query: { deviceId: device.id } })
    await zk.admin.ask(releaseAlarms, { body: { ids: items.map(({ id }) => id), reason: 'Looked at it' } })
    await zk.settle(terminal, () => terminal.state.acts.length > 0)
    const row = await zk.house.db
      .selectFrom('zkteco_device')
      .select('open_alarms')
      .where('device_id', '=', device.id)
      .executeTakeFirst()
    expect(row?.open_alarms).toEqual({})
    expect((await alarmsOf(device.id)).map(([, status]) => status)).toEqual(['released'])
  })
})

it.each<{ dialect: 'att' | 'acc'; pin: string; what: string }>([
  { dialect: 'att', pin: 'E-1004', what: 'a number with letters' },
  { dialect: 'att', pin: '20240000001234567', what: 'a long number' },
  { dialect: 'acc', pin: '7', what: 'a number that nobody of the product has' },
])('somebody whom only a terminal ($dialect) knows, by $what, is no stranger', async ({ dialect, pin }) => {
  const { terminal, device } = await zk.accepted(dialect, 'THEIRS')
  const event = `time=2026-01-05 08:00:01\tpin=${pin}\tcardno=0\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=15\tindex=1\n`
  terminal.uploadRaw(
    dialect === 'att' ? 'cdata?table=ATTLOG' : 'cdata?table=rtlog',
    dialect === 'att' ? `${pin}\t2026-01-05 08:00:01\t0\t15\n` : event,
  )
  await terminal.deliver()
  expect((await zk.recordsOf(device.id)).map(({ kind, abnormal, opened }) => [kind, abnormal, opened])).toEqual([
    ['staff', 'known-at-device', true],
  ])
})

it('an event of hours ago says nothing of how a door stands now', async () => {
  const { terminal, device } = await zk.accepted('acc', 'REPLAY')
  const event = (seconds: number, code: number) =>
    `time=${timeIn(seconds)}\tpin=0\tcardno=0\teventaddr=1\tevent=${code}\tinoutstatus=2\tverifytype=0\tindex=1\n`
  const contacts = async () =>
    (await zk.house.db.selectFrom('door_state').select('contact').where('device_id', '=', device.id).execute()).map(
      ({ contact }) => contact,
    )
  terminal.uploadRaw('cdata?table=rtlog', event(0, 201))
  await terminal.deliver()
  expect(await contacts()).toEqual(['closed'])
  terminal.uploadRaw('cdata?table=rtlog', event(-7_200, 200))
  await terminal.deliver()
  expect(await contacts()).toEqual(['closed'])
})

it('an event that the product has no word for is kept as it came, and the others are taken', async () => {
  const { terminal, device } = await zk.accepted('acc', 'WORDS')
  const event = (code: number) =>
    `time=${timeIn(0)}\tpin=0\tcardno=0\teventaddr=1\tevent=${code}\tinoutstatus=2\tverifytype=0\tindex=${code}\n`
  terminal.uploadRaw('cdata?table=rtlog', `${event(4008)}${event(27)}`)
  await terminal.deliver()
  expect(await zk.recordsOf(device.id)).toHaveLength(1)
  const kept = zk.house.db.selectFrom('device_line').select('place').where('device_id', '=', device.id)
  expect(await kept.execute()).toEqual([{ place: 'rtlog' }])
})

/** A row of an access terminal, with the code as its running number. */
const eventOf = (code: number, { pin = '7', verify = 200 } = {}) =>
  `time=${timeIn(0)}\tpin=${pin}\tcardno=0\teventaddr=1\tevent=${code}\tinoutstatus=0\tverifytype=${verify}\tindex=${code}\n`
const keptEventsOf = async (deviceId: string) =>
  (await zk.house.db.selectFrom('device_line').select('id').where('device_id', '=', deviceId).execute()).length

it.each([
  [2, 15, 'face'],
  [2, 200, 'any'],
  [4, 200, 'job-number-and-pin'],
  [14, 200, 'fingerprint'],
  [15, 1, 'fingerprint'],
  [17, 200, 'ic-card-and-fingerprint'],
  [19, 200, 'ic-card-and-fingerprint'],
  [207, 3, 'job-number-and-pin'],
  [218, 200, 'id-card'],
])('the opening %d of somebody (verified %d) is a record by %s; of nobody it is kept as it came', async (...row) => {
  const [code, verify, mode] = row
  const { terminal, device } = await zk.accepted('acc', 'OPENED')
  terminal.uploadRaw('cdata?table=rtlog', eventOf(code, { verify }) + eventOf(code, { pin: '0' }))
  await terminal.deliver()
  expect((await zk.recordsOf(device.id)).map(({ entryMode, opened }) => [entryMode, opened])).toEqual([[mode, true]])
  expect(await keptEventsOf(device.id)).toBe(1)
})

it('a wrong password at an access terminal is an alarm, and a refusal of whom it was of', async () => {
  const { terminal, device } = await zk.accepted('acc', 'WRONG')
  terminal.uploadRaw('cdata?table=rtlog', eventOf(30, { verify: 3 }))
  terminal.uploadRaw('cdata?table=rtlog', eventOf(30, { pin: '0' }))
  await terminal.deliver()
  expect((await alarmsOf(device.id)).map(([type]) => type)).toEqual(['wrong-passwords'])
  const records = await zk.recordsOf(device.id)
  expect(records.map(({ opened, abnormal }) => [opened, abnormal])).toEqual([[false, 'wrong-pin']])
  expect(await keptEventsOf(device.id)).toBe(0)
})

it('an event that is known to tell nothing pushes no useful line out', async () => {
  const { terminal, device } = await zk.accepted('acc', 'HARMLESS')
  for (const code of [8, 12, 13, 105, 106, 107, 108, 206, 214, 217, 220, 221, 255])
    terminal.uploadRaw('cdata?table=rtlog', eventOf(code, { pin: '0' }))
  terminal.uploadRaw('cdata?table=rtlog', eventOf(37, { pin: '0' }))
  await terminal.deliver()
  expect(await keptEventsOf(device.id)).toBe(1)
  expect(await zk.recordsOf(device.id)).toEqual([])
})

it('the contact of the door of an attendance terminal is followed, and its start is passed over', async () => {
  const { terminal, device } = await zk.accepted('att', 'CONTACT')
  const tell = async (code: number, detail: number) => {
    terminal.uploadRaw('cdata?table=OPERLOG', `OPLOG ${code}\t0\t${timeIn(0)}\t${detail}\t0\t0\t0\n`)
    await terminal.deliver()
    const states = zk.house.db.selectFrom('door_state').select('contact').where('device_id', '=', device.id)
    return (await states.execute()).map(({ contact }) => contact)
  }
  await tell(0, 0)
  await tell(1, 0)
  expect(await tell(3, 51)).toEqual(['open'])
  expect(await tell(3, 50)).toEqual(['closed'])
  expect(await keptEventsOf(device.id)).toBe(0)
})

it('options that do not tell how dates are written leave what was told before', async () => {
  const { device, serialNumber } = await zk.accepted('acc', 'DATES', { faults: { hidesToken: true } })
  const tell = (options: string) => zk.call('POST', `/iclock/cdata?SN=${serialNumber}&table=options`, options)
  const isEncoded = async () =>
    (await zk.house.db.selectFrom('zkteco_device').selectAll().where('device_id', '=', device.id).executeTakeFirst())
      ?.has_encoded_dates
  await tell('DeviceType=acc,DateFmtFunOn=1')
  await tell('DeviceType=acc,~DeviceName=C3-400')
  expect(await isEncoded()).toBe(true)
  await tell('DeviceType=acc,DateFmtFunOn=0')
  expect(await isEncoded()).toBe(false)
})

it('a terminal that was accepted while it was running tells its alarm before it greets again', async () => {
  const terminal = createZkTerminal({ dialect: 'att', serialNumber: 'RUNNING', send: zk.sendFrom() })
  expect(await terminal.handshake()).toBe(false)
  const waiting = (await zk.admin.ask(listAnnouncements)).items.find((one) => one.serialNumber === 'RUNNING')
  const device = await zk.admin.ask(acceptAnnouncement, {
    params: { id: waiting?.id ?? '' },
    body: { name: 'Running' },
  })
  terminal.uploadRaw('cdata?table=OPERLOG', `OPLOG 3\t0\t${timeIn(-60)}\t55\t0\t0\t0\n`)
  await until(async () => {
    await terminal.deliver()
    return terminal.waiting() === 0
  }, 'the alarm is taken')
  expect(await alarmsOf(device.id)).toEqual([['tamper', 'raised', 1]])
  // Its row of the list of devices tells from where it asked to join.
  expect((await zk.call('GET', '/iclock/getrequest?SN=RUNNING', undefined, '10.9.9.9')).statusCode).toBe(401)
})
