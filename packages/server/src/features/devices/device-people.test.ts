import { randomUUID } from 'node:crypto'
import { type DevicePerson, pullPeople, reportPeople, reportSettings } from '@gatehouse/contract/device/link.ts'
import { getDashboard } from '@gatehouse/contract/features/dashboard.ts'
import {
  getDevice,
  listDevicePeople,
  listDevices,
  type personSyncStates,
  retryDevicePeople,
  updateDevice,
} from '@gatehouse/contract/features/devices.ts'
import { deleteStaff, getStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { buildStaff, pairTestDevice, type PairedDevice, pullAll } from '../../../test/device-caller.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { createRealTerminals } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { hint } from '../../ctx.ts'
import { readAttention, selectAttention } from '../dashboard/dashboard-reads.ts'
import { selectDevicePeople, selectDevices } from './device-reads.ts'

let house: TestGatehouse
let admin: Caller
let terminals: ReturnType<typeof createRealTerminals>
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  admin = await house.asRole('superAdmin')
  terminals = createRealTerminals(admin.ask, await listenForTerminals(house))
})
afterAll(() => house.close())
afterEach(() => terminals.stopAll())

async function createGroup(): Promise<string> {
  const group = { kind: 1, name: `Group ${randomUUID()}` }
  return (await house.db.insertInto('person_group').values(group).returning('id').executeTakeFirstOrThrow()).id
}

/** A device with a group of its own and this number of people in it. */
async function deviceWith(names: readonly string[]): Promise<PairedDevice & { groupId: string; people: string[] }> {
  const device = await pairTestDevice(house, admin)
  const groupId = await createGroup()
  await admin.ask(updateDevice, { params: { id: device.id }, body: { groupIds: [groupId] } })
  const people: string[] = []
  for (const name of names) people.push((await buildStaff(admin, name, [groupId])).id)
  return { ...device, groupId, people }
}

const toldFailed = async () =>
  (await admin.ask(getDashboard)).attention.find(({ kind }) => kind === 'failed-syncs')?.count ?? 0

type Query = { after?: string; size?: number; keyword?: string; state?: (typeof personSyncStates)[number] }
const list = ({ id }: { id: string }, query: Query = {}) => admin.ask(listDevicePeople, { params: { id }, query })
const namesOf = async (device: { id: string }, query?: Query) =>
  (await list(device, query)).items.map(({ name }) => name)

it('[DEV-07] a person who belongs on a device is waiting, done, or failed with the reason, and found by name and state', async () => {
  const device = await deviceWith(['An', 'Bo', 'Cai'])
  expect((await list(device)).items.map(({ name, state }) => [name, state])).toEqual([
    ['An', 'waiting'],
    ['Bo', 'waiting'],
    ['Cai', 'waiting'],
  ])
  const cursor = await pullAll(device, new Map())
  await device.ask(reportPeople, { body: { cursor, failures: [{ personId: device.people[1]!, reason: 'no-face' }] } })
  expect(await namesOf(device, { state: 'waiting' })).toEqual([])
  expect(await namesOf(device, { state: 'done' })).toEqual(['An', 'Cai'])
  expect((await list(device, { state: 'failed' })).items).toMatchObject([{ name: 'Bo', reason: 'no-face' }])
  expect(await namesOf(device, { keyword: 'ai' })).toEqual(['Cai'])
  expect((await admin.ask(getDevice, { params: { id: device.id } })).people).toEqual({
    total: 3,
    waiting: 0,
    failed: 1,
    noPortrait: 0,
    keptOff: 0,
  })
})

it('the list of people is paged by key and holds each person once, in every state', async () => {
  const names = Array.from({ length: 7 }, (_, i) => `Person ${i}`)
  const device = await deviceWith(names)
  for (const state of [undefined, 'waiting'] as const) {
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await list(device, { size: 3, ...(after && { after }), ...(state && { state }) })
      seen.push(...page.items.map(({ name }) => name))
      after = page.next ?? undefined
    } while (after)
    expect(seen).toEqual(names)
  }
  expect(await namesOf(device, { after: 'nonsense' })).toHaveLength(7)
})

it('[DEV-07] a person who failed is tried again on this device and on no other', async () => {
  const device = await deviceWith(['An', 'Bo'])
  const cursor = await pullAll(device, new Map())
  const failures = device.people.map((personId) => ({ personId, reason: 'no-face' as const }))
  await device.ask(reportPeople, { body: { cursor, failures } })
  const retry = (personIds?: string[]) =>
    admin.ask(retryDevicePeople, { params: { id: device.id }, body: personIds ? { personIds } : {} })
  expect(await retry([device.people[0]!])).toEqual({ count: 1 })
  expect((await list(device)).items.map(({ name, state }) => [name, state])).toEqual([
    ['An', 'waiting'],
    ['Bo', 'failed'],
  ])
  const page = await device.ask(pullPeople, { query: { cursor } })
  expect(page.upserts.map(({ id }) => id)).toEqual([device.people[0]])
  await device.ask(reportPeople, { body: { cursor: page.cursor, failures: [failures[1]!] } })
  expect(await namesOf(device, { state: 'done' })).toEqual(['An'])
  expect(await retry()).toEqual({ count: 1 })
  expect(await namesOf(device, { state: 'waiting' })).toEqual(['Bo'])
})

it('[DEV-07] a filter finds devices with failed people, as long as anybody there still fails', async () => {
  const failing = async () => (await admin.ask(listDevices, { query: { people: 'failed', size: 100 } })).items
  const told = toldFailed
  const countFailed = async () => {
    const devices = await Promise.all((await failing()).map(({ id }) => admin.ask(getDevice, { params: { id } })))
    return devices.reduce((sum, { people }) => sum + people.failed, 0)
  }
  const device = await deviceWith(['An', 'Bo', 'Cai'])
  const isFound = async () => (await failing()).some(({ id }) => id === device.id)
  const [before, people] = [await countFailed(), await told()]
  const cursor = await pullAll(device, new Map())
  expect(await isFound()).toBe(false)
  const [an, bo] = device.people.map((personId) => ({ personId, reason: 'no-face' as const }))
  await device.ask(reportPeople, { body: { cursor, failures: [an!, bo!] } })
  expect(await isFound()).toBe(true)
  expect(await countFailed()).toBe(before + 2)
  await until(async () => (await told()) === people + 2)
  // The dashboard counts people: Bo fails at a second device, and is still one.
  const second = await pairTestDevice(house, admin)
  await admin.ask(updateDevice, { params: { id: second.id }, body: { groupIds: [device.groupId] } })
  await second.ask(reportPeople, { body: { cursor: await pullAll(second, new Map()), failures: [bo!] } })
  expect(await countFailed()).toBe(before + 3)
  // A person who is being sent again, or was deleted, no longer needs attention.
  await admin.ask(retryDevicePeople, { params: { id: device.id }, body: { personIds: [an!.personId] } })
  expect(await countFailed()).toBe(before + 2)
  await until(async () => (await told()) === people + 1)
  await admin.ask(deleteStaff, { body: { ids: [bo!.personId] } })
  expect(await isFound()).toBe(false)
  await until(async () => (await told()) === people)
})

it('[DEV-07] a device takes as many people as its model can hold, and the console names the people who do not fit', async () => {
  const small = await terminals.start({ versions: { personCapacity: 2 } }, 'Small')
  const groupId = await createGroup()
  await admin.ask(updateDevice, { params: { id: small.id }, body: { groupIds: [groupId] } })
  for (const name of ['An', 'Bo', 'Cai']) await buildStaff(admin, name, [groupId])
  // Nobody has a portrait here; two people are on the device all the same, the third has no room.
  await until(async () => (await list(small, { state: 'failed' })).items.length === 1)
  expect((await list(small, { state: 'failed' })).items.map(({ reason }) => reason)).toEqual(['capacity'])
  expect(await namesOf(small, { state: 'no-portrait' })).toHaveLength(2)
  expect(small.state.people.count).toBe(2)
  const device = await admin.ask(getDevice, { params: { id: small.id } })
  expect(device).toMatchObject({
    personCapacity: 2,
    people: { total: 3, failed: 1, noPortrait: 2, keptOff: 0, waiting: 0 },
  })
})

it('[DEV-07] a person without a portrait has not failed: nothing is tried again, and a device for cards has them', async () => {
  const device = await deviceWith(['An', 'Bo', 'Cai'])
  const [an, bo, cai] = device.people as [string, string, string]
  await admin.ask(updateStaff, { params: { id: bo }, body: { icCard: 'B0001' } })
  // The device gets Bo once more when the key of the card is made.
  await until(async () => {
    const { rows } = await sql<{ due: number }>`select count(*)::int as due from person_key_due`.execute(house.db)
    return rows[0]?.due === 0
  })
  const portraitId = await insertNamedPortrait(house, 'cai.jpg')
  await house.db.updateTable('person').set({ portrait_id: portraitId }).where('id', '=', cai).execute()
  const before = await toldFailed()
  const report = async (cursor: string) =>
    device.ask(reportPeople, {
      body: { cursor, failures: device.people.map((personId) => ({ personId, reason: 'portrait-missing' as const })) },
    })
  const cursor = await pullAll(device, new Map())
  await report(cursor)
  const states = async () => (await list(device)).items.map(({ name, state, reason }) => [name, state, reason])
  const counts = async () => (await admin.ask(getDevice, { params: { id: device.id } })).people
  // Cai has a portrait, so the device could not read it.
  expect(await states()).toEqual([
    ['An', 'no-portrait', 'portrait-missing'],
    ['Bo', 'no-portrait', 'portrait-missing'],
    ['Cai', 'failed', 'portrait-unreadable'],
  ])
  expect(await counts()).toEqual({ total: 3, waiting: 0, failed: 1, noPortrait: 2, keptOff: 0 })
  await until(async () => (await toldFailed()) === before + 1)
  expect(await namesOf(device, { state: 'no-portrait' })).toEqual(['An', 'Bo'])
  expect(await admin.ask(retryDevicePeople, { params: { id: device.id }, body: {} })).toEqual({ count: 1 })
  await report(await pullAll(device, new Map(), cursor))

  await device.ask(reportSettings, {
    body: { revision: 1, values: { verificationMode: 'face-or-card' }, refused: [] },
  })
  expect(await states()).toEqual([
    ['An', 'no-portrait', 'portrait-missing'],
    ['Bo', 'done', null],
    ['Cai', 'failed', 'portrait-unreadable'],
  ])
  for (const state of ['done', 'no-portrait', 'failed'] as const)
    expect(await namesOf(device, { state })).toHaveLength(1)
  expect(await counts()).toEqual({ total: 3, waiting: 0, failed: 1, noPortrait: 1, keptOff: 0 })
  expect((await admin.ask(getStaff, { params: { id: bo } })).devices).toMatchObject([{ state: 'done', reason: null }])
  expect((await admin.ask(getStaff, { params: { id: an } })).devices).toMatchObject([{ state: 'no-portrait' }])
})

it('[DASH-03] people who failed at several devices are counted once each, and beyond a thousand as more', async () => {
  const device = await deviceWith([])
  const second = await pairTestDevice(house, admin)
  await admin.ask(updateDevice, { params: { id: second.id }, body: { groupIds: [device.groupId] } })
  const failMore = (count: number) =>
    sql`
      with made as (insert into person (kind, name) select 1, 'F' || n from generate_series(1, ${count}::int) n returning id),
      joined as (insert into group_member (group_id, person_id) select ${device.groupId}::uuid, id from made returning person_id)
      insert into device_person_failure (device_id, person_id, reason)
      select d.id, j.person_id, 'capacity' from joined j, unnest(${[device.id, second.id]}::uuid[]) d(id)`.execute(
      house.db,
    )
  await house.db.updateTable('device').set({ people_applied_revision: 1_000_000 }).execute()
  const before = (await readAttention(house.db))['failed-syncs']
  await failMore(700)
  expect((await readAttention(house.db))['failed-syncs']).toBe(before + 700)
  await failMore(700)
  await hint(house.gatehouse.services, { to: 'consoles', topic: 'devices' })
  const told = await until(async () => {
    const { attention } = await admin.ask(getDashboard)
    const failed = attention.find(({ kind }) => kind === 'failed-syncs')
    return failed?.isMore && failed
  })
  expect(told).toEqual({ kind: 'failed-syncs', count: 1_000, isMore: true, oneId: null })
  await house.db.deleteFrom('device_person_failure').where('reason', '=', 'capacity').execute()
})

it('a list of failures longer than one request is complete in the end, and counts only then', async () => {
  const device = await deviceWith(['An', 'Bo', 'Cai'])
  const cursor = await pullAll(device, new Map())
  const [an, bo, cai] = device.people.map((personId) => ({ personId, reason: 'capacity' as const }))
  await device.ask(reportPeople, { body: { cursor, failures: [an!], hasMore: true } })
  expect(await namesOf(device, { state: 'waiting' })).toHaveLength(3)
  await device.ask(reportPeople, { body: { cursor, failures: [bo!], isContinued: true, hasMore: true } })
  await device.ask(reportPeople, { body: { cursor, failures: [cai!], isContinued: true } })
  expect(await namesOf(device, { state: 'failed' })).toEqual(['An', 'Bo', 'Cai'])
})

it('[DEV-07] a device that lost its data asks for everything; a device that was offline for long catches up', async () => {
  const device = await deviceWith(['An', 'Gone'])
  const known = new Map<string, DevicePerson>()
  const cursor = await pullAll(device, known)
  const { groups } = await admin.ask(getDevice, { params: { id: device.id } })
  for (let i = 0; i < 30; i++) await buildStaff(admin, `New ${i}`, [groups[0]!.id])
  await admin.ask(deleteStaff, { body: { ids: [device.people[1]!] } })
  await pullAll(device, known, cursor, 7)
  expect([...known.values()].map(({ name }) => name).toSorted()).toEqual(
    ['An', ...Array.from({ length: 30 }, (_, i) => `New ${i}`)].toSorted(),
  )
  const fresh = new Map<string, DevicePerson>()
  await pullAll(device, fresh)
  expect(fresh.size).toBe(31)
})

it('the plain list, failed people and devices with failed people are read along an index, without a scan of everybody', async () => {
  const device = await deviceWith([])
  const { groups } = await admin.ask(getDevice, { params: { id: device.id } })
  await sql`
    with made as (insert into person (kind, name) select 1, 'P' || n from generate_series(1, 5000) n returning id),
    joined as (insert into group_member (group_id, person_id) select ${groups[0]!.id}::uuid, id from made returning person_id)
    insert into device_person_failure (device_id, person_id, reason) 
      select ${device.id}::uuid, person_id, case when random() < 0.5 then 'capacity' else 'portrait-missing' end from joined`.execute(
    house.db,
  )
  // The device has applied all of it: nobody waits.
  await house.db.updateTable('device').set({ people_applied_revision: 1_000_000 }).where('id', '=', device.id).execute()
  await sql`analyze`.execute(house.db)
  const planOf = async (statement: RawBuilder<unknown>) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain analyze ${statement}`.execute(house.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const plans = [
    await planOf(selectDevices(listDevices.query.parse({ people: 'failed' }))),
    await planOf(selectDevicePeople(device.id, { size: 20, state: undefined })),
    await planOf(selectDevicePeople(device.id, { size: 20, state: 'failed' })),
  ]
  for (const state of [undefined, 'failed'] as const)
    expect((await list(device, { size: 20, ...(state && { state }) })).items).toHaveLength(20)
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on (person|group_member|device_person_failure) /)
    const read = [...plan.matchAll(/actual [^)]*rows=([\d.]+)[^)]*loops=(\d+)/g)].map(
      ([, rows, loops]) => Number(rows) * Number(loops),
    )
    expect(Math.max(...read), plan).toBeLessThan(1_000)
  }
  // The dashboard counts a thousand of them, and leaves those without a portrait alone.
  const counted = await planOf(selectAttention())
  expect(counted).toContain('using device_person_failure__people')
  expect(counted).not.toMatch(/Seq Scan on (person|group_member|device_person_failure) /)
})
