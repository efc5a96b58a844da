import { randomBytes } from 'node:crypto'
import {
  type DevicePerson,
  getConfiguration,
  getDevicePortrait,
  getSyncStatus,
  pullPeople,
  reportPeople,
} from '@gatehouse/contract/device/link.ts'
import { updateCompany } from '@gatehouse/contract/features/company.ts'
import { getDevice, listDevicePeople, sendCommand, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { deleteStaff, getStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStaff, pairTestDevice, type PairedDevice, pullAll } from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { createSystemCtx, inTransaction } from '../../../ctx.ts'
import { nameColumns } from '../../../people/person-columns.ts'
import { seal } from '../../../lib/seal.ts'
import { notePeopleChanged } from '../../../device-link/outbox/people-changes.ts'

let house: TestGatehouse
let admin: Caller
let device: PairedDevice
let groups: { north: string; south: string }
let known: Map<string, DevicePerson>
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

beforeEach(async () => {
  device = await pairTestDevice(house, admin)
  const rows = await house.db
    .insertInto('person_group')
    .values(['North', 'South'].map((name) => ({ kind: 1, name: `${name} ${randomBytes(4).toString('hex')}` })))
    .returning('id')
    .execute()
  groups = { north: rows[0]!.id, south: rows[1]!.id }
  known = new Map()
})

const bind = (...groupIds: string[]) => admin.ask(updateDevice, { params: { id: device.id }, body: { groupIds } })
const names = () => [...known.values()].map(({ name }) => name).toSorted()
const move = async (id: string, groupIds: string[]) => admin.ask(updateStaff, { params: { id }, body: { groupIds } })

it('[DEV-07] additions, changes and removals since the cursor reach the device, and nothing else', async () => {
  await bind(groups.north)
  const an = await buildStaff(admin, 'An', [groups.north])
  await buildStaff(admin, 'Elsewhere', [groups.south])
  let cursor = await pullAll(device, known)
  expect(names()).toEqual(['An'])
  expect(known.get(an.id)).toMatchObject({
    kind: 'staff',
    groupIds: [groups.north],
    portraitId: null,
    embeddings: [],
    modelId: null,
  })

  const bo = await buildStaff(admin, 'Bo', [groups.north, groups.south])
  await admin.ask(updateStaff, { params: { id: an.id }, body: { name: 'An Li' } })
  const page = await device.ask(pullPeople, { query: { cursor } })
  expect(page).toMatchObject({ isFull: false, hasMore: false, removals: [] })
  expect(page.upserts.map(({ name }) => name).toSorted()).toEqual(['An Li', 'Bo'])
  // Groups that are not bound to the device do not concern it.
  expect(page.upserts.find(({ id }) => id === bo.id)?.groupIds).toEqual([groups.north])

  cursor = await pullAll(device, known, cursor)
  expect(await device.ask(pullPeople, { query: { cursor } })).toMatchObject({
    upserts: [],
    removals: [],
    hasMore: false,
  })
  await move(bo.id, [groups.south])
  await admin.ask(deleteStaff, { body: { ids: [an.id] } })
  const gone = await device.ask(pullPeople, { query: { cursor } })
  expect(gone.upserts).toEqual([])
  expect(gone.removals.toSorted()).toEqual([an.id, bo.id].toSorted())
})

it('[DEV-07] a group that is bound or unbound adds or removes its people, also after the device was offline', async () => {
  await bind(groups.north)
  await buildStaff(admin, 'An', [groups.north])
  const both = await buildStaff(admin, 'Both', [groups.north, groups.south])
  const south = await buildStaff(admin, 'South', [groups.south])
  let cursor = await pullAll(device, known)
  expect(names()).toEqual(['An', 'Both'])

  await bind(groups.north, groups.south)
  cursor = await pullAll(device, known, cursor)
  expect(names()).toEqual(['An', 'Both', 'South'])
  expect(known.get(both.id)?.groupIds.toSorted()).toEqual([groups.north, groups.south].toSorted())

  // While the device is offline: unbound, a member leaves and is deleted, bound again, unbound again.
  await bind(groups.south)
  await move(south.id, [groups.north])
  await bind(groups.north, groups.south)
  await admin.ask(deleteStaff, { body: { ids: [south.id] } })
  await bind(groups.south)
  cursor = await pullAll(device, known, cursor)
  expect(names()).toEqual(['Both'])
  expect(known.get(both.id)?.groupIds).toEqual([groups.south])

  await bind()
  cursor = await pullAll(device, known, cursor)
  expect(names()).toEqual([])
})

it('[DEV-07] a person who leaves a group after it was unbound is still removed from a device that was offline', async () => {
  await bind(groups.north)
  const an = await buildStaff(admin, 'An', [groups.north])
  const cursor = await pullAll(device, known)
  await bind()
  await move(an.id, [groups.south])
  await pullAll(device, known, cursor)
  expect(names()).toEqual([])
})

it('[DEV-07] any page size gives the same people, full and incremental', async () => {
  await bind(groups.north, groups.south)
  for (let n = 0; n < 23; n++) await buildStaff(admin, `P${n}`, n % 3 ? [groups.north] : [groups.north, groups.south])
  const cursor = await pullAll(device, known, undefined, 5)
  expect(known.size).toBe(23)
  const whole = new Map<string, DevicePerson>()
  await pullAll(device, whole, undefined, 500)
  expect(known).toEqual(whole)

  await sql`update person set name = name || ' B' where id = any(${[...known.keys()]}::uuid[])`.execute(house.db)
  await bind(groups.south)
  await bind(groups.north, groups.south)
  for (const limit of [1, 4, 500]) {
    const copy = new Map(whole)
    await pullAll(device, copy, cursor, limit)
    expect([...copy.values()].filter(({ name }) => name.endsWith(' B'))).toHaveLength(23)
  }
})

it('a change during a full pull is not lost', async () => {
  await bind(groups.north)
  const people = []
  for (let n = 0; n < 6; n++) people.push(await buildStaff(admin, `P${n}`, [groups.north]))
  const first = await device.ask(pullPeople, { query: { limit: 3 } })
  expect(first).toMatchObject({ isFull: true, hasMore: true })
  for (const person of first.upserts) known.set(person.id, person)
  await move(first.upserts[0]!.id, [groups.south])
  await buildStaff(admin, 'New', [groups.north])
  const cursor = await pullAll(device, known, first.cursor, 3, new Set(known.keys()))
  await pullAll(device, known, cursor)
  expect(known.has(first.upserts[0]!.id)).toBe(false)
  expect(names()).toContain('New')
  expect(known.size).toBe(6)
})

it('a change that commits later than a pull is in the next pull, in whichever order two transactions end', async () => {
  await bind(groups.north)
  const an = await buildStaff(admin, 'An', [groups.north])
  const bo = await buildStaff(admin, 'Bo', [groups.north])
  let cursor = await pullAll(device, known)
  const ctx = createSystemCtx(house.gatehouse.services)
  const mayEnd = Promise.withResolvers<void>()
  const hasRevision = Promise.withResolvers<void>()
  const early = inTransaction(ctx, async (ctx) => {
    await ctx.db.updateTable('person').set(nameColumns('An (early)')).where('id', '=', an.id).execute()
    await notePeopleChanged(ctx, [an.id])
    hasRevision.resolve()
    await mayEnd.promise
  })
  await hasRevision.promise
  let isLateDone = false
  const late = inTransaction(ctx, async (ctx) => {
    await ctx.db.updateTable('person').set(nameColumns('Bo (late)')).where('id', '=', bo.id).execute()
    await notePeopleChanged(ctx, [bo.id])
  }).then(() => (isLateDone = true))
  // The later revision cannot be seen before the earlier one: the second transaction waits for the clock.
  await until(async () => {
    const { rows } =
      await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%sync_clock%' and datname = current_database()`.execute(
        house.db,
      )
    return rows.length > 0
  })
  expect(isLateDone).toBe(false)
  cursor = await pullAll(device, known, cursor)
  expect(names()).toEqual(['An', 'Bo'])
  mayEnd.resolve()
  await Promise.all([early, late])
  await pullAll(device, known, cursor)
  expect(names()).toEqual(['An (early)', 'Bo (late)'])
})

it('a cursor of another database, or a malformed one, is refused', async () => {
  for (const cursor of ['999999999999..0', '1..', '..', 'x', '0.00000000-0000-0000-0000-000000000000.999999999999']) {
    const answer = await device.call(pullPeople, { query: { cursor } })
    expect(answer, cursor).toMatchObject({ status: 400, message: 'request.invalid' })
  }
  expect((await device.call(reportPeople, { body: { cursor: 'nonsense', failures: [] } })).status).toBe(400)
})

async function givePortrait(personId: string): Promise<{ id: string; embedding: Float32Array }> {
  const { db, keys, blobs } = house.gatehouse.services
  const blob = await blobs.put(Buffer.from([0xff, 0xd8, 0xff, ...randomBytes(8)]))
  const { id } = await db
    .insertInto('image')
    .values({ kind: 'portrait', blob_hash: blob, content_type: 'image/jpeg', width: 1, height: 1, byte_size: 11 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const embedding = Float32Array.from({ length: 512 }, (_, n) => Math.sin(n))
  const sealed = seal(keys.embedding, new Uint8Array(embedding.buffer), `face_template ${id}`)
  await db
    .insertInto('face_template')
    .values({ image_id: id, model_id: 'test-model', embedding_sealed: sealed, checks: '[]', face: '{}' })
    .execute()
  await db.updateTable('person').set({ portrait_id: id }).where('id', '=', personId).execute()
  return { id, embedding }
}

it('[DEV-07] the embedding and the portrait go to the devices of the person, and to no other', async () => {
  await bind(groups.north)
  const other = await pairTestDevice(house, admin, 'Other door')
  const an = await buildStaff(admin, 'An', [groups.north])
  const portrait = await givePortrait(an.id)
  await pullAll(device, known)
  const [embedding] = known.get(an.id)!.embeddings
  expect(known.get(an.id)).toMatchObject({ portraitId: portrait.id, modelId: 'test-model' })
  expect([...new Float32Array(new Uint8Array(Buffer.from(embedding!, 'base64')).buffer)]).toEqual([
    ...portrait.embedding,
  ])

  const mine = await device.call(getDevicePortrait, { params: { id: portrait.id } })
  expect(mine.status).toBe(200)
  expect(mine.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
  const theirs = await other.call(getDevicePortrait, { params: { id: portrait.id } })
  expect(theirs).toMatchObject({ status: 404, message: 'image.not-found' })
  const foreign = new Map<string, DevicePerson>()
  await pullAll(other, foreign)
  expect(foreign.has(an.id)).toBe(false)
  await bind(groups.south)
  expect((await device.call(getDevicePortrait, { params: { id: portrait.id } })).status).toBe(404)
})

it('a damaged face template costs one face, and not the synchronisation', async () => {
  await bind(groups.north)
  const an = await buildStaff(admin, 'An', [groups.north])
  const { id } = await givePortrait(an.id)
  await house.db
    .updateTable('face_template')
    .set({ embedding_sealed: randomBytes(64) })
    .where('image_id', '=', id)
    .execute()
  await buildStaff(admin, 'Bo', [groups.north])
  await pullAll(device, known)
  expect(names()).toEqual(['An', 'Bo'])
  expect(known.get(an.id)).toMatchObject({ embeddings: [], modelId: null })
})

it('[DEV-07] the console shows the people who wait, who are done, and who failed and why', async () => {
  await bind(groups.north)
  const an = await buildStaff(admin, 'An', [groups.north])
  const bo = await buildStaff(admin, 'Bo', [groups.north])
  const people = async (state?: 'waiting' | 'done' | 'failed') =>
    (await admin.ask(listDevicePeople, { params: { id: device.id }, query: state ? { state } : {} })).items.map(
      ({ name, state, reason }) => [name, state, reason],
    )
  const counts = async () => (await admin.ask(getDevice, { params: { id: device.id } })).people
  expect(await people()).toEqual([
    ['An', 'waiting', null],
    ['Bo', 'waiting', null],
  ])
  expect(await counts()).toEqual({ total: 2, waiting: 2, failed: 0, noPortrait: 0, keptOff: 0 })

  const cursor = await pullAll(device, known)
  await device.ask(reportPeople, { body: { cursor, failures: [{ personId: bo.id, reason: 'no-face' }] } })
  expect(await people()).toEqual([
    ['An', 'done', null],
    ['Bo', 'failed', 'no-face'],
  ])
  expect(await people('failed')).toEqual([['Bo', 'failed', 'no-face']])
  expect(await people('done')).toEqual([['An', 'done', null]])
  expect(await counts()).toEqual({ total: 2, waiting: 0, failed: 1, noPortrait: 0, keptOff: 0 })

  await admin.ask(updateStaff, { params: { id: bo.id }, body: { name: 'Bo B' } })
  expect(await people('waiting')).toEqual([['Bo B', 'waiting', null]])
  expect(await counts()).toEqual({ total: 2, waiting: 1, failed: 0, noPortrait: 0, keptOff: 0 })
  const { devices } = await admin.ask(getStaff, { params: { id: an.id } })
  expect(devices).toEqual([{ deviceId: device.id, deviceName: 'Main door', state: 'done', reason: null }])

  const next = await pullAll(device, known, cursor)
  await device.ask(reportPeople, { body: { cursor: next, failures: [] } })
  expect(await people('done')).toEqual([
    ['An', 'done', null],
    ['Bo B', 'done', null],
  ])
})

it('[DEV-07] settings and access rules grow in revision with every change that concerns the device', async () => {
  const before = await device.ask(getConfiguration)
  expect(before.settings).toMatchObject({ name: 'Main door', location: 'Lobby', direction: 'in', faceThreshold: 0.56 })
  expect(before.access.boundGroupIds).toHaveLength(3)
  await admin.ask(updateDevice, { params: { id: device.id }, body: { name: 'Gate', timeZone: 'Asia/Shanghai' } })
  const renamed = await device.ask(getConfiguration)
  expect(renamed.settings).toMatchObject({ name: 'Gate', timeZone: 'Asia/Shanghai' })
  expect(renamed.settings.revision).toBeGreaterThan(before.settings.revision)
  expect(renamed.access.revision).toBe(before.access.revision)
  await bind(groups.north)
  const bound = await device.ask(getConfiguration)
  expect(bound.access.boundGroupIds).toEqual([groups.north])
  expect(bound.access.revision).toBeGreaterThan(before.access.revision)
})

it('[DEV-07] the sync status says what there is to pull, and nothing where the device is up to date', async () => {
  await bind(groups.north)
  const here = async () => ({
    configuration: (await device.ask(getConfiguration)).tag ?? undefined,
    people: await pullAll(device, known),
  })
  const syncStatusOf = (query: Awaited<ReturnType<typeof here>>) => device.ask(getSyncStatus, { query })
  const nothing = { configuration: false, people: false, commands: false, upgrades: false }
  const asBefore = await here()
  expect(await syncStatusOf(asBefore)).toEqual(nothing)
  expect(await device.ask(getSyncStatus)).toEqual({ ...nothing, configuration: true, people: true })
  await buildStaff(admin, 'An', [groups.north])
  await admin.ask(updateCompany, { body: { welcome: `Welcome ${device.id}` } })
  await admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'sync-now' } })
  const status = { configuration: true, people: true, commands: true, upgrades: false }
  expect(await syncStatusOf(asBefore)).toEqual(status)
  const asNow = await here()
  expect(await syncStatusOf(asNow)).toEqual({ ...nothing, commands: true })
  await admin.ask(updateDevice, { params: { id: device.id }, body: { name: 'Gate' } })
  expect(await syncStatusOf(asNow)).toEqual({ ...nothing, configuration: true, commands: true })
  // The cursor is of another history, as after a restore: it proves nothing about the people.
  expect(await syncStatusOf({ ...asNow, people: '999999..0' })).toMatchObject({ people: true })
})

it('[DEV-07] the access rules of a device hold its own timetables and policies, and no others', async () => {
  const other = await pairTestDevice(house, admin)
  const range = [{ startMinute: 480, endMinute: 1080 }]
  const { id } = await house.db
    .insertInto('timetable')
    .values({
      name: `Office ${device.id}`,
      valid_from_on: '2026-01-01',
      valid_to_on: null,
      week: JSON.stringify(Array.from({ length: 7 }, () => range)),
      holiday: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await house.db
    .insertInto('pass_policy')
    .values({ device_id: device.id, group_id: groups.north, timetable_id: id })
    .execute()
  const { access } = await device.ask(getConfiguration)
  expect(access.policies).toMatchObject([{ groupId: groups.north, timetableId: id }])
  expect(access.timetables).toMatchObject([
    { id, validFromOn: '2026-01-01', validToOn: null, holiday: [], holidays: [] },
  ])
  expect(access.timetables[0]?.week[6]).toEqual(range)
  expect((await other.ask(getConfiguration)).access).toMatchObject({ policies: [], timetables: [] })
})
