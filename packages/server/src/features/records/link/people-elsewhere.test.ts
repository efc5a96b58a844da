import { randomBytes, randomUUID } from 'node:crypto'
import { reportPeople } from '@gatehouse/contract/device/link.ts'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { correctLocation as correct } from '@gatehouse/contract/features/inside.ts'
import { listMusterPeople } from '@gatehouse/contract/features/muster.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import { getRecord } from '@gatehouse/contract/features/records.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff, pullAll } from '../../../../test/device-caller.ts'
import { buildDoors, type DoorDevice, passageOf, sendRecords } from '../../../../test/door-devices.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { jpegWith } from '../../../../test/jpeg-with.ts'
import { musterBuilder } from '../../../../test/musters.ts'
import { privacyJobs } from '../../privacy/privacy-jobs.ts'

let house: TestGatehouse
let admin: Caller
let build: ReturnType<typeof buildDoors>
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  build = buildDoors(house, admin)
})
afterAll(() => house.close())

const { create, addMembers, removeMembers, remove } = groupRoutesOf.staff
const newGroup = () => admin.ask(create, { body: { name: `Group ${randomUUID()}` } })
const newPerson = (groupIds?: string[]) => buildStaff(admin, `Person ${randomUUID().slice(0, 8)}`, groupIds)
const minutesAgo = (minutes: number) => Temporal.Now.instant().subtract({ minutes }).round('millisecond').toString()
const bind = (device: DoorDevice, groupIds: string[]) =>
  admin.ask(updateDevice, { params: { id: device.id }, body: { groupIds } })

const areaOf = async (personId: string) => {
  const row = await house.db
    .selectFrom('person_location')
    .select(['area_id', 'record_id'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.area_id ?? null
}

/** The terminal pulls what has changed, and says that it has applied it. */
async function apply(device: DoorDevice): Promise<void> {
  await device.ask(reportPeople, { body: { cursor: await pullAll(device, new Map()), failures: [] } })
}

/** As if it had last said so this long ago. */
const ageApplied = (device: DoorDevice, hours: number) =>
  house.db
    .updateTable('device_people_applied')
    .set({ applied_before: sql<string>`applied_before - make_interval(hours => ${hours}::int)` })
    .where('device_id', '=', device.id)
    .execute()

describe('a record of somebody whom the terminal does not know', () => {
  it('is stored and names them, moves nobody, is no punch, and raises one alarm however often it happens', async () => {
    const { site, hall } = await build.site()
    const door = await build.door(site, null, hall.id)
    const [elsewhere, known] = [await newPerson([]), await newPerson()]
    const claimed = passageOf(door, elsewhere.id, { reasons: [{ code: 'group-bound', groupIds: [] }] })
    expect(await sendRecords(door, claimed, passageOf(door, known.id))).toMatchObject({ stored: 2, refused: [] })
    const record = await admin.ask(getRecord, { params: { id: claimed.id } })
    expect(record).toMatchObject({ kind: 'staff', opened: true, person: null, candidates: [{ id: elsewhere.id }] })
    expect(record.reasons.map(({ code }) => code)).toEqual(['person-elsewhere', 'group-bound'])
    expect(record.names).toMatchObject({ [elsewhere.id]: elsewhere.name })
    expect([await areaOf(elsewhere.id), await areaOf(known.id)]).toEqual([null, hall.id])
    const counted = await house.db
      .selectFrom('recognition_record')
      .select('id')
      .where('person_id', '=', elsewhere.id)
      .execute()
    expect(counted).toEqual([])
    await sendRecords(door, passageOf(door, elsewhere.id), passageOf(door, (await newPerson([])).id))
    await until(async () => {
      const { items } = await admin.ask(listAlarms, { query: { deviceId: door.id } })
      const alarms = items.filter(({ type }) => type === 'person-elsewhere')
      return alarms.length === 1 && alarms[0]!.times === 3
    }, 'one alarm was counted on')
  })

  it('marks nobody safe at a reader of a muster point, whether or not a door opened', async () => {
    const builder = musterBuilder(house, admin)
    const { site, hall } = await builder.buildSite()
    const [gate, reader] = [await builder.buildDoor(site.id, hall.id), await builder.buildDoor(site.id, hall.id)]
    await builder.pointAt(site.id, 'Lawn', [], [reader.id])
    const person = await builder.comeIn(gate)
    const { id } = await builder.start(site.id)
    // The reader knows other people.
    await admin.ask(updateDevice, { params: { id: reader.id }, body: { groupIds: [(await newGroup()).id] } })
    await apply(Object.assign(reader, { doorId: '', nextEvent: 1 }))
    await ageApplied(Object.assign(reader, { doorId: '', nextEvent: 1 }), 2)
    const stateOf = async () => (await admin.ask(listMusterPeople, { params: { id } })).items[0]?.state
    const now = () => ({ recognisedAt: builder.secondsAgo(0) })
    for (const opened of [true, false]) await builder.pass(reader, person.id, { opened, ...now() })
    expect(await stateOf()).toBe('missing')
    const mine = await newGroup()
    await admin.ask(addMembers, { params: { id: mine.id }, body: { personIds: [person.id] } })
    await admin.ask(updateDevice, { params: { id: reader.id }, body: { groupIds: [mine.id] } })
    await builder.pass(reader, person.id, { opened: false, ...now() })
    expect(await stateOf()).toBe('safe')
  })

  it('its picture and its alarm’s go when they are erased, even if it names somebody else, and so do those of two people who are both erased', async () => {
    const { site, hall } = await build.site()
    const door = await build.door(site, null, hall.id)
    const [named, first, second] = [await newPerson([]), await newPerson(), await newPerson()]
    const capture = jpegWith(randomBytes(2_000)).toString('base64')
    const candidates = [first, second].map(({ id }) => ({ personId: id, cosine: 0.7 }))
    const elsewhere = passageOf(door, named.id, { capture, candidates: candidates.slice(0, 1) })
    const alike = passageOf(door, named.id, { kind: 'stranger', personId: null, opened: false, capture, candidates })
    await sendRecords(door, elsewhere, alike)
    const recordOf = ({ id }: typeof alike) => admin.ask(getRecord, { params: { id } })
    const alarmOf = () =>
      house.db.selectFrom('alarm').select('image_hash').where('record_id', '=', elsewhere.id).executeTakeFirst()
    await until(async () => (await alarmOf())?.image_hash, 'the alarm has the picture')
    const erase = ({ id }: { id: string }) => admin.ask(erasePerson, { params: { id } })

    await erase(named)
    const left = await recordOf(elsewhere)
    expect(left).toMatchObject({ hasCapture: false, score: null, candidates: [{ id: first.id }] })
    expect(JSON.stringify(left)).not.toContain(named.id)
    expect(JSON.stringify(left)).not.toContain(named.name)
    expect((await alarmOf())?.image_hash).toBeNull()
    await erase(first)
    expect(await recordOf(alike)).toMatchObject({ hasCapture: true, candidates: [{ id: second.id }] })
    await erase(second)
    expect(await recordOf(alike)).toMatchObject({ hasCapture: false, candidates: [] })
  })

  it('a person who does not exist stays as the terminal named them', async () => {
    const { site, hall } = await build.site()
    const door = await build.door(site, null, hall.id)
    const record = passageOf(door, randomUUID())
    await sendRecords(door, record)
    expect((await admin.ask(getRecord, { params: { id: record.id } })).reasons).toEqual([])
  })
})

describe('a late record of somebody whom the terminal knew', () => {
  async function buildMember() {
    const { site, hall } = await build.site()
    const [group, other] = [await newGroup(), await newGroup()]
    const door = await build.door(site, null, hall.id)
    await bind(door, [group.id])
    const person = await newPerson([])
    await admin.ask(addMembers, { params: { id: group.id }, body: { personIds: [person.id] } })
    await apply(door)
    return { hall, group, other, door, person }
  }
  type Member = Awaited<ReturnType<typeof buildMember>>

  it.each<[string, (of: Member) => Promise<unknown>]>([
    [
      'left the group',
      ({ group, person }) => admin.ask(removeMembers, { params: { id: group.id }, body: { personIds: [person.id] } }),
    ],
    ['lost the binding of the group', ({ door, other }) => bind(door, [other.id])],
    ['lost the group', ({ group }) => admin.ask(remove, { params: { id: group.id } })],
  ])('a person who %s meanwhile is moved by it, until the terminal had forgotten them', async (_, change) => {
    const member = await buildMember()
    const { door, hall, person } = member
    await change(member)
    // It has not heard of it yet.
    await sendRecords(door, passageOf(door, person.id, { recognisedAt: minutesAgo(300) }))
    expect(await areaOf(person.id)).toBe(hall.id)
    await admin.ask(correct, { body: { personId: person.id, areaId: null, reason: 'They have left' } })
    await house.db
      .updateTable('person_location')
      .set({ since: minutesAgo(290) })
      .where('person_id', '=', person.id)
      .execute()
    await apply(door)
    await ageApplied(door, 2)
    const late = passageOf(door, person.id, { recognisedAt: minutesAgo(1) })
    await sendRecords(door, late)
    expect(await areaOf(person.id), 'it had forgotten them for an hour').toBeNull()
    await sendRecords(door, passageOf(door, person.id, { recognisedAt: minutesAgo(240) }))
    expect(await areaOf(person.id)).toBe(hall.id)
  })
})

it('a terminal whose people have not changed for months names nobody whom it forgot before', async () => {
  const { site, hall } = await build.site()
  const door = await build.door(site, null, hall.id)
  const [group, person] = [await newGroup(), await newPerson([])]
  await bind(door, [group.id])
  await admin.ask(addMembers, { params: { id: group.id }, body: { personIds: [person.id] } })
  await apply(door)
  await ageApplied(door, 1)
  await admin.ask(removeMembers, { params: { id: group.id }, body: { personIds: [person.id] } })
  await apply(door)
  await ageApplied(door, 24 * 90)
  const prune = privacyJobs(house.gatehouse.services).find(({ name }) => name === 'prune-person-changes')
  await prune?.run(new AbortController().signal)
  const hours = house.db.selectFrom('device_people_applied').select('revision').where('device_id', '=', door.id)
  expect(await hours.execute()).toHaveLength(1)
  await sendRecords(door, passageOf(door, person.id))
  expect(await areaOf(person.id)).toBeNull()
})

describe('a record that is known', () => {
  it('another terminal that sends it moves nobody by it, and neither does its own that names another person now', async () => {
    const { site, hall } = await build.site()
    const [entry, other] = [await build.door(site, null, hall.id), await build.door(site, null, hall.id)]
    const [first, second, third] = [await newPerson(), await newPerson(), await newPerson()]
    const record = passageOf(entry, first.id)
    await sendRecords(entry, record)
    expect(await sendRecords(other, { ...record, sequence: 1, personId: second.id })).toMatchObject({ stored: 0 })
    expect(await sendRecords(entry, { ...record, personId: third.id })).toMatchObject({ stored: 0, known: 1 })
    const people = [first, second, third].map(({ id }) => areaOf(id))
    expect(await Promise.all(people)).toEqual([hall.id, null, null])
  })

  it('one request that says it twice moves the person of the record that is stored', async () => {
    const { site, hall } = await build.site()
    const entry = await build.door(site, null, hall.id)
    const people = [await newPerson(), await newPerson()]
    const record = passageOf(entry, people[0]!.id)
    await sendRecords(entry, record, { ...record, sequence: record.sequence + 1, personId: people[1]!.id })
    const stored = await house.db
      .selectFrom('recognition_record')
      .select('person_id')
      .where('id', '=', record.id)
      .executeTakeFirstOrThrow()
    for (const { id } of people) expect(await areaOf(id)).toBe(id === stored.person_id ? hall.id : null)
  })
})
