import { randomBytes } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { listKeptLines } from '@gatehouse/contract/features/devices/conversation.ts'
import { listDevicePeople } from '@gatehouse/contract/features/devices.ts'
import { listRegistrations } from '@gatehouse/contract/features/registrations.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpegWith } from '../../../../test/jpeg-with.ts'
import { numberAt, startZkHouse, type ZkHouse } from '../../../../test/zk-house.ts'

let zk: ZkHouse

beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

const keptOf = async (id: string) =>
  (await zk.admin.ask(listKeptLines, { params: { id } })).map(({ place, text }) => `${place}: ${text}`).toSorted()
const post = (serialNumber: string, path: string, body: Buffer | string) =>
  zk.call('POST', `/iclock/${path}${path.includes('?') ? '&' : '?'}SN=${serialNumber}`, body)
const record = (second: number) => `\t2026-01-05 08:00:${String(second).padStart(2, '0')}\t255\t15\n`

describe('a row that the product has no word for', () => {
  it('of operations is kept as it came, and the others are taken', async () => {
    const { serialNumber, device } = await zk.accepted('att', 'OPERATIONS')
    const rows = [
      'OPLOG 2\t0\t2026-01-05 08:00:01\t0\t0\t0\t0',
      'OPLOG 3\t0\t2026-01-05 08:00:01\t56\t0\t0\t0',
      'OPLOG 3\t0\t2026-01-05 08:00:01\t55\t0\t0\t0',
      'NEWKIND A=1\tB=2',
      'FP PIN=7\tFID=0\tSize=4\tValid=1\tTMP=AAAA',
    ]
    const answer = await post(serialNumber, 'cdata?table=OPERLOG', rows.join('\n'))
    expect(answer.body).toBe('OK: 5')
    expect(await keptOf(device.id)).toEqual([3, 0, 1].map((n) => `OPERLOG: ${rows[n]}`))
    expect((await zk.admin.ask(listAlarms, { query: { deviceId: device.id } })).items).toHaveLength(1)
  })

  it.each(['WORKCODE', 'NEWTABLE'])('of the table %s is kept as it came', async (table) => {
    const { serialNumber, device } = await zk.accepted('att', 'TABLES')
    expect((await post(serialNumber, `cdata?table=${table}`, 'A=1\tB=2\n')).body).toBe('OK')
    expect(await keptOf(device.id)).toEqual([`${table}: A=1\tB=2`])
  })

  it('of photographs is known by the rows before it, without the picture', async () => {
    const { serialNumber, device } = await zk.accepted('att', 'NOPHOTO')
    const body = Buffer.concat([Buffer.from('PIN=nothing.jpg\nCMD=uploadphoto\0'), randomBytes(50)])
    expect((await post(serialNumber, 'fdata?table=ATTPHOTO', body)).body).toBe('OK')
    expect(await keptOf(device.id)).toEqual(['ATTPHOTO: PIN=nothing.jpg CMD=uploadphoto'])
  })
})

it('a photograph is joined to its record by whatever way it comes', async () => {
  const { serialNumber, device } = await zk.accepted('att', 'WAYS')
  const picture = () => jpegWith(randomBytes(300))
  await post(serialNumber, 'cdata?table=ATTLOG', [1, 2, 3, 4].map(record).join(''))
  const header = (second: number) => `PIN=2026010508000${second}.jpg\tSN=${serialNumber}\tsize=9\tCMD=realupload`
  await post(serialNumber, 'cdata?table=ATTPHOTO', Buffer.concat([Buffer.from(`${header(1)}\0`), picture()]))
  await post(serialNumber, 'cdata', Buffer.concat([Buffer.from(`${header(2)}\0`), picture()]))
  await post(serialNumber, 'fdata', `${header(3)}\r\npicture=${picture().toString('base64')}\r\n`)
  // Its name stands in the address, and nothing before the picture.
  await post(serialNumber, 'fdata?PIN=20260105080004.jpg', picture())
  expect((await zk.recordsOf(device.id)).map(({ hasCapture }) => hasCapture)).toEqual([true, true, true, true])
})

it.each([
  ['D01E0001', 'no-face'],
  ['D01E0003', 'face-unusable'],
])(
  'a face that a terminal took and cannot use (%s) does not count as there, and the board says so',
  async (code, reason) => {
    const { terminal, device, serialNumber } = await zk.accepted('att', 'UNUSABLE')
    const { id } = await zk.enrol(`Ugo ${code}`)
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, `Ugo ${code}`)))
    const stateOf = async () =>
      (await zk.admin.ask(listDevicePeople, { params: { id: device.id }, query: { size: 100 } })).items.find(
        ({ personId }) => personId === id,
      )
    await zk.settle(terminal, () => true)
    await until(async () => {
      await terminal.poll()
      return (await stateOf())?.state === 'done'
    }, 'the board says that the person is there')
    const { number } = await zk.house.db
      .selectFrom('zkteco_command')
      .select('number')
      .where('device_id', '=', device.id)
      .where('person_id', '=', id)
      .where('what', '=', 'photo')
      .executeTakeFirstOrThrow()
    const row = `ERRORLOG ErrCode=${code}\tErrMsg=\tDataOrigin=cmd\tCmdId=${number}\tAdditional=\n`
    const other = 'ERRORLOG ErrCode=D01E0005\tErrMsg=\tDataOrigin=dev\tCmdId=\tAdditional=\n'
    expect((await post(serialNumber, 'cdata?table=ERRORLOG', row + other)).body).toBe('OK')
    expect(await stateOf()).toMatchObject({ state: 'failed', reason })
    expect(await keptOf(device.id)).toEqual([`ERRORLOG: ${other.trimEnd()}`])
  },
)

it('an access terminal that sends its log itself has its records and alarms taken', async () => {
  const { serialNumber, device } = await zk.accepted('acc', 'LOG')
  const row = (event: number, index: number) =>
    `transaction cardno=0\tpin=0\tverified=15\tdoorid=1\teventtype=${event}\tinoutstate=0\ttime_second=2026-01-05 08:00:01\tindex=${index}\n`
  const answer = await post(serialNumber, 'cdata?table=transaction&count=2', row(27, 1) + row(102, 2))
  expect(answer.body).toBe('transaction=2')
  expect(await zk.recordsOf(device.id)).toHaveLength(1)
  expect((await zk.admin.ask(listAlarms, { query: { deviceId: device.id } })).items.map(({ type }) => type)).toEqual([
    'forced-open',
  ])
})

it('a terminal that is set to ask before it opens is told to decide itself, with the row that it asked about', async () => {
  const { serialNumber, device } = await zk.accepted('acc', 'ASKS')
  const row = 'time=2026-01-05 08:00:01\tpin=7\tcardno=0\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=15\tindex=1'
  expect((await post(serialNumber, 'cdata?AuthType=device', `${row}\r\n`)).body).toBe(`AUTH=TIMEOUT\r\n${row}\r\n`)
  expect(await zk.recordsOf(device.id)).toEqual([])
})

it('a terminal that asks for somebody who belongs there and got lost is compared, and gets them again', async () => {
  const { terminal, serialNumber } = await zk.accepted('att', 'ROAMS')
  await zk.enrol('Rosa')
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Rosa')))
  const pin = numberAt(terminal, 'Rosa')
  terminal.state.people.delete(pin)
  const ask = (pin: string) => zk.call('GET', `/iclock/cdata?SN=${serialNumber}&table=RemoteAtt&PIN=${pin}`)
  expect([(await ask('12')).body, (await ask(pin)).body]).toEqual(['OK', 'OK'])
  // A terminal has a minute for its whole answer; in steps, since it would have been offline in one.
  await until(async () => {
    zk.house.clock.advance({ seconds: 31 })
    await terminal.poll()
    return terminal.state.people.has(pin)
  })
})

it('people whose table is named by itself are taken as those among the operations', async () => {
  const { serialNumber } = await zk.accepted('att', 'DIRECT')
  await post(serialNumber, 'cdata?table=USERINFO', 'PIN=31\tName=Dora Direct\tPri=0\n')
  const face = photograph(faces.cage).toString('base64')
  const answer = await post(
    serialNumber,
    'cdata?table=BIOPHOTO',
    `PIN=31\tType=9\tSize=${face.length}\tContent=${face}\n`,
  )
  expect(answer.body).toBe('OK: 1')
  expect((await zk.admin.ask(listRegistrations)).items.map(({ name }) => name)).toContain('Dora Direct')
})

describe('a bundle', () => {
  it('of compressed text is taken, also where nothing says that it is one', async () => {
    const { serialNumber, device } = await zk.accepted('att', 'GZIP')
    const said = await post(serialNumber, 'cdata?table=ATTLOG&ContentType=tgz', gzipSync(record(1) + record(2)))
    const unsaid = await post(serialNumber, 'cdata?table=ATTLOG', gzipSync(record(3)))
    expect([said.body, unsaid.body]).toEqual(['OK: 2', 'OK: 1'])
    expect(await zk.recordsOf(device.id)).toHaveLength(3)
  })

  it.each(['gzip', 'GZIP', 'x-gzip'])('is taken with a header (%s) that says so', async (encoding) => {
    const { serialNumber, device } = await zk.accepted('att', 'ENCODED')
    const answer = await zk.house.gatehouse.fastify.inject({
      method: 'POST',
      url: `/iclock/cdata?SN=${serialNumber}&table=ATTLOG`,
      remoteAddress: '10.1.0.1',
      headers: { 'content-encoding': encoding },
      payload: gzipSync(record(1)),
    })
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK: 1'])
    expect(await zk.recordsOf(device.id)).toHaveLength(1)
  })

  it('of an encoding that cannot be read is answered once, and kept', async () => {
    const { serialNumber, device } = await zk.accepted('att', 'BROTLI')
    const answer = await zk.house.gatehouse.fastify.inject({
      method: 'POST',
      url: `/iclock/cdata?SN=${serialNumber}&table=ATTLOG`,
      remoteAddress: '10.1.0.1',
      headers: { 'content-encoding': 'br' },
      payload: brotliCompressSync(record(1)),
    })
    expect(answer.statusCode).toBe(200)
    expect((await keptOf(device.id)).length).toBeGreaterThan(0)
  })

  it('that unpacks to more than it may is answered once, with a line that says so', async () => {
    const { serialNumber, device } = await zk.accepted('att', 'VAST')
    const vast = gzipSync(Buffer.concat([Buffer.from(record(1)), Buffer.alloc(257 * 1024 * 1024, '\n')]))
    expect((await post(serialNumber, 'cdata?table=ATTLOG', vast)).statusCode).toBe(200)
    expect(await zk.recordsOf(device.id)).toHaveLength(1)
    expect(await keptOf(device.id)).toEqual([expect.stringMatching(/more than may be unpacked$/)])
  })

  it('that is damaged leaves what could be read of it, and a line that says so', async () => {
    const { serialNumber, device } = await zk.accepted('att', 'HALF')
    const whole = gzipSync(Buffer.concat([Buffer.from(record(1)), randomBytes(200_000)]))
    const answer = await post(serialNumber, 'cdata?table=ATTLOG&ContentType=tgz', whole.subarray(0, 100_000))
    expect(answer.statusCode).toBe(200)
    expect(await zk.recordsOf(device.id)).toHaveLength(1)
    expect(await keptOf(device.id)).toContainEqual(expect.stringMatching(/^bundle: 100000 bytes/))
  })
})

describe('rows that a terminal was asked for', () => {
  const rows = [1, 2, 3]
    .map(
      (index) =>
        `transaction cardno=0\tpin=0\tverified=15\tdoorid=1\teventtype=27\tinoutstate=0\ttime_second=2026-01-05 08:00:0${index}\tindex=${index}`,
    )
    .join('\n')
  const packetsOf = (...ends: number[]) => [0, ...ends].map((from, n) => rows.slice(from, ends[n] ?? rows.length))
  const send = async (serialNumber: string, packets: readonly string[]) => {
    const answers: string[] = []
    for (const [n, packet] of packets.entries()) {
      const where = `querydata?type=tabledata&cmdid=12&tablename=transaction&count=1&packcnt=${packets.length}&packidx=${n + 1}`
      answers.push((await post(serialNumber, where, packet)).body)
    }
    return answers
  }
  const second = rows.indexOf('\n') + 1

  it.each([
    ['in the middle of a row', [second + 60]],
    ['in the middle of a time', [rows.indexOf('08:00:02') + 3]],
    ['in the name of a field', [second + rows.slice(second).indexOf('eventtype') + 4]],
    ['twice in one row', [second + 20, second + 60]],
    ['between two rows, without a line break', [second - 1]],
    ['after a row and its line break', [second]],
  ])('are joined where packets end %s', async (_, ends) => {
    const { serialNumber, device } = await zk.accepted('acc', 'PACKETS')
    await send(serialNumber, packetsOf(...ends))
    expect((await zk.recordsOf(device.id)).map(({ recognisedAt }) => recognisedAt).toSorted()).toEqual(
      [1, 2, 3].map((n) => `2026-01-05T08:00:0${n}Z`),
    )
    expect(await keptOf(device.id)).toEqual([])
  })

  it('are taken as far as they go when the command is answered and the last packet never came', async () => {
    const { serialNumber, device } = await zk.accepted('acc', 'MISSING')
    const [first = ''] = packetsOf(second + 20)
    const where = 'querydata?type=tabledata&cmdid=12&tablename=transaction&count=1&packcnt=2&packidx=1'
    for (let n = 0; n < 2; n++) expect((await post(serialNumber, where, first)).body).toBe('transaction=2')
    await post(serialNumber, 'devicecmd', 'ID=12&Return=2&CMD=DATA QUERY\n')
    expect(await zk.recordsOf(device.id)).toHaveLength(1)
    expect(await keptOf(device.id)).toHaveLength(1)
  })
})

it('the connection ends with the answer to pictures of people, which some firmware sends for ever otherwise', async () => {
  const { serialNumber } = await zk.accepted('acc', 'PICTURES')
  const answer = await post(
    serialNumber,
    'cdata?table=tabledata&tablename=userpic&count=1',
    'userpic pin=7\tfilename=7.jpg\tsize=4\ncontent=AAAA\n',
  )
  expect([answer.body, answer.headers.connection]).toEqual(['userpic=1', 'close'])
})
