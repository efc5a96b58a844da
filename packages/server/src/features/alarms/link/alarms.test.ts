import { randomBytes, randomUUID } from 'node:crypto'
import { alarmCodes, deviceAlarmTypes } from '@gatehouse/contract/device/alarm-types.ts'
import { hello, pushAlarms, pushRecords, type WireAlarm } from '@gatehouse/contract/device/link.ts'
import { getAlarm, getUnseenAlarms, listAlarms, updateAlarmSettings } from '@gatehouse/contract/features/alarms.ts'
import { createPairingCode, deleteDevice } from '@gatehouse/contract/features/devices.ts'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import { createTerminal } from '@gatehouse/terminal/core/terminal.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
import { watchAlarms } from '../alarm-jobs.ts'
import { createMessageRateLimiter } from '../../../device-link/message-rate-limiter.ts'

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

const build = (sequence: number, alarm: Partial<WireAlarm> = {}): WireAlarm => ({
  id: randomUUID(),
  sequence,
  code: alarmCodes.tamper,
  state: 'raised',
  description: null,
  at: Temporal.Now.instant().round('millisecond').toString(),
  canRelease: true,
  personId: null,
  image: null,
  ...alarm,
})
const push = (alarms: WireAlarm[], by = device) => by.ask(pushAlarms, { body: { alarms } })
const alarmsOf = async (id = device.id) => (await admin.ask(listAlarms, { query: { deviceId: id, size: 200 } })).items
const jpeg = () => jpegWith(randomBytes(2_000))

describe('alarms of a device', () => {
  it('[ALM-01] an alarm is stored with its device, place, time, picture and text, and its release ends it', async () => {
    const image = jpeg()
    const raise = build(1, { description: '<script>alert("x")</script> & "quotes"', image: image.toString('base64') })
    expect(await push([raise])).toEqual({ stored: 1, known: 0, storedSequence: 1, refused: [] })
    const [alarm] = await alarmsOf()
    expect(alarm).toMatchObject({
      type: 'tamper',
      code: 10001,
      status: 'raised',
      times: 1,
      description: raise.description,
      hasImage: true,
      device: { id: device.id, name: 'Main door', location: 'Lobby' },
      raisedAt: raise.at,
      releaseWay: 'remote',
    })
    const url = `/api/v1/image/alarm/${alarm?.id ?? ''}`
    const picture = await house.gatehouse.fastify.inject({ url, headers: { 'auth-token': admin.token } })
    expect(picture.rawPayload.equals(image)).toBe(true)
    await push([{ ...build(2), id: raise.id, state: 'released' }])
    const detail = await admin.ask(getAlarm, { params: { id: alarm?.id ?? '' } })
    expect(detail.status).toBe('released')
    expect(detail.trace.map(({ kind, by }) => [kind, by])).toEqual([
      ['raised', null],
      ['released', null],
    ])
  })

  it('[ALM-01] an invalid picture is dropped, and its alarm is kept', async () => {
    const image = Buffer.from('\u00ff\u00d8\u00ff<html><script>alert(1)</script>', 'latin1').toString('base64')
    expect(await push([build(1, { image })])).toMatchObject({ stored: 1, refused: [] })
    expect(await alarmsOf()).toMatchObject([{ type: 'tamper', hasImage: false }])
  })

  it('[ALM-01] a type of alarm that only the terminal knows is kept by its number; the terminal may not raise a type of the server', async () => {
    const answer = await device.ask(pushAlarms, {
      body: { alarms: [build(1, { code: 54321 }), build(2, { code: alarmCodes.cloned })], refusesSingly: true },
    })
    expect(answer).toMatchObject({ stored: 1, refused: [{ index: 1, issues: [{ path: 'code' }] }] })
    expect(await alarmsOf()).toMatchObject([{ type: 'unknown', code: 54321 }])
  })

  it.each(deviceAlarmTypes)('[ALM-01] %s is accepted by its code in the reference', async (type) => {
    await push([build(1, { code: alarmCodes[type] })])
    expect(await alarmsOf()).toMatchObject([{ type, code: alarmCodes[type] }])
  })

  it('the alarm of a decision names its person and shows their face; another person is another alarm, which somebody closes', async () => {
    const people = await Promise.all(['Wei', 'Fang'].map((name) => buildStaff(admin, name)))
    const at = (minutes: number) => Temporal.Now.instant().subtract({ minutes }).round('millisecond').toString()
    const alarms = [0, 1, 0].map((who, n) =>
      build(n + 1, {
        code: alarmCodes['anti-passback'],
        at: at(3 - n),
        canRelease: false,
        personId: people[who]!.id,
        image: jpeg().toString('base64'),
      }),
    )
    await push(alarms)
    const listed = await alarmsOf()
    expect(listed.map(({ type, person, times }) => `${type} ${person?.name} × ${times}`).toSorted()).toEqual([
      'anti-passback Fang × 1',
      'anti-passback Wei × 2',
    ])
    expect(listed.every(({ hasImage, releaseWay }) => hasImage && releaseWay === 'by-hand')).toBe(true)
  })

  it('an alarm that is sent twice, also at once and in overlapping batches, counts once', async () => {
    const alarms = [1, 2, 3].map((n) => build(n, { code: n === 2 ? alarmCodes.fire : alarmCodes.tamper }))
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => push(alarms)))
    expect(outcomes.reduce((sum, { stored }) => sum + stored, 0)).toBe(3)
    expect(await push([...alarms.slice(1), build(4)])).toEqual({ stored: 1, known: 2, storedSequence: 4, refused: [] })
    expect((await alarmsOf()).map(({ type, times }) => `${type} × ${times}`).toSorted()).toEqual([
      'fire × 1',
      'tamper × 3',
    ])
    const body = { versions: testVersions(device.serialNumber), clockAt: house.clock.now().toString(), nextSequence: 1 }
    expect(await device.ask(hello, { body })).toMatchObject({ storedSequence: 0, storedAlarmSequence: 4 })
  })

  it('a release without a raise is kept as an alarm that is over, and notifies nobody', async () => {
    await push([build(1, { state: 'released' })])
    const [alarm] = await alarmsOf()
    expect(alarm).toMatchObject({ status: 'released', times: 1 })
    const { trace } = await admin.ask(getAlarm, { params: { id: alarm?.id ?? '' } })
    expect(trace.map(({ kind }) => kind)).toEqual(['released-without-raise'])
    const notices = house.db
      .selectFrom('alarm_notice')
      .selectAll()
      .where('alarm_id', '=', alarm?.id ?? '')
    expect(await notices.execute()).toEqual([])
  })

  it.each([
    ['a code of the server', { code: alarmCodes.strangers }],
    ['no code', { code: 0 }],
    ['a time of the far future', { at: '9999-12-31T23:59:59.999Z' }],
    ['words that cannot be stored', { description: 'a\u0000b' }],
  ])('a batch with %s is refused, and nothing of it is stored', async (_, wrong) => {
    const answer = await device.call(pushAlarms, { body: { alarms: [build(1), build(2, wrong)] } })
    expect(answer).toMatchObject({ status: 400, message: 'request.invalid' })
    expect(await alarmsOf()).toEqual([])
  })

  it('a device that was unbound stores nothing more, and its earlier alarms stay', async () => {
    await push([build(1)])
    await admin.ask(deleteDevice, { params: { id: device.id } })
    expect(await device.call(pushAlarms, { body: { alarms: [build(2)] } })).toMatchObject({ status: 401 })
    const row = house.db.selectFrom('alarm').select('device_name').where('device_id', '=', device.id)
    expect(await row.execute()).toEqual([{ device_name: 'Main door' }])
  })

  it('an alarm of three days ago that is reported today keeps its time; a wrong clock is marked', async () => {
    const paired = house.db.updateTable('device').set({ created_at: '2026-01-01T00:00:00Z' })
    await paired.where('id', '=', device.id).execute()
    const at = house.clock.now().subtract({ hours: 72 }).round('millisecond').toString()
    await push([build(1, { at }), build(2, { at: '1970-01-01T00:00:10Z', code: alarmCodes.fire })])
    expect((await alarmsOf()).map(({ raisedAt, hasDoubtfulTime }) => [raisedAt, hasDoubtfulTime])).toEqual([
      [at, false],
      ['1970-01-01T00:00:10Z', true],
    ])
  })

  it('an alarm that claims the year 2194 stands at its arrival time, together with its release and later messages', async () => {
    const wildAt = '2194-05-06T07:08:09Z'
    const wild = build(2, { at: wildAt, code: alarmCodes.fire })
    // Not ahead of the alarms of other tests.
    house.clock.advance({ seconds: -10 })
    await push([build(1, { at: house.clock.now().round('millisecond').toString() })])
    house.clock.advance({ seconds: 5 })
    for (let time = 0; time < 2; time++)
      await push([wild, { ...wild, sequence: 3, state: 'released', at: '2194-05-06T07:09:00Z' }])
    house.clock.advance({ seconds: 5 })
    const at = house.clock.now().round('millisecond').toString()
    await push([build(4, { at, code: alarmCodes['camera-blocked'] })])
    const query = { deviceId: device.id, size: 1 }
    const pages = [await admin.ask(listAlarms, { query })]
    while (pages.at(-1)?.next)
      pages.push(await admin.ask(listAlarms, { query: { ...query, after: pages.at(-1)?.next ?? '' } }))
    const listed = pages.flatMap(({ items }) => items)
    expect(listed.map(({ type }) => type)).toEqual(['camera-blocked', 'fire', 'tamper'])
    const [, fire] = listed
    expect(fire).toMatchObject({ claimedAt: wildAt, status: 'released', hasDoubtfulTime: true })
    for (const instant of [fire?.raisedAt, fire?.lastAt, fire?.releasedAt]) expect(instant && instant < at).toBe(true)
    const { trace } = await admin.ask(getAlarm, { params: { id: fire?.id ?? '' } })
    expect(trace.map(({ kind, claimedAt }) => [kind, claimedAt])).toEqual([
      ['raised', wildAt],
      ['released', '2194-05-06T07:09:00Z'],
    ])
    // The newest that are open lead with what is new, after the fires of other tests, and the next of its kind is counted on it.
    const { newest } = await admin.ask(getUnseenAlarms)
    expect(newest.find(({ type }) => type !== 'fire')?.type).toBe('camera-blocked')
    await push([build(5, { at, code: alarmCodes.fire })])
    expect((await alarmsOf()).filter(({ type }) => type === 'fire')).toMatchObject([{ times: 2, status: 'raised' }])
  })

  it('an impossible time that comes later marks an alarm whose beginning was right', async () => {
    const at = house.clock.now().round('millisecond').toString()
    await push([build(1, { at })])
    expect(await alarmsOf()).toMatchObject([{ hasDoubtfulTime: false }])
    await push([build(2, { at: '2194-05-06T07:08:09Z' })])
    const [alarm] = await alarmsOf()
    expect(alarm).toMatchObject({ raisedAt: at, claimedAt: null, times: 2, hasDoubtfulTime: true })
    expect(alarm && alarm.lastAt < '2100').toBe(true)
  })
})

describe('numbers', () => {
  const traceOf = async (id = '') => {
    const { trace, status } = await admin.ask(getAlarm, { params: { id } })
    return { status, kinds: trace.map(({ kind }) => kind) }
  }
  const told = async () => {
    const body = {
      versions: testVersions(device.serialNumber),
      clockAt: house.clock.now().toString(),
      nextSequence: 1,
    }
    return (await device.ask(hello, { body })).storedAlarmSequence
  }

  it.each([
    ['out of reach', 1_000_000_000, 2],
    ['that nobody can go on after', 2 ** 53 - 1, 2],
    ['within reach', 500_000, 500_000],
  ])('a message that somebody else sent with a number %s hides no alarm of the terminal', async (_, number, last) => {
    const raise = build(1, { code: alarmCodes.fire })
    await push([raise])
    const foreign = build(number, { code: alarmCodes.tamper })
    expect(await push([foreign])).toMatchObject({ stored: 1, known: 0 })
    expect(await push([foreign])).toMatchObject({ stored: 0, known: 1 })
    const release = { ...build(2, { code: alarmCodes.fire }), id: raise.id, state: 'released' as const }
    for (const outcome of [
      { stored: 1, known: 0 },
      { stored: 0, known: 1 },
    ])
      // prettier-ignore
      expect(await push([release])).toEqual({ ...outcome, storedSequence: last, refused: [] })
    expect(await told()).toBe(last)
    expect((await alarmsOf()).map(({ type, status, times }) => `${type} ${status} × ${times}`).toSorted()).toEqual([
      'fire released × 1',
      'tamper raised × 1',
    ])
    expect(await push([build(3, { code: alarmCodes['camera-blocked'] })])).toMatchObject({ stored: 1, known: 0 })
  })

  it('a message with a new number and the same content is the same message', async () => {
    const [first, second] = [build(1), build(2)]
    await push([first, second])
    await push([{ ...first, id: first.id, sequence: 3, state: 'released' }])
    const again = [
      { ...first, sequence: 51 },
      { ...second, sequence: 52 },
    ]
    expect(await push(again)).toEqual({ stored: 0, known: 2, storedSequence: 52, refused: [] })
    expect(await alarmsOf()).toMatchObject([{ times: 2, status: 'raised' }])
  })

  it('a raise that arrives after its release is kept and raises nothing, whatever else was raised between', async () => {
    const [late, other, later] = [build(1), build(4), build(8)]
    const after = { at: Temporal.Instant.from(late.at).add({ seconds: 1 }).toString() }
    const released = (of: WireAlarm, sequence: number) => ({ ...of, ...after, sequence, state: 'released' as const })
    await push([released(late, 2)])
    expect(await push([late])).toMatchObject({ stored: 1, known: 0 })
    expect(await push([late])).toMatchObject({ stored: 0, known: 1 })
    const [alarm] = await alarmsOf()
    expect(alarm).toMatchObject({ status: 'released', times: 1 })
    expect(await traceOf(alarm?.id)).toEqual({ status: 'released', kinds: ['released-without-raise', 'raised'] })
    await push([other, released(later, 9), released(other, 5)])
    await push([later])
    expect(await alarmsOf()).toMatchObject([{ status: 'released', times: 3 }])
    // The type has no alarm: this one is over from the beginning, and nobody is notified.
    await house.db.deleteFrom('alarm_group').where('device_id', '=', device.id).execute()
    const old = build(20)
    await push([released(old, 21)])
    await house.db.deleteFrom('alarm_group').where('device_id', '=', device.id).execute()
    await push([old])
    expect((await alarmsOf()).map(({ status }) => status)).toEqual(['released', 'released', 'released'])
    expect((await admin.ask(getUnseenAlarms)).newest.some(({ device: { id } }) => id === device.id)).toBe(false)
  })

  it('the server recognises as many messages as a terminal may send twice, and keeps no more of a flood', async () => {
    const batches = Array.from({ length: 11 }, (_, batch) =>
      Array.from({ length: 100 }, (_, n) => build(batch * 100 + n + 1)),
    )
    for (const batch of batches) await push(batch)
    const kept = () =>
      house.db
        .selectFrom('alarm_message')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('device_id', '=', device.id)
        .executeTakeFirstOrThrow()
    expect(Number((await kept()).count)).toBe(1_000)
    for (const batch of [batches[1]!, batches[10]!]) expect(await push(batch)).toMatchObject({ stored: 0, known: 100 })
    await admin.ask(deleteDevice, { params: { id: device.id } })
    expect(Number((await kept()).count)).toBe(0)
  })

  it('a device whose highest number was stored before the limit existed is corrected by its next message', async () => {
    await push([build(1)])
    await house.db
      .updateTable('device_alarm_progress')
      .set({ stored_sequence: 2 ** 48 })
      .where('device_id', '=', device.id)
      .execute()
    expect(await told()).toBe(2 ** 48)
    expect(await push([build(2)])).toEqual({ stored: 1, known: 0, storedSequence: 2, refused: [] })
    expect(await told()).toBe(2)
  })
})

describe('a flood', () => {
  it('a flood of 1,000 alarms a second is limited to one alarm, while another device is served as always', async () => {
    const other = await pairTestDevice(house, admin, 'Quiet door')
    const one = (n: number) => device.call(pushAlarms, { body: { alarms: [build(n)] } })
    const since = performance.now()
    const answers = await Promise.all([
      ...Array.from({ length: 1_000 }, (_, n) => one(n + 1)),
      other.call(pushAlarms, { body: { alarms: [build(1)] } }),
    ])
    expect(answers.at(-1)?.status).toBe(200)
    const refused = answers.filter(({ status }) => status === 429)
    // Twenty at once, and ten more for each second that it takes here.
    const taken = 20 + (10 * (performance.now() - since)) / 1000
    expect(1_000 - refused.length).toBeLessThanOrEqual(taken)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ message: 'request.too-many', headers: { 'retry-after': '1' } })
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
    expect(await alarmsOf()).toHaveLength(1)
  })

  it('a flood in batches is counted completely, in one alarm with a limited trace', async () => {
    for (let batch = 0; batch < 10; batch++)
      await push(
        Array.from({ length: 100 }, (_, n) => build(batch * 100 + n + 1, { image: jpeg().toString('base64') })),
      )
    const alarms = await alarmsOf()
    expect(alarms).toMatchObject([{ times: 1_000 }])
    const { trace } = await admin.ask(getAlarm, { params: { id: alarms[0]?.id ?? '' } })
    expect(trace).toHaveLength(50)
  })

  it('the limit for a flood ends with its second', () => {
    let nowMs = 0
    const limit = createMessageRateLimiter(() => nowMs)
    const take = () => {
      try {
        limit.consume('door')
        return true
      } catch {
        return false
      }
    }
    expect(Array.from({ length: 40 }, take).filter(Boolean)).toHaveLength(20)
    nowMs = 1_000
    expect(Array.from({ length: 40 }, take).filter(Boolean)).toHaveLength(10)
  })
})

describe('alarms that the server makes of records', () => {
  const settings = {
    groupMinutes: 5,
    blacklistedEnabled: true,
    outsideTimeEnabled: true,
    strangersEnabled: true,
    strangerCount: 3,
    strangerMinutes: 10,
    offlineEnabled: true,
    offlineMinutes: 10,
    keepDays: null,
  }
  const typesOf = async () => (await alarmsOf()).map(({ type, times }) => `${type} × ${times}`).toSorted()

  it('a blacklisted person and a person outside their passage time each raise an alarm with name and picture', async () => {
    const li = await buildStaff(admin, 'Li Wei')
    const zhang = await buildStaff(admin, '张伟')
    const capture = jpeg().toString('base64')
    const at = (seconds: number) => house.clock.now().subtract({ seconds }).round('millisecond').toString()
    await device.ask(pushRecords, {
      body: {
        records: [
          buildRecord(1, {
            kind: 'blacklisted',
            personId: li.id,
            abnormal: 'blacklisted',
            recognisedAt: at(9),
            capture,
          }),
          buildRecord(2, { kind: 'blacklisted', personId: li.id, abnormal: 'blacklisted', recognisedAt: at(8) }),
          buildRecord(3, { kind: 'blacklisted', personId: zhang.id, abnormal: 'blacklisted', recognisedAt: at(7) }),
          buildRecord(4, { kind: 'staff', personId: li.id, abnormal: 'outside-passage-time', recognisedAt: at(6) }),
          buildRecord(5, { kind: 'staff', personId: li.id, abnormal: 'none', opened: true, recognisedAt: at(5) }),
        ],
      },
    })
    await until(async () => (await alarmsOf()).length === 3)
    expect(await typesOf()).toEqual(['blacklisted × 1', 'blacklisted × 2', 'outside-time × 1'])
    const ofLi = (await alarmsOf()).find(({ type, times }) => type === 'blacklisted' && times === 2)
    expect(ofLi).toMatchObject({ person: { id: li.id, name: 'Li Wei' }, hasImage: true, releaseWay: 'by-hand' })
    expect(await house.db.selectFrom('alarm_due').selectAll().execute()).toEqual([])
  })

  it('the configured number of strangers within the configured minutes raises an alarm; a record sent twice counts once', async () => {
    await admin.ask(updateAlarmSettings, { body: settings })
    const at = (minutes: number) => house.clock.now().subtract({ minutes }).round('millisecond').toString()
    const stranger = (sequence: number, minutes: number) => buildRecord(sequence, { recognisedAt: at(minutes) })
    const records = [stranger(1, 40), stranger(2, 20), stranger(3, 12)]
    await device.ask(pushRecords, { body: { records } })
    await device.ask(pushRecords, { body: { records } })
    await watchAlarms(house.gatehouse.services)
    expect(await typesOf()).toEqual([])
    await device.ask(pushRecords, { body: { records: [stranger(4, 11)] } })
    await until(async () => (await alarmsOf()).length === 1)
    expect(await alarmsOf()).toMatchObject([{ type: 'strangers', times: 1, description: '3 / 10 min' }])
  })

  it('no alarm is raised where it is switched off', async () => {
    const off = { blacklistedEnabled: false, outsideTimeEnabled: false, strangersEnabled: false }
    await admin.ask(updateAlarmSettings, { body: { ...settings, ...off } })
    const records = [1, 2, 3, 4].map((n) => buildRecord(n))
    await device.ask(pushRecords, { body: { records: [...records, buildRecord(5, { kind: 'blacklisted' })] } })
    await watchAlarms(house.gatehouse.services)
    expect(await house.db.selectFrom('alarm_due').selectAll().execute()).toEqual([])
    expect(await typesOf()).toEqual([])
    await admin.ask(updateAlarmSettings, { body: settings })
  })

  it('a device that is offline for too long raises one alarm, which is released when the device is back', async () => {
    const set = (isOnline: boolean, minutes: number) =>
      house.db
        .updateTable('device')
        .set({ is_online: isOnline, online_changed_at: house.clock.now().subtract({ minutes }).toString() })
        .where('id', '=', device.id)
        .execute()
    await set(false, 9)
    await watchAlarms(house.gatehouse.services)
    expect(await typesOf()).toEqual([])
    await set(false, 11)
    await watchAlarms(house.gatehouse.services)
    await watchAlarms(house.gatehouse.services)
    expect(await alarmsOf()).toMatchObject([
      { type: 'offline-too-long', times: 1, status: 'raised', releaseWay: 'by-itself', description: '10 min' },
    ])
    await set(true, 0)
    await watchAlarms(house.gatehouse.services)
    expect(await alarmsOf()).toMatchObject([{ status: 'released' }])
  })
})

it('[ALM-02] an alarm of a real terminal is shown in the console and released when its cause ends', async () => {
  const address = await house.gatehouse.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { code } = await admin.ask(createPairingCode, { body: { name: 'Real door', direction: 'in' } })
  const terminal = createTerminal({
    state: createMemoryState(),
    serverUrl: address,
    pairingCode: code,
    recogniser: { modelId: 'none', look: () => Promise.resolve(null) },
  })
  try {
    await terminal.start()
    const before = await admin.ask(getUnseenAlarms)
    terminal.sense('fire', true)
    await terminal.idle()
    const { count, newest } = await admin.ask(getUnseenAlarms)
    expect(count).toBe(Math.min(100, before.count + 1))
    expect(newest[0]).toMatchObject({ type: 'fire', device: { name: 'Real door' }, releaseWay: 'by-itself' })
    terminal.sense('fire', false)
    await terminal.idle()
    const { status } = await admin.ask(getAlarm, { params: { id: newest[0]?.id ?? '' } })
    expect(status).toBe('released')
  } finally {
    await terminal.stop()
  }
})
