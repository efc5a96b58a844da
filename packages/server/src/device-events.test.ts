import { noAnswerCame } from '@gatehouse/contract/device/outcome-words.ts'
import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import {
  acceptAnnouncement,
  deleteDevice,
  getDevice,
  listAnnouncements,
  listCommands,
  listDevicePeople,
  rejectAnnouncement,
  sendCommand,
  updateDevice,
} from '@gatehouse/contract/features/devices.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import { updatePrivacySettings } from '@gatehouse/contract/features/people/notice.ts'
import { approveRegistrations, listRegistrations } from '@gatehouse/contract/features/registrations.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStaff, testVersions } from '../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../test/gatehouse.ts'
import { jpegWith } from '../test/jpeg-with.ts'
import { createDeviceEvents } from './device-events.ts'
import { createDeviceIntents } from './device-intents.ts'
import { createPackageSender } from './features/upgrades/link/send-package-routes.ts'
import { type DbPool, openPool } from './db/open-database.ts'
import type { DeviceIdentity } from './device-link/device-directory.ts'
import { keepPresence } from './device-link/presence.ts'
import type { DeviceEvents, ReportedRecord } from './drivers/device-events.ts'
import { createDeviceFinder, type DeviceFinder } from './drivers/device-finder.ts'
import type { DeviceIntents } from './drivers/device-intents.ts'
import { keepConversations } from './features/devices/conversation/conversation-keeper.ts'

/** Drivers of other makes rely on this; it is tried by its own words: a device that has nothing but a serial number. */
let house: TestGatehouse
let admin: Caller
let pool: DbPool
let finder: DeviceFinder
let events: DeviceEvents
let intents: DeviceIntents
let presence: ReturnType<typeof keepPresence>
const hints: LiveTopic[] = []
let device: DeviceIdentity
let versions: DeviceVersions
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  pool = openPool(house.databaseUrl, 2)
  const { services } = house.gatehouse
  const liveUpdates = { notify: (topic: LiveTopic) => void hints.push(topic), close: () => {} }
  finder = createDeviceFinder(house.db)
  presence = keepPresence(services, () => [], liveUpdates)
  events = createDeviceEvents({ services, pool, liveUpdates, recordAlarms: { nudge: () => {} } }, finder, {
    presence,
    conversations: keepConversations(services),
  })
  intents = createDeviceIntents(services, createPackageSender(services.blobs, { overall: 1e9, each: 1e9 }))
})
afterAll(async () => {
  await presence.close()
  await pool.end()
  await house.close()
})

const make = 'gatehouse'
const appear = (address = '10.9.8.7') => events.appeared({ make, versions, address })
const waiting = async () =>
  (await admin.ask(listAnnouncements)).items.filter((one) => one.serialNumber === versions.serialNumber)

beforeEach(async () => {
  await house.db.deleteFrom('device_announcement').execute()
  versions = testVersions()
  await appear()
  const [asking] = await waiting()
  await admin.ask(acceptAnnouncement, { params: { id: asking!.id }, body: { name: 'Side door' } })
  finder.clear()
  device = (await events.find(make, versions.serialNumber))!
})

const everybody = async () => (await intents.people(device.id, undefined, 500)).upserts
const record = (key: string, more: Partial<ReportedRecord> = {}): ReportedRecord => ({
  key,
  number: null,
  isKnownThere: more.number !== undefined && more.number !== null,
  recognisedAt: house.clock.now().round('millisecond').toString(),
  entryMode: 'face',
  opened: true,
  abnormal: 'none',
  capture: null,
  port: null,
  way: null,
  ...more,
})
const recordsOf = async () =>
  (await admin.ask(listRecords, { query: { deviceId: device.id } })).items.map(
    ({ kind, person }) => `${kind} ${person?.name ?? 'nobody'}`,
  )

it('a device of another make waits once in the list, without a code, and is unknown until it was accepted', async () => {
  versions = testVersions()
  expect(await events.find(make, versions.serialNumber)).toBeUndefined()
  expect([await appear(), await appear()]).toEqual(['waiting', 'waiting'])
  expect(await waiting()).toMatchObject([{ make, checkCode: null, address: '10.9.8.7', isSerialTaken: false }])
})

it('a device that was rejected hears so for a day, and then waits again', async () => {
  versions = testVersions()
  await appear()
  await admin.ask(rejectAnnouncement, { params: { id: (await waiting())[0]!.id } })
  expect(await appear()).toBe('rejected')
  house.clock.advance({ hours: 25 })
  admin = await house.asRole('superAdmin')
  expect(await appear()).toBe('waiting')
})

it('devices that appear without end fill no more of the list than one address may', async () => {
  const answers: string[] = []
  for (let n = 0; n < 101; n++)
    answers.push(await events.appeared({ make, versions: testVersions(), address: '10.3.3.3' }))
  expect(answers.filter((answer) => answer === 'full')).toHaveLength(1)
})

it('a device that was unbound is unknown at once, and waits again', async () => {
  await admin.ask(deleteDevice, { params: { id: device.id } })
  finder.remove(device.ldid)
  expect(await events.find(make, versions.serialNumber)).toBeUndefined()
  expect(await appear()).toBe('waiting')
  expect(await waiting()).toHaveLength(1)
})

it('a door that is held or let go changes its device too, whose page offers to let it go', async () => {
  const told = async (door: { contact: 'open' | 'closed'; isHeldOpen: boolean }) => {
    hints.length = 0
    await events.doors(device, house.clock.now().toString(), [{ port: 1, isLeftOpen: false, ...door }])
    return { hints: hints.toSorted(), held: (await admin.ask(getDevice, { params: { id: device.id } })).heldPorts }
  }
  expect((await told({ contact: 'closed', isHeldOpen: false })).held).toEqual([])
  expect(await told({ contact: 'closed', isHeldOpen: true })).toEqual({ hints: ['devices', 'doors'], held: [1] })
  expect(await told({ contact: 'open', isHeldOpen: true })).toEqual({ hints: ['doors'], held: [1] })
  expect(await told({ contact: 'open', isHeldOpen: true })).toEqual({ hints: [], held: [1] })
  expect(await told({ contact: 'open', isHeldOpen: false })).toEqual({ hints: ['devices', 'doors'], held: [] })
})

it('people are told by number with their card, and a removal by the same number', async () => {
  const { id } = await buildStaff(admin, 'An')
  const member = (await everybody()).find(({ personId }) => personId === id)!
  expect(member).toMatchObject({ name: 'An', kind: 'staff', portraitId: null })
  const { cursor } = await intents.people(device.id, undefined, 500)
  expect((await intents.people(device.id, cursor, 500)).upserts).toEqual([])
  await admin.ask(deleteStaff, { body: { ids: [id] } })
  const page = await intents.people(device.id, cursor, 500)
  expect(page).toMatchObject({ isFull: false, upserts: [], removals: [member.number], hasMore: false })
  await events.peopleApplied(device, page.cursor, [])
  expect((await admin.ask(listDevicePeople, { params: { id: device.id } })).items).not.toContainEqual(
    expect.objectContaining({ personId: id }),
  )
})

it('the page of a device names the people whom it could not take, with the reason', async () => {
  const { id } = await buildStaff(admin, 'Bo')
  const { cursor } = await intents.people(device.id, undefined, 500)
  await events.peopleApplied(device, cursor, [{ personId: id, reason: 'capacity' }])
  const { items } = await admin.ask(listDevicePeople, { params: { id: device.id }, query: { state: 'failed' } })
  expect(items).toMatchObject([{ personId: id, state: 'failed', reason: 'capacity' }])
})

it('records name people by number; the same key twice is one record, also in one batch and at once', async () => {
  const { id } = await buildStaff(admin, 'Chen')
  const { number } = (await everybody()).find(({ personId }) => personId === id)!
  const capture = jpegWith(Buffer.from('a face'))
  const batch = [record('1', { number, capture }), record('2'), record('2'), record('3', { number: 123_456_789 })]
  expect(await events.records(device, batch)).toEqual({ stored: 3, known: 1, refused: [], disputed: [] })
  const again = await Promise.all([events.records(device, batch), events.records(device, [...batch, record('4')])])
  expect(again.reduce((sum, { stored }) => sum + stored, 0)).toBe(1)
  expect((await recordsOf()).toSorted()).toEqual(['staff Chen', 'staff nobody', 'stranger nobody', 'stranger nobody'])
  expect((await admin.ask(getDevice, { params: { id: device.id } })).missingRecords).toBe(0)
})

it('a picture that comes after its record is given to it once, and never to the record of somebody who was deleted', async () => {
  const jpeg = jpegWith(Buffer.from('a late face'))
  const { id } = await buildStaff(admin, 'Hu')
  const { number } = (await everybody()).find(({ personId }) => personId === id)!
  await admin.ask(deleteStaff, { body: { ids: [id] } })
  await events.records(device, [record('1'), record('2', { number }), record('3', { number, capture: jpeg })])
  expect(await events.picture(device, 'no such record', jpeg)).toBe(false)
  expect(await events.picture(device, '1', Buffer.from('no picture'))).toBe(false)
  expect(await events.picture(device, '1', jpeg)).toBe(true)
  expect(await events.picture(device, '1', jpeg)).toBe(false)
  expect(await events.picture(device, '2', jpeg)).toBe(false)
  const { items } = await admin.ask(listRecords, { query: { deviceId: device.id } })
  expect(items.map(({ kind, hasCapture }) => `${kind} ${hasCapture}`).toSorted()).toEqual([
    'staff false',
    'staff false',
    'stranger true',
  ])
})

it('a record of somebody whom only the device knows says so, is no stranger, and has its picture', async () => {
  const jpeg = jpegWith(Buffer.from('a face of theirs'))
  const more = { number: null, isKnownThere: true }
  await events.records(device, [
    record('1', { ...more, capture: jpeg }),
    record('2', more),
    record('3', { ...more, opened: false, abnormal: 'outside-passage-time' }),
  ])
  expect(await events.picture(device, '2', jpeg)).toBe(true)
  const { items } = await admin.ask(listRecords, { query: { deviceId: device.id } })
  expect(items.map(({ kind, abnormal, hasCapture }) => `${kind} ${abnormal} ${hasCapture}`).toSorted()).toEqual([
    'staff known-at-device true',
    'staff known-at-device true',
    'staff outside-passage-time false',
  ])
})

it('a record where the server would have decided otherwise says so, with the reasons of the server', async () => {
  const { id } = await buildStaff(admin, 'Deng')
  const { number } = (await everybody()).find(({ personId }) => personId === id)!
  await admin.ask(suspendPeople, { body: { personIds: [id], toAt: null, reason: 'lost badge' } })
  const batch = [record('1', { number }), record('2', { number, opened: false, abnormal: 'suspended' })]
  expect((await events.records(device, batch)).disputed).toEqual(['1'])
  // Told again it is no new one.
  expect((await events.records(device, batch)).disputed).toEqual([])
  const { items } = await admin.ask(listRecords, { query: { deviceId: device.id } })
  const reasons = await Promise.all(
    items.map(async ({ id, opened }) => {
      const codes = (await admin.ask(getRecord, { params: { id } })).reasons.map(({ code }) => code)
      return `${opened ? 'opened' : 'refused'}: ${codes[0] ?? 'none'} … ${codes.at(-1) ?? 'none'}`
    }),
  )
  expect(reasons.toSorted()).toEqual(['opened: server-refuses … suspended', 'refused: none … none'])
})

it('an old record is not judged by the rules of today', async () => {
  const { id } = await buildStaff(admin, 'Fu')
  const { number } = (await everybody()).find(({ personId }) => personId === id)!
  await admin.ask(suspendPeople, { body: { personIds: [id], toAt: null, reason: 'lost badge' } })
  const recognisedAt = house.clock.now().subtract({ hours: 2 }).round('millisecond').toString()
  await events.records(device, [record('1', { number, recognisedAt })])
  const { items } = await admin.ask(listRecords, { query: { deviceId: device.id } })
  expect((await admin.ask(getRecord, { params: { id: items[0]!.id } })).reasons).toEqual([])
})

it('a record that cannot be stored is named by its key, and the others are stored', async () => {
  const { id } = await buildStaff(admin, 'Gao')
  const { number } = (await everybody()).find(({ personId }) => personId === id)!
  const wrong = record('wrong', { number, recognisedAt: '2026-13-45T00:00:00Z' })
  expect(await events.records(device, [record('1'), wrong, record('2')])).toEqual({
    stored: 2,
    known: 0,
    refused: ['wrong'],
    disputed: [],
  })
})

it('an alarm is raised and released by its key, and each message counts once', async () => {
  const at = house.clock.now().toString()
  const alarm = { key: 'door 1', code: alarmCodes.tamper, at, description: null, canRelease: true }
  const raised = { ...alarm, state: 'raised' as const, number: null, image: null, port: null }
  expect(await events.alarms(device, [raised])).toMatchObject({ stored: 1 })
  expect(await events.alarms(device, [raised, { ...raised, state: 'released' }])).toMatchObject({ stored: 1, known: 1 })
  const { items } = await admin.ask(listAlarms, { query: { deviceId: device.id } })
  expect(items).toMatchObject([{ type: 'tamper', status: 'released', times: 1 }])
})

it('a command waits for the device, and its outcome is told once', async () => {
  const sent = await admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'restart' } })
  expect(await intents.commands(device.id)).toMatchObject([{ id: sent.id, kind: 'restart' }])
  await events.commandDone(device, sent.id, 'done', null)
  await events.commandDone(device, sent.id, 'failed', noAnswerCame)
  expect(await intents.commands(device.id)).toEqual([])
  const { items } = await admin.ask(listCommands, { params: { id: device.id } })
  expect(items).toMatchObject([{ state: 'done', result: null }])
})

it('a call brings a device online, and its greeting brings its versions, its address and its clock', async () => {
  await events.greeted(device, { ...versions, firmwareVersion: 'V9' }, '10.1.1.1', 2_000)
  events.heard(device.ldid)
  await until(async () => (await admin.ask(getDevice, { params: { id: device.id } })).isOnline)
  expect(await admin.ask(getDevice, { params: { id: device.id } })).toMatchObject({
    firmwareVersion: 'V9',
    ip: '10.1.1.1',
    clockOffsetMs: 2_000,
  })
})

it('somebody who was enrolled at a device waits once among the registrations, with the face and without a phone number', async () => {
  const enrolment = { key: '17', name: 'Hua', portrait: photograph(faces.franck) }
  expect(await events.enrolled(device, enrolment)).toBe(true)
  expect(await events.enrolled(device, enrolment)).toBe(true)
  const { items } = await admin.ask(listRegistrations, { query: { keyword: 'Hua' } })
  expect(items).toMatchObject([{ name: 'Hua', phone: null, state: 'pending' }])
  await admin.ask(approveRegistrations, { body: { ids: [items[0]!.id] } })
  const { items: decided } = await admin.ask(listRegistrations, { query: { keyword: 'Hua' } })
  expect(decided).toMatchObject([{ state: 'approved', outcome: 'created' }])
  expect((await everybody()).map(({ name }) => name)).toContain('Hua')
})

it('[MAN-06] an enrolment without a face, or without the consent that the enterprise asks for, is shown as not taken, without its photograph', async () => {
  const enrolment = { key: '18', name: 'Jia', portrait: jpegWith(Buffer.from('no face')) }
  for (let n = 0; n < 2; n++) expect(await events.enrolled(device, enrolment)).toBe(false)
  const additions = { additionEn: null, additionZh: null, additionZhTw: null }
  await admin.ask(updatePrivacySettings, { body: { asksConsent: true, contact: null, ...additions } })
  const other = { key: '19', name: 'Jia two', portrait: photograph(faces.cage) }
  expect(await events.enrolled(device, other)).toBe(false)
  await admin.ask(updatePrivacySettings, { body: { asksConsent: false, contact: null, ...additions } })
  const { items } = await admin.ask(listRegistrations, { query: { keyword: 'Jia' } })
  const { name: decidedBy } = await admin.ask(getDevice, { params: { id: device.id } })
  const notTaken = { state: 'rejected', portraitId: null, reason: null, decidedBy }
  expect(items).toMatchObject([
    { ...notTaken, name: 'Jia two', refusedFor: ['no-consent'] },
    { ...notTaken, name: 'Jia', refusedFor: [expect.stringMatching(/^(?:unreadable|count)$/)] },
  ])
  const [line] = (await admin.ask(listOperations, { query: { module: 'registration', result: 'failure' } })).items
  expect(line).toMatchObject({ event: 'register', item: 'Jia two', errorCode: 'consent.missing' })
  // No consent is asked for now, and it came again.
  expect(await events.enrolled(device, other)).toBe(true)
  const waiting = await admin.ask(listRegistrations, { query: { keyword: 'Jia', state: 'pending' } })
  expect(waiting.items).toMatchObject([{ name: 'Jia two', refusedFor: [] }])
})

it('[MAN-06] an enrolment that is refused for something else the next time says what is wrong now', async () => {
  const additions = { additionEn: null, additionZh: null, additionZhTw: null }
  const ask = (asksConsent: boolean) =>
    admin.ask(updatePrivacySettings, { body: { asksConsent, contact: null, ...additions } })
  const enrolment = { key: '20', name: 'Kai', portrait: jpegWith(Buffer.from('no face')) }
  await ask(true)
  expect(await events.enrolled(device, enrolment)).toBe(false)
  const kept = async () => (await admin.ask(listRegistrations, { query: { keyword: 'Kai' } })).items
  const [before, ...others] = await kept()
  expect([before?.refusedFor, others]).toEqual([['no-consent'], []])
  await ask(false)
  house.clock.advance({ minutes: 1 })
  expect(await events.enrolled(device, enrolment)).toBe(false)
  const [now] = await kept()
  expect(now).toMatchObject({ id: before?.id, createdAt: before?.createdAt })
  expect(now?.refusedFor).toEqual([expect.stringMatching(/^(?:unreadable|count)$/)])
  expect(now?.decidedAt).not.toBe(before?.decidedAt)
})

it('[MAN-06] a device that sends what is of no use for ever forgets its own oldest, and hides nobody at another', async () => {
  const elsewhere = await house.db
    .insertInto('registration')
    .values({
      name: 'Elsewhere',
      lookup_hash: Buffer.from('elsewhere'),
      state: 'rejected',
      refused_for: ['unreadable'],
      decided_at: house.clock.now().subtract({ hours: 1 }).toString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = (n: number) => house.clock.now().subtract({ minutes: n }).toString()
  await house.db
    .insertInto('registration')
    .values(
      Array.from({ length: 1_000 }, (_, n) => ({
        name: `Useless ${n}`,
        lookup_hash: Buffer.from(`useless ${n}`),
        state: 'rejected' as const,
        refused_for: ['unreadable'],
        refused_by: device.id,
        decided_at: at(n + 1),
      })),
    )
    .execute()
  const portrait = jpegWith(Buffer.from('no face'))
  for (const name of ['Lan', 'Lan two']) await events.enrolled(device, { key: name, name, portrait })
  const { items } = await admin.ask(listRegistrations, { query: { keyword: 'Lan' } })
  expect(items.map(({ name, refusedFor }) => [name, refusedFor.length])).toEqual([
    ['Lan two', 1],
    ['Lan', 1],
  ])
  const useless = await admin.ask(listRegistrations, { query: { keyword: 'Useless', size: 100 } })
  expect(useless.items.map(({ name }) => name).toSorted()).toEqual(
    Array.from({ length: 48 }, (_, n) => `Useless ${n}`).toSorted(),
  )
  expect((await admin.ask(listRegistrations, { query: { keyword: 'Elsewhere' } })).items).toMatchObject([elsewhere])
  // The second is refused for the same: it has no line of its own.
  const lines = await admin.ask(listOperations, { query: { module: 'registration', result: 'failure' } })
  expect(lines.items.flatMap(({ item }) => (item?.startsWith('Lan') ? [item] : [])).length).toBeLessThan(2)
})

it('another machine under the serial number of a device raises one alarm in an hour', async () => {
  for (const mac of ['00:17:61:aa', '00:17:61:bb']) await events.cloneSeen(device, { mac }, '10.2.2.2')
  const { items } = await admin.ask(listAlarms, { query: { deviceId: device.id } })
  expect(items).toMatchObject([{ type: 'cloned', times: 1, description: '00:17:61:aa · 10.2.2.2' }])
  expect((await admin.ask(getDevice, { params: { id: device.id } })).cloneSeenAt).not.toBeNull()
  // One that goes on is told again, although it was seen all the time.
  for (let n = 0; n < 3; n++) {
    house.clock.advance({ minutes: 25 })
    await events.cloneSeen(device, { mac: '00:17:61:aa' }, '10.2.2.2')
  }
  expect((await admin.ask(listAlarms, { query: { deviceId: device.id } })).items).toHaveLength(2)
})

it('the configuration has the groups and the name of the device, and another tag after each change', async () => {
  const before = await intents.configuration(device.id)
  await admin.ask(updateDevice, { params: { id: device.id }, body: { name: 'Back door' } })
  const after = await intents.configuration(device.id)
  expect(after.settings.name).toBe('Back door')
  expect(after.tag).not.toBe(before.tag)
})
