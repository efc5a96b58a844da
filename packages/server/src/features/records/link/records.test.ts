import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getImage } from '@gatehouse/contract/features/images.ts'
import { hello, pushRecords, type WireRecord } from '@gatehouse/contract/device/link.ts'
import { getDevice, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { exportRecords, getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { executeAlone } from '../../../../test/execute-alone.ts'
import {
  buildRecord,
  buildStaff,
  pairTestDevice,
  type PairedDevice,
  testVersions,
} from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { jpegWith } from '../../../../test/jpeg-with.ts'
import { until } from '@gatehouse/testkit/until.ts'

let house: TestGatehouse
let admin: Caller
let device: PairedDevice
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())
beforeEach(async () => {
  device = await pairTestDevice(house, admin)
})

const push = (records: WireRecord[], by = device) => by.ask(pushRecords, { body: { records } })
const stored = (by = device) =>
  house.db
    .selectFrom('recognition_record')
    .selectAll()
    .where('device_id', '=', by.id)
    .orderBy('device_sequence')
    .execute()
const jpeg = () => jpegWith(randomBytes(2_000)).toString('base64')
const greet = (clockAt: Temporal.Instant) =>
  device.ask(hello, {
    body: { versions: testVersions(device.serialNumber), clockAt: clockAt.toString(), nextSequence: 1 },
  })

it('a measure that is too near to 0 for the database is 0, and takes no other record with it', async () => {
  const records = [
    buildRecord(1, { cosine: 1e-50, liveness: 5e-324 }),
    buildRecord(2, { cosine: -1e-46, liveness: -0 }),
    buildRecord(3, { cosine: 1e-44, liveness: 1e308 }),
  ]
  expect(await push(records)).toMatchObject({ stored: 3, refused: [] })
  expect((await stored()).map(({ cosine, liveness }) => [Math.abs(cosine ?? 1), liveness])).toEqual([
    [0, 0],
    [0, 0],
    [expect.closeTo(0, 40), 1],
  ])
})

it('a row that fails in the database is refused alone, and the others are stored', async () => {
  await sql`create function refuse_cosine() returns trigger language plpgsql as $$
    begin if new.cosine = 0.25 then raise exception 'out of range' using errcode = '22003'; end if; return new; end $$`.execute(
    house.db,
  )
  await executeAlone(
    house.db,
    sql`create trigger refuse_cosine before insert on recognition_record for each row execute function refuse_cosine()`,
  )
  const records = [buildRecord(1), { wrong: true }, buildRecord(2, { cosine: 0.25 }), buildRecord(3)]
  const body = { records: records as WireRecord[], refusesSingly: true }
  const outcome = await device.ask(pushRecords, { body })
  expect(outcome).toMatchObject({ stored: 2, known: 0, storedSequence: 3 })
  expect(outcome.refused.map(({ index }) => index)).toEqual([1, 2])
  // A caller that does not understand that is told to halve the batch, and nothing of it is stored.
  const whole = [buildRecord(4), buildRecord(5, { cosine: 0.25 })]
  expect(await device.call(pushRecords, { body: { records: whole } })).toMatchObject({
    status: 400,
    message: 'request.invalid',
  })
  expect((await stored()).map((row) => row.device_sequence)).toEqual([1, 3])
  await executeAlone(house.db, sql`drop trigger refuse_cosine on recognition_record`)
})

it('[REC-01] a record is stored with the names of its moment and can be read with its reasons', async () => {
  const person = await buildStaff(admin, 'Li Wei')
  const reasons = [
    { code: 'group-bound' as const, groupIds: ['g'] },
    { code: 'period-holds' as const, validFromMs: null },
  ]
  const record = buildRecord(1, {
    kind: 'staff',
    personId: person.id,
    cosine: 0.56,
    opened: true,
    abnormal: 'none',
    reasons,
  })
  expect(await push([record])).toEqual({ stored: 1, known: 0, storedSequence: 1, refused: [] })
  await admin.ask(updateDevice, { params: { id: device.id }, body: { name: 'Renamed' } })
  const detail = await admin.ask(getRecord, { params: { id: record.id } })
  expect(detail).toMatchObject({
    kind: 'staff',
    person: { id: person.id, name: 'Li Wei' },
    direction: 'in',
    entryMode: 'face',
    score: 0.56,
    device: { id: device.id, name: 'Main door', location: 'Lobby' },
    opened: true,
    abnormal: 'none',
    recognisedAt: record.recognisedAt,
    hasDoubtfulTime: false,
    hasCapture: false,
    reasons,
  })
})

it('[REC-01] the same batch sent twice is stored once, whatever its records say the second time', async () => {
  const records = [1, 2, 3].map((n) => buildRecord(n, { capture: jpeg() }))
  expect(await push(records)).toEqual({ stored: 3, known: 0, storedSequence: 3, refused: [] })
  const before = await stored()
  expect(await push(records.map((record) => ({ ...record, opened: true })))).toEqual({
    stored: 0,
    known: 3,
    storedSequence: 3,
    refused: [],
  })
  expect(await push([...records.slice(1), buildRecord(4)])).toEqual({
    stored: 1,
    known: 2,
    storedSequence: 4,
    refused: [],
  })
  expect((await stored()).slice(0, 3)).toEqual(before)
})

it('[REC-01] the same batch from many requests at once is stored once, and counted once', async () => {
  const records = Array.from({ length: 20 }, (_, n) => buildRecord(n + 1))
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => push(records)))
  expect(outcomes.reduce((sum, { stored }) => sum + stored, 0)).toBe(20)
  expect(outcomes.every(({ stored, known }) => stored + known === 20)).toBe(true)
  expect(await stored()).toHaveLength(20)
})

it('many devices at once each get their own records and their own outcome', async () => {
  const devices = await Promise.all(Array.from({ length: 6 }, (_, n) => pairTestDevice(house, admin, `Door ${n}`)))
  await Promise.all(
    devices.flatMap((each, n) =>
      Array.from({ length: 10 }, async (_, batch) => {
        const records = Array.from({ length: n + 1 }, (_, k) => buildRecord(batch * (n + 1) + k + 1))
        expect(await push(records, each)).toMatchObject({ stored: n + 1, known: 0 })
      }),
    ),
  )
  for (const [n, each] of devices.entries())
    expect((await stored(each)).map((row) => row.device_sequence)).toEqual(
      Array.from({ length: 10 * (n + 1) }, (_, k) => k + 1),
    )
})

it.each([
  ['a reason with NUL', { reasons: [{ code: 'face-not-known' as const, note: 'a\u0000b' }] }, 'records.1.reasons'],
  ['half a surrogate', { reasons: [{ code: 'face-not-known' as const, note: '\ud800' }] }, 'records.1.reasons'],
  ['a face beyond its picture', { faceBox: { left: 0, top: 0, right: 1001, bottom: 10 } }, 'records.1.faceBox'],
  ['a face of no size', { faceBox: { left: 5, top: 0, right: 5, bottom: 10 } }, 'records.1.faceBox'],
  ['a time before all clocks', { recognisedAt: '0001-01-01T00:00:00Z' }, 'records.1.recognisedAt'],
  ['a time of the far future', { recognisedAt: '9999-12-31T23:59:59.999Z' }, 'records.1.recognisedAt'],
  ['a kind of nobody', { kind: 'ghost' as 'staff' }, 'records.1.kind'],
  ['a sequence of zero', { sequence: 0 }, 'records.1.sequence'],
])('%s refuses the whole batch and names the record', async (_, wrong, path) => {
  const answer = await device.call(pushRecords, {
    body: { records: [buildRecord(1), buildRecord(2, wrong), buildRecord(3)] },
  })
  expect(answer).toMatchObject({ status: 400, message: 'request.invalid' })
  expect(JSON.stringify(answer.data)).toContain(path)
  expect(await stored()).toEqual([])
})

it('[REC-01] refused records are answered one by one if the terminal understands that, and the others are stored', async () => {
  const records = [buildRecord(1), { ...buildRecord(2), kind: 'ghost' }, buildRecord(3), 'no record', buildRecord(5)]
  records[2] = { ...buildRecord(3), sequence: 0 }
  const answer = await device.ask(pushRecords, { body: { records: records as WireRecord[], refusesSingly: true } })
  expect(answer).toMatchObject({ stored: 2, known: 0, storedSequence: 5 })
  expect(answer.refused.map(({ index, issues }) => [index, issues[0]?.path])).toEqual([
    [1, 'kind'],
    [2, 'sequence'],
    [3, ''],
  ])
  expect((await stored()).map((row) => row.device_sequence)).toEqual([1, 5])
  const none = await device.ask(pushRecords, { body: { records: [records[1] as WireRecord], refusesSingly: true } })
  expect(none).toMatchObject({ stored: 0, known: 0, storedSequence: 5, refused: [{ index: 0 }] })
})

it('[ERR-03] the problem of a refused record is a sentence in the language of the caller', async () => {
  const wrong = [
    { ...buildRecord(1), recognisedAt: 'yesterday' },
    { ...buildRecord(2), kind: undefined },
  ]
  const problems = async (language: string) => {
    const answer = await house.gatehouse.fastify.inject({
      method: 'POST',
      url: '/device/v1/records',
      headers: { authorization: `Bearer ${device.ldid}.${device.secret}`, language },
      payload: { records: wrong, refusesSingly: true },
    })
    return pushRecords.response.parse(answer.json<{ data: unknown }>().data).refused.map(({ issues }) => issues[0])
  }
  expect(await problems('EN')).toEqual([
    {
      path: 'recognisedAt',
      code: 'no-instant',
      problem: 'This is not a date with a time and its offset, such as 2026-11-20T08:00:00+08:00.',
    },
    { path: 'kind', code: 'required', problem: 'Fill this in.' },
  ])
  expect((await problems('ZH'))[1]?.problem).toBe('请填写此项。')
})

it.each([
  ['a page behind the first bytes of one', Buffer.from('\u00ff\u00d8\u00ff<html><script>alert(1)</script>', 'latin1')],
  ['another format', Buffer.from('GIF89a')],
  ['more than 200 kB', jpegWith(Buffer.alloc(200_001))],
])('[REC-01] a capture that is %s is not kept, and its record is', async (_, capture) => {
  const faceBox = { left: 10, top: 10, right: 20, bottom: 20 }
  const broken = buildRecord(2, { capture: capture.toString('base64'), faceBox })
  expect(await push([buildRecord(1, { capture: jpeg() }), broken])).toMatchObject({ stored: 2, refused: [] })
  expect((await stored()).map((row) => [row.capture_hash === null, row.face_box])).toEqual([
    [false, null],
    [true, null],
  ])
})

it('[REC-01] a measure that rounding carries beyond its range is stored as the end of it', async () => {
  await push([
    buildRecord(1, { cosine: 1.0000001192, liveness: 1.0000001 }),
    buildRecord(2, { cosine: -1.5, liveness: -0.1 }),
  ])
  expect((await stored()).map(({ cosine, liveness }) => [cosine, liveness])).toEqual([
    [1, 1],
    [-1, 0],
  ])
})

it.each(['iris', 'null', 'NULL', 'Iris "quick" {a,b}\\', '虹膜'])(
  '[REC-01] a word of a newer terminal, %s, is stored as it is and can be read, exported and filtered beside',
  async (word) => {
    const record = buildRecord(1, { entryMode: word, abnormal: word, reasons: [{ code: word, depth: 3 }] })
    await push([record, buildRecord(2)])
    const detail = await admin.ask(getRecord, { params: { id: record.id } })
    expect(detail).toMatchObject({ entryMode: word, abnormal: word, reasons: [{ code: word, depth: 3 }] })
    const { items } = await admin.ask(listRecords, { query: { deviceId: device.id } })
    expect(items).toHaveLength(2)
    const url = `/api${exportRecords.path}?deviceId=${device.id}`
    const csv = await house.gatehouse.fastify.inject({ url, headers: { 'auth-token': admin.token } })
    expect(csv.body).toContain(`Unknown: ${word.replaceAll('"', '""')}`)
  },
)

it('a batch that is too large is read to its end, and refused with the limit in the answer', async () => {
  const { fastify } = house.gatehouse
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as AddressInfo
  const capture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(150_000)]).toString('base64')
  const body = Buffer.from(
    JSON.stringify({ records: Array.from({ length: 60 }, (_, n) => buildRecord(n + 1, { capture })) }),
  )
  // A client that writes all of its request before it reads, as libraries of other languages do.
  for (const isChunked of [false, true]) {
    const socket = connect(port, '127.0.0.1')
    const broken: Error[] = []
    socket.on('error', (error) => broken.push(error))
    const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
    const head = `POST /device/v1/records HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${device.ldid}.${device.secret}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
    const chunk = isChunked
      ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]
      : [body]
    await new Promise<void>(
      (resolve) => void socket.write(Buffer.concat([Buffer.from(head), ...chunk]), () => resolve()),
    )
    const answer = await text(socket)
    expect(broken).toEqual([])
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      message: 'request.too-large',
      desc: 'This is larger than the limit of 8 MiB. Choose a smaller file, or send less at once.',
      data: { limitBytes: 8_388_608 },
    })
  }
})

it('[REC-01] a record of a clock that is two days off is kept, with the device’s time, and marked', async () => {
  const now = Temporal.Now.instant()
  for (const [sequence, hours] of [
    [1, -48],
    [2, 48],
  ] as const) {
    const wrongNow = now.add({ hours }).round('millisecond')
    await greet(wrongNow)
    await push([buildRecord(sequence, { recognisedAt: wrongNow.toString() })])
  }
  expect((await stored()).map((row) => row.has_doubtful_time)).toEqual([true, true])
  const { items } = await admin.ask(listRecords, { query: { deviceId: device.id } })
  expect(items.map(({ hasDoubtfulTime }) => hasDoubtfulTime)).toEqual([true, true])
  expect(items[0]!.recognisedAt).toBe(items[0]!.receivedAt)
  expect(
    Temporal.Instant.from(items[0]!.claimedAt ?? '')
      .since(items[0]!.receivedAt)
      .total('hours'),
  ).toBeCloseTo(48, 0)
})

it('[REC-01] a record that claims to be of the year 2194 stands where it arrived, however often it is sent', async () => {
  const [early, wild, late] = [buildRecord(1), buildRecord(2, { recognisedAt: '2194-05-06T07:08:09Z' }), buildRecord(3)]
  await push([early])
  await push([wild])
  house.clock.advance({ seconds: 5 })
  await push([wild, { ...late, recognisedAt: house.clock.now().round('millisecond').toString() }])
  const query = { deviceId: device.id, size: 1 }
  const first = await admin.ask(listRecords, { query })
  const second = await admin.ask(listRecords, { query: { ...query, after: first.next ?? '' } })
  const third = await admin.ask(listRecords, { query: { ...query, after: second.next ?? '' } })
  expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual([late.id, wild.id, early.id])
  expect(third.next).toBeNull()
  expect(second.items[0]).toMatchObject({ claimedAt: '2194-05-06T07:08:09Z', hasDoubtfulTime: true })
})

it('a record that only comes late, from a device with a right clock, is not marked', async () => {
  await house.db.updateTable('device').set({ created_at: '2026-01-01T00:00:00Z' }).where('id', '=', device.id).execute()
  await greet(Temporal.Now.instant().subtract({ seconds: 20 }))
  await push([
    buildRecord(1, { recognisedAt: Temporal.Now.instant().subtract({ hours: 72 }).round('millisecond').toString() }),
  ])
  expect((await stored())[0]?.has_doubtful_time).toBe(false)
})

it('a record from before the pairing, or from the future, is marked even when the greeting told nothing', async () => {
  await push([
    buildRecord(1, { recognisedAt: '1970-01-01T00:10:00Z' }),
    buildRecord(2, { recognisedAt: Temporal.Now.instant().add({ minutes: 10 }).round('millisecond').toString() }),
    buildRecord(3),
  ])
  expect((await stored()).map((row) => row.has_doubtful_time)).toEqual([true, true, false])
})

it('a gap in the sequence is seen, and closes when the missing records come', async () => {
  const progress = () =>
    house.db
      .selectFrom('device_record_progress')
      .select(['stored_sequence', 'stored_count'])
      .where('device_id', '=', device.id)
      .executeTakeFirstOrThrow()
  await push([buildRecord(1), buildRecord(4)])
  expect(await progress()).toEqual({ stored_sequence: 4, stored_count: 2 })
  expect((await greet(Temporal.Now.instant())).storedSequence).toBe(4)
  await push([buildRecord(2), buildRecord(3)])
  expect(await progress()).toEqual({ stored_sequence: 4, stored_count: 4 })
})

it('the highest possible number is stored once, moves no counter, and hides no record of the terminal', async () => {
  await push([buildRecord(1)])
  const odd = [buildRecord(2 ** 53 - 1), buildRecord(2_000_000)]
  expect(await push(odd)).toEqual({ stored: 2, known: 0, storedSequence: 1, refused: [] })
  expect(await push(odd)).toEqual({ stored: 0, known: 2, storedSequence: 1, refused: [] })
  expect((await greet(Temporal.Now.instant())).storedSequence).toBe(1)
  const mixed = [buildRecord(3_000_000), buildRecord(2)]
  expect(await push(mixed)).toEqual({ stored: 2, known: 0, storedSequence: 2, refused: [] })
  expect(await admin.ask(getDevice, { params: { id: device.id } })).toMatchObject({ missingRecords: 0 })
  // A number within reach counts, and is a gap.
  expect(await push([buildRecord(1_000_002)])).toMatchObject({ stored: 1, storedSequence: 1_000_002 })
  expect(await admin.ask(getDevice, { params: { id: device.id } })).toMatchObject({ missingRecords: 999_996 })
})

it('a record with such a number and a time ahead is sent again when that time has come: it stands where it stood', async () => {
  const recognisedAt = house.clock.now().add({ hours: 30 }).round('millisecond').toString()
  const wild = buildRecord(2 ** 50, { recognisedAt })
  expect(await push([wild])).toMatchObject({ stored: 1 })
  house.clock.advance({ hours: 20 })
  expect(await push([wild])).toMatchObject({ stored: 0, known: 1 })
  house.clock.advance({ hours: -20 })
  expect(await stored()).toMatchObject([{ claimed_at: recognisedAt }])
})

it('[REC-01] the position of a face belongs to a picture, and to the detail of its record', async () => {
  const faceBox = { left: 120, top: 80, right: 310, bottom: 1000 }
  const records = [buildRecord(1, { faceBox, capture: jpeg() }), buildRecord(2, { faceBox }), buildRecord(3)]
  await push(records)
  const boxes = records.map(async ({ id }) => (await admin.ask(getRecord, { params: { id } })).faceBox)
  expect(await Promise.all(boxes)).toEqual([faceBox, null, null])
})

it('[REC-01] the capture can be seen by who may read records', async () => {
  const capture = jpeg()
  const record = buildRecord(1, { capture })
  await push([record])
  const url = `/api${getImage.path.replace(':kind', 'capture').replace(':id', record.id)}`
  const response = await house.gatehouse.fastify.inject({ url, headers: { 'auth-token': admin.token } })
  expect(response.statusCode).toBe(200)
  expect(response.rawPayload.toString('base64')).toBe(capture)
  expect((await admin.ask(getRecord, { params: { id: record.id } })).hasCapture).toBe(true)
})

it('consoles are notified of the device after its records are stored, not once per record', async () => {
  const listener = new Client(house.databaseUrl)
  await listener.connect()
  try {
    const heard: string[] = []
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await listener.query('listen gatehouse_hint')
    for (let n = 0; n < 30; n++) await push([buildRecord(n + 1)])
    const told = () => heard.filter((payload) => payload.includes('"records"')).length
    await until(() => told() > 0)
    expect(told()).toBeLessThan(30)
  } finally {
    await listener.end()
  }
})

it('consoles are notified of a record whose request failed after it was stored, once its device sends it again', async () => {
  // Nothing else is told of records in a house of its own.
  const own = await startTestGatehouse()
  const listener = new Client(own.databaseUrl)
  try {
    const leader = await own.asRole('superAdmin')
    const sender = await pairTestDevice(own, leader)
    await listener.connect()
    const heard: string[] = []
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await listener.query('listen gatehouse_hint')
    const told = () => heard.filter((payload) => payload.includes('"records"')).length
    const person = await buildStaff(leader, 'Mei Moves')
    const record = buildRecord(1, { kind: 'staff', personId: person.id, opened: true, abnormal: 'none' })
    await executeAlone(own.db, sql`alter table person_location rename to person_location_away`)
    expect((await sender.call(pushRecords, { body: { records: [record] } })).status).toBeGreaterThanOrEqual(500)
    await executeAlone(own.db, sql`alter table person_location_away rename to person_location`)
    expect(told()).toBe(0)
    expect(await push([record], sender)).toMatchObject({ stored: 0, known: 1 })
    await until(() => told() > 0)
  } finally {
    await listener.end()
    await own.close()
  }
})
