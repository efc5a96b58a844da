import type { QueryInput } from '@gatehouse/contract/route.ts'
import { randomUUID } from 'node:crypto'
import { alarmCodes, alarmTypes } from '@gatehouse/contract/device/alarm-types.ts'
import {
  pullCommands,
  pushAlarms,
  pushRecords,
  reportCommand,
  type WireAlarm,
} from '@gatehouse/contract/device/link.ts'
import * as contract from '@gatehouse/contract/features/alarms.ts'
import { deleteDevice } from '@gatehouse/contract/features/devices.ts'
import { listPassages } from '@gatehouse/contract/features/live-view.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildRecord, goOffline, pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { startMailServer, type TestMailServer, mailText } from '@gatehouse/testkit/mail-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { deleteExpiredAlarms, purgeOldGroups, watchAlarms } from './alarm-jobs.ts'
import { matchesRule } from './alarm-notices.ts'

let smtp: TestMailServer
let house: TestGatehouse
let admin: Caller
let guard: Caller
let device: PairedDevice
beforeAll(async () => {
  smtp = await startMailServer()
  house = await startTestGatehouse({
    withJobs: true,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'gate@example.com', PUBLIC_URL: 'https://gate.example.com' },
  })
  admin = await house.asRole('superAdmin')
  guard = await house.asRole('deviceAdmin')
})
afterAll(async () => {
  await house.close()
  await smtp.close()
})
beforeEach(async () => {
  device = await pairTestDevice(house, admin)
  await house.db.updateTable('device').set({ is_online: true }).where('id', '=', device.id).execute()
})

let sequence = 0
const build = (alarm: Partial<WireAlarm> = {}): WireAlarm => ({
  id: randomUUID(),
  sequence: ++sequence,
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
const list = (query: { query?: QueryInput<typeof contract.listAlarms> } = {}, by = admin) =>
  by.ask(contract.listAlarms, query)
const detailOf = (id: string) => admin.ask(contract.getAlarm, { params: { id } })
/** One alarm at the device. */
async function raise(alarm: Partial<WireAlarm> = {}) {
  const wire = build(alarm)
  await push([wire])
  const { items } = await list({ query: { deviceId: device.id } })
  const made = items.find(({ code }) => code === wire.code)
  if (!made) throw new Error('no alarm')
  return { ...made, wire }
}
const release = (ids: string[], by = admin, reason?: string) =>
  by.ask(contract.releaseAlarms, { body: { ids, ...(reason ? { reason } : {}) } })
const handlerId = async (caller: Caller) => {
  const { id } = await raise({ code: alarmCodes.fire })
  await caller.ask(contract.acknowledgeAlarms, { body: { ids: [id] } })
  return (await detailOf(id)).handler?.id ?? ''
}

describe('[ALM-01] the list', () => {
  it('[DASH-01] an open fire stands before later alarms in the list, and hides none of them', async () => {
    await house.db.updateTable('alarm').set({ status: 'released' }).execute()
    const hourAgo = Temporal.Now.instant().subtract({ hours: 1 }).round('second')
    const at = (minute: number) => hourAgo.add({ minutes: minute }).toString()
    const others = await Promise.all(Array.from({ length: 6 }, () => pairTestDevice(house, admin)))
    for (const [minute, other] of others.entries()) await push([build({ at: at(10 + minute) })], other)
    const fires = await Promise.all(Array.from({ length: 4 }, () => pairTestDevice(house, admin)))
    for (const [minute, other] of fires.entries())
      await push([build({ at: at(minute), code: alarmCodes.fire, canRelease: false })], other)
    const shown = async () => (await admin.ask(contract.getUnseenAlarms)).newest
    const instantOf = (text: string) => Temporal.Instant.from(text).toString()
    expect((await shown()).map(({ type, raisedAt }) => `${type} ${instantOf(raisedAt)}`)).toEqual([
      ...[3, 2, 1].map((minute) => `fire ${at(minute)}`),
      ...[15, 14].map((minute) => `tamper ${at(minute)}`),
    ])
    await house.db.updateTable('alarm').set({ status: 'released' }).where('code', '=', alarmCodes.fire).execute()
    expect((await shown()).map(({ type }) => type)).toEqual(Array.from({ length: 5 }, () => 'tamper'))
  })

  it('the list gives every alarm once, newest first, filtered by type, status, device, handler and time', async () => {
    const other = await pairTestDevice(house, admin, 'Other door')
    const noon = house.clock.now().subtract({ hours: 3 }).round('second')
    const at = (minutes: number) => noon.add({ minutes }).toString()
    const codes = [alarmCodes.tamper, alarmCodes.fire, alarmCodes['forced-open'], alarmCodes['camera-blocked']]
    // Twenty minutes apart: none is counted on the one before.
    const wires = codes.flatMap((code, n) => [
      build({ code, at: at(n) }),
      build({ code, at: at(n + 20), state: 'released' }),
      build({ code, at: at(n + 60) }),
    ])
    await push(wires.map((wire, n) => (wire.state === 'released' ? { ...wire, id: wires[n - 1]?.id ?? '' } : wire)))
    await push([build({ code: alarmCodes.fire, at: at(30) })], other)
    const page = async (query: object, size = 3) => {
      const found: string[] = []
      for (let after: string | undefined; ;) {
        const { items, next } = await list({ query: { ...query, size, ...(after ? { after } : {}) } })
        found.push(...items.map(({ type, raisedAt }) => `${type} ${raisedAt}`))
        if (next === null) return found
        after = next
      }
    }
    const own = { deviceId: device.id }
    const types = ['tamper', 'fire', 'forced-open', 'camera-blocked']
    const second = types.map((type, n) => `${type} ${at(n + 60)}`).toReversed()
    const first = types.map((type, n) => `${type} ${at(n)}`).toReversed()
    for (const size of [1, 3, 200]) expect(await page(own, size)).toEqual([...second, ...first])
    expect(await page({ ...own, status: 'released' })).toEqual(first)
    expect(await page({ ...own, status: 'open' })).toEqual(second)
    expect(await page({ ...own, status: 'raised' })).toEqual(second)
    expect(await page({ ...own, status: 'acknowledged' })).toEqual([])
    expect(await page({ ...own, type: 'fire' })).toEqual([second[2], first[2]])
    expect(await page({ deviceId: other.id, type: 'fire' })).toEqual([`fire ${at(30)}`])
    expect(await page({ ...own, from: at(1), to: at(61) })).toEqual([second[3], ...first.slice(0, 3)])
    const [newest] = (await list({ query: own })).items
    await guard.ask(contract.acknowledgeAlarms, { body: { ids: [newest?.id ?? ''] } })
    const handler = (await detailOf(newest?.id ?? '')).handler?.id
    expect(await page({ ...own, handlerId: handler })).toEqual([second[0]])
    expect(await page({ ...own, status: 'acknowledged' })).toEqual([second[0]])
    // Those of the device as a whole stand at each of its doors.
    await house.db
      .updateTable('alarm')
      .set({ port: 3 })
      .where('id', '=', newest?.id ?? '')
      .execute()
    expect(await page({ ...own, port: 3 })).toEqual([...second, ...first])
    expect(await page({ ...own, port: 1 })).toEqual([...second.slice(1), ...first])
  })

  it.each(['x', '%00', Buffer.from('a b').toString('base64url')])('the list refuses the key %j', async (after) => {
    expect((await admin.call(contract.listAlarms, { query: { after } })).status).toBe(400)
  })

  it('every filter of the list reads along an index', async () => {
    await sql`
      insert into alarm (id, raised_at, last_at, received_at, device_id, device_name, code, status, can_release, handler_id, has_doubtful_time, trace)
      select uuidv7(), now() - n * interval '1 second', now(), now() - n * interval '1 second',
        case when n % 300 = 0 then ${device.id}::uuid else uuidv7() end, 'x', case when n % 50 = 0 then 20003 else 10001 end,
        case when n % 100 = 0 then 'raised' else 'released' end, true, case when n % 200 = 0 then ${device.id}::uuid end, false, '[]'
      from generate_series(1, 60000) n`.execute(house.db)
    await sql`analyze alarm`.execute(house.db)
    const month = house.clock.now().toString().slice(0, 7).replace('-', '')
    const shapes = {
      everything: sql`true`,
      device: sql`a.device_id = ${device.id}`,
      door: sql`a.device_id = ${device.id} and (a.port is null or a.port = 3)`,
      type: sql`a.code = 20003`,
      open: sql`a.status <> 'released'`,
      'open, of one type': sql`a.status <> 'released' and a.code = 20003`,
      'open, of the others': sql`a.status <> 'released' and a.code <> 20003`,
      status: sql`a.status = 'raised' and a.status <> 'released'`,
      released: sql`a.status = 'released'`,
      handler: sql`a.handler_id = ${device.id}`,
      period: sql`a.raised_at >= now() - interval '1 hour' and a.raised_at < now()`,
      key: sql`(a.raised_at, a.id) < (now() - interval '5 hours', ${randomUUID()})`,
    }
    for (const [name, where] of Object.entries(shapes)) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select * from alarm a where ${where} order by a.raised_at desc, a.id desc limit 21`.execute(house.db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, name).toMatch(/Index Scan/)
      // Months without a row may be looked through.
      expect(plan, name).not.toContain(`Seq Scan on alarm_${month}`)
    }
    await sql`delete from alarm where device_name = 'x'`.execute(house.db)
  })
})

describe('handling alarms', () => {
  it('the account that acknowledges an alarm becomes its handler; a second acknowledgement changes nothing', async () => {
    const { id } = await raise()
    const outcomes = await Promise.all(
      [admin, guard, admin, guard].map((who) => who.ask(contract.acknowledgeAlarms, { body: { ids: [id] } })),
    )
    expect(outcomes.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBe(1)
    const detail = await detailOf(id)
    expect(detail.status).toBe('acknowledged')
    expect(detail.trace.map(({ kind }) => kind)).toEqual(['raised', 'acknowledged'])
    expect(detail.trace[1]?.by).toBe(detail.handler?.name)
  })

  it('many alarms are assigned at once, only to accounts that may handle them, and are taken away again', async () => {
    const alarms = [await raise(), await raise({ code: alarmCodes.fire })]
    const ids = alarms.map(({ id }) => id)
    const to = await handlerId(guard)
    expect(await admin.ask(contract.assignAlarms, { body: { ids, handlerId: to } })).toEqual({ assigned: 1 })
    expect(await admin.ask(contract.assignAlarms, { body: { ids, handlerId: null } })).toEqual({ assigned: 2 })
    expect((await detailOf(ids[0] ?? '')).trace.map(({ kind }) => kind)).toEqual(['raised', 'assigned', 'unassigned'])
    const { rows: lines } = await sql`
      select item, facts from operation_log where event = 'assign' order by at desc limit 1`.execute(house.db)
    expect(lines).toEqual([{ item: 'Main door', facts: { alarms: 2 } }])
    const visitorAdmin = await house.asRole('visitorAdmin')
    const { rows } = await sql<{ id: string }>`select id from account where role = 4 limit 1`.execute(house.db)
    expect(visitorAdmin.token).not.toBe('')
    const refused = { body: { ids, handlerId: rows[0]?.id ?? '' } }
    expect(await admin.call(contract.assignAlarms, refused)).toMatchObject({ message: 'alarm.handler-not-found' })
    const handlers = await admin.ask(contract.listHandlers)
    expect(handlers.map(({ id }) => id)).toContain(to)
    expect(handlers.map(({ id }) => id)).not.toContain(rows[0]?.id)
  })

  it('a comment stands in the trace with its writer, until the trace is full', async () => {
    const { id } = await raise()
    const comment = (text: string) => guard.call(contract.commentAlarm, { params: { id }, body: { text } })
    await comment('<b>Went there</b>\nall quiet')
    const { trace } = await detailOf(id)
    expect(trace[1]).toMatchObject({ kind: 'commented', text: '<b>Went there</b>\nall quiet' })
    expect(trace[1]?.by).toMatch(/deviceAdmin/)
    await sql`update alarm set trace = (select jsonb_agg(jsonb_build_object('at', now(), 'kind', 'repeated', 'by', null, 'text', null)) from generate_series(1, 500)) where id = ${id}`.execute(
      house.db,
    )
    expect(await comment('one more')).toMatchObject({ status: 409, message: 'alarm.trace-full' })
    expect((await comment(' ')).status).toBe(400)
  })

  it('an alarm that does not exist has an error code of its own', async () => {
    expect(await admin.call(contract.getAlarm, { params: { id: randomUUID() } })).toMatchObject({
      status: 404,
      message: 'alarm.not-found',
    })
  })
})

describe('[ALM-02] release', () => {
  it('a release is sent to the device with the alarm’s number; the device’s answer releases the alarm', async () => {
    const alarm = await raise()
    expect((await release([alarm.id], guard, 'Guard went there')).results).toEqual([{ id: alarm.id, outcome: 'asked' }])
    expect(await detailOf(alarm.id)).toMatchObject({ status: 'raised', isReleasing: true })
    // Asked again meanwhile: one command.
    await release([alarm.id])
    const { commands } = await device.ask(pullCommands)
    expect(commands).toMatchObject([{ kind: 'release-alarm', alarmId: alarm.wire.id }])
    await device.ask(reportCommand, { params: { id: commands[0]?.id ?? '' }, body: { state: 'done', result: null } })
    const detail = await detailOf(alarm.id)
    expect(detail).toMatchObject({ status: 'released', isReleasing: false })
    expect(detail.trace.map(({ kind, text }) => [kind, text])).toEqual([
      ['raised', null],
      ['release-asked', 'Guard went there'],
      ['released', null],
    ])
    // The device's own report comes later, and changes nothing.
    await push([{ ...build(), id: alarm.wire.id, state: 'released' }])
    expect((await detailOf(alarm.id)).trace).toHaveLength(3)
    expect((await release([alarm.id])).results[0]?.outcome).toBe('released-before')
  })

  it('a release that the device refuses, or does not answer in time, is shown as failed', async () => {
    const alarm = await raise()
    await release([alarm.id])
    const { commands } = await device.ask(pullCommands)
    const body = { state: 'failed' as const, result: 'its cause still lasts' }
    await device.ask(reportCommand, { params: { id: commands[0]?.id ?? '' }, body })
    const detail = await detailOf(alarm.id)
    expect(detail.status).toBe('release-failed')
    expect(detail.trace.at(-1)).toMatchObject({ kind: 'release-failed', text: 'its cause still lasts' })
    await release([alarm.id])
    expect((await detailOf(alarm.id)).isReleasing).toBe(true)
    await sql`update device_command set expires_at = ${house.clock.now().subtract({ seconds: 1 }).toString()} where alarm_id = ${alarm.id}`.execute(
      house.db,
    )
    await watchAlarms(house.gatehouse.services)
    expect(await detailOf(alarm.id)).toMatchObject({ status: 'release-failed', isReleasing: false })
  })

  it('a device that cannot release an alarm leaves it to the end of its cause; an offline device refuses the release', async () => {
    const fire = await raise({ code: alarmCodes.fire, canRelease: false })
    const tamper = await raise()
    await goOffline(house, device)
    const unknown = randomUUID()
    expect((await release([fire.id, tamper.id, unknown])).results).toEqual([
      { id: fire.id, outcome: 'by-itself' },
      { id: tamper.id, outcome: 'device-offline' },
      { id: unknown, outcome: 'gone' },
    ])
    expect(await device.ask(pullCommands)).toEqual({ commands: [] })
  })

  it('an alarm that no device can release is closed by hand, and the next one is a new alarm', async () => {
    const alarm = await raise({ code: alarmCodes.fire, canRelease: false })
    const stranger = () => device.ask(pushRecords, { body: { records: [blacklisted()] } })
    let records = 0
    const blacklisted = () => buildRecord(++records, { kind: 'blacklisted', abnormal: 'blacklisted' })
    await stranger()
    const made = () => list({ query: { deviceId: device.id, type: 'blacklisted' } })
    await until(async () => (await made()).items.length === 1)
    const [first] = (await made()).items
    expect((await release([first?.id ?? ''])).results[0]?.outcome).toBe('released')
    expect((await detailOf(first?.id ?? '')).trace.at(-1)).toMatchObject({ kind: 'released-by-hand' })
    await stranger()
    await until(async () => (await made()).items.length === 2)
    expect((await made()).items.map(({ status }) => status)).toEqual(['raised', 'released'])
    await admin.ask(deleteDevice, { params: { id: device.id } })
    expect((await release([alarm.id])).results[0]?.outcome).toBe('released')
  })
})

describe('notification', () => {
  const rule = {
    name: 'Fire',
    isEnabled: true,
    types: ['fire' as const],
    deviceIds: [] as string[],
    fromMinute: 0,
    toMinute: 0,
    recipients: ['fire@example.com', 'guard@example.com'],
    language: 'zh' as const,
  }

  it('the console says how many alarms came since the last look, and shows the newest open ones', async () => {
    const watcher = await house.asRole('subAdmin')
    const count = async () => (await watcher.ask(contract.getUnseenAlarms)).count
    expect(await count()).toBe(0)
    await push([build(), build({ code: alarmCodes.fire }), build()])
    expect(await count()).toBe(2)
    const { newest } = await watcher.ask(contract.getUnseenAlarms)
    expect(newest.length).toBeLessThanOrEqual(5)
    expect(newest[0]?.device.id).toBe(device.id)
    house.clock.advance({ seconds: 1 })
    await watcher.ask(contract.markAlarmsSeen)
    expect(await count()).toBe(0)
  })

  it('everybody of a notification rule gets an e-mail in its language with a link, and the trace says so', async () => {
    const { id: ruleId } = await admin.ask(contract.createAlarmRule, { body: { ...rule, deviceIds: [device.id] } })
    smtp.mails.length = 0
    const alarm = await raise({ code: alarmCodes.fire, description: 'Floor 3' })
    await push([build()])
    await until(() => smtp.mails.length === 2)
    expect(smtp.mails.flatMap(({ to }) => to).toSorted()).toEqual(['fire@example.com', 'guard@example.com'])
    const [mail] = smtp.mails
    const text = mail ? mailText(mail) : ''
    expect(text).toContain('火警 · Floor 3')
    expect(text).toContain('Main door, Lobby')
    expect(text).toContain(`https://gate.example.com/device/alarm/${alarm.id}`)
    await until(async () =>
      (await detailOf(alarm.id)).trace.some(({ kind, text }) => kind === 'mailed' && text === 'Fire'),
    )
    // It counts on the same alarm, so that nobody is notified twice.
    await push([build({ code: alarmCodes.fire })])
    await admin.ask(contract.updateAlarmRule, { params: { id: ruleId }, body: { ...rule, isEnabled: false } })
    await until(async () => (await house.db.selectFrom('alarm_notice').selectAll().execute()).length === 0)
    expect(smtp.mails).toHaveLength(2)
    await admin.ask(contract.deleteAlarmRule, { params: { id: ruleId } })
  })

  it.each([
    ['another type', { codes: [alarmCodes.tamper] }, false],
    ['its type', { codes: [alarmCodes.fire] }, true],
    ['another device', { device_ids: [randomUUID()] }, false],
    ['hours of the day', { from_minute: 540, to_minute: 1080 }, false],
    ['hours over midnight', { from_minute: 1200, to_minute: 420 }, true],
    ['the minute after its end', { from_minute: 1200, to_minute: 330 }, false],
  ])('a rule of %s sends an e-mail only where it matches', (_, part, expected) => {
    // 05:30 in Shanghai
    const alarm = {
      type: 'fire' as const,
      raisedAt: '2026-11-20T21:30:00Z',
      device: { id: device.id, name: '', location: null },
    }
    const whole = { codes: [], device_ids: [], from_minute: 0, to_minute: 0, ...part }
    expect(matchesRule(whole, alarm, 'Asia/Shanghai')).toBe(expected)
  })

  it('notification rules have unique names and known devices, and their number is limited', async () => {
    const { id } = await admin.ask(contract.createAlarmRule, { body: rule })
    const again = await admin.call(contract.createAlarmRule, { body: rule })
    expect(again).toMatchObject({ status: 409, message: 'alarm.rule-name-taken' })
    const lost = { ...rule, name: 'Lost', deviceIds: [randomUUID()] }
    expect(await admin.call(contract.createAlarmRule, { body: lost })).toMatchObject({ message: 'device.not-found' })
    const wrong = { ...rule, name: 'Wrong', recipients: ['nobody'] }
    expect((await admin.call(contract.createAlarmRule, { body: wrong })).status).toBe(400)
    expect(await admin.ask(contract.listAlarmRules)).toMatchObject({ canMail: true, rules: [{ id, name: 'Fire' }] })
    await sql`insert into alarm_rule (name, is_enabled, codes, device_ids, from_minute, to_minute, recipients, language)
      select 'Rule ' || n, false, '{}', '{}', 0, 0, '{}', 'en' from generate_series(1, 48) n`.execute(house.db)
    const both = await Promise.all(
      ['A', 'B', 'C'].map((name) => admin.call(contract.createAlarmRule, { body: { ...rule, name } })),
    )
    expect(both.filter(({ status }) => status === 409)).toHaveLength(2)
    await sql`delete from alarm_rule`.execute(house.db)
    const gone = { params: { id }, body: rule }
    expect(await admin.call(contract.updateAlarmRule, gone)).toMatchObject({ message: 'alarm.rule-not-found' })
  })
})

it('a group of alarms that can count nothing more is deleted; one that still lasts is kept', async () => {
  const groups = async () => {
    const rows = await house.db.selectFrom('alarm_group').select('code').where('device_id', '=', device.id).execute()
    return rows.map(({ code }) => code)
  }
  const tamper = build()
  await push([tamper, build({ code: alarmCodes.fire }), { ...build(), id: tamper.id, state: 'released' }])
  await purgeOldGroups(house.gatehouse.services)
  expect(await groups()).toHaveLength(2)
  await sql`update alarm set last_at = now() - interval '3 days' where device_id = ${device.id}`.execute(house.db)
  await purgeOldGroups(house.gatehouse.services)
  expect(await groups()).toEqual([alarmCodes.fire])
})

it('[ALM-01] released alarms are deleted with their pictures after their retention period; open ones stay', async () => {
  const { services } = house.gatehouse
  const tamper = build()
  await push([tamper, build({ code: alarmCodes.fire }), { ...build(), id: tamper.id, state: 'released' }])
  await sql`update alarm set raised_at = raised_at - interval '10 days' where device_id = ${device.id}`.execute(
    house.db,
  )
  const codes = async () =>
    (await list({ query: { deviceId: device.id } })).items.map(({ code }) => code).toSorted((a, b) => a - b)
  const both = await codes()
  const settings = await admin.ask(contract.getAlarmSettings)
  expect(settings.keepDays).toBeNull()
  await deleteExpiredAlarms(services)
  expect(await codes()).toEqual(both)
  await admin.ask(contract.updateAlarmSettings, { body: { ...settings, keepDays: 11 } })
  await deleteExpiredAlarms(services)
  expect(await codes()).toEqual(both)
  // Its device's clock was never set: it arrived today.
  const unset = build({ code: alarmCodes['camera-blocked'], at: '1970-01-01T00:10:00Z' })
  await push([unset, { ...unset, sequence: build().sequence, state: 'released' }])
  await admin.ask(contract.updateAlarmSettings, { body: { ...settings, keepDays: 9 } })
  await deleteExpiredAlarms(services)
  expect(await codes()).toEqual([alarmCodes['camera-blocked'], alarmCodes.fire])
  await admin.ask(contract.updateAlarmSettings, { body: settings })
})

it('[ALM-01] every type of alarm has a code of its own', () => {
  expect(new Set(Object.values(alarmCodes)).size).toBe(alarmTypes.length)
})

it('the live view gives the latest passages of the selected doors, and of no others', async () => {
  const other = await pairTestDevice(house, admin, 'Other')
  const at = (seconds: number) => house.clock.now().subtract({ seconds }).round('millisecond').toString()
  const records = Array.from({ length: 60 }, (_, n) => buildRecord(n + 1, { recognisedAt: at(60 - n) }))
  await device.ask(pushRecords, { body: { records } })
  await other.ask(pushRecords, { body: { records: [buildRecord(1, { recognisedAt: at(0) })] } })
  const passages = await admin.ask(listPassages, { query: { deviceIds: device.id } })
  expect(passages.map(({ id }) => id)).toEqual(
    records
      .map(({ id }) => id)
      .toReversed()
      .slice(0, 50),
  )
  const both = await admin.ask(listPassages, { query: { deviceIds: `${device.id},${other.id}`, size: 3 } })
  expect(both.map((record) => record.device.name)).toEqual(['Other', 'Main door', 'Main door'])
  expect((await admin.call(listPassages, { query: { deviceIds: 'x' } })).status).toBe(400)
})
