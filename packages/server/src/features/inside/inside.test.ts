import { randomUUID } from 'node:crypto'
import { pushRecords, type WireRecord } from '@gatehouse/contract/device/link.ts'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { correctLocation, countInside, listInside, listPersonPlaces } from '@gatehouse/contract/features/inside.ts'
import { getRecord } from '@gatehouse/contract/features/records.ts'
import {
  createArea,
  createDoor,
  createSite,
  deleteArea,
  deleteSite,
  type DoorInput,
  getSite,
  type Site,
  updateDoor,
} from '@gatehouse/contract/features/sites.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff, pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildVisitor } from '../../../test/visits.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

let count = 0
const nameOf = (noun: string) => `${noun} ${++count}`
type Kind = DoorInput['readers'][number]['direction']

/** A site with a hall inside the site as a whole, and a laboratory inside the hall. */
async function buildSite() {
  const body = { name: nameOf('Site'), address: null, timeZone: null }
  const site = await admin.ask(createSite, { body })
  const area = (parentAreaId: string, name: string) => admin.ask(createArea, { body: { parentAreaId, name } })
  const hall = await area(site.areas[0]!.id, 'Hall')
  const lab = await area(hall.id, 'Laboratory')
  return { site, hall, lab }
}

/** A device at a door of its own between these areas. */
async function buildDoor(site: Site, fromAreaId: string | null, toAreaId: string | null, direction: Kind = 'entry') {
  const device = await pairTestDevice(house, admin, nameOf('Reader'))
  const readers = [{ deviceId: device.id, port: 1, direction }]
  const body = { name: nameOf('Door'), siteId: site.id, fromAreaId, toAreaId, readers }
  const door = await admin.ask(createDoor, { body })
  return Object.assign(device, { door, nextSequence: 1 })
}
type DoorDevice = PairedDevice & { nextSequence: number }

const secondsAgo = (seconds: number) => house.clock.now().subtract({ seconds }).toString()

const recordOf = (device: DoorDevice, personId: string, more: Partial<WireRecord> = {}): WireRecord => ({
  id: randomUUID(),
  sequence: device.nextSequence++,
  kind: 'staff',
  personId,
  recognisedAt: secondsAgo(60),
  entryMode: 'face',
  cosine: 0.8,
  liveness: null,
  opened: true,
  abnormal: 'none',
  reasons: [],
  capture: null,
  faceBox: null,
  candidates: [],
  ...more,
})

const send = (device: DoorDevice, ...records: WireRecord[]) =>
  device.ask(pushRecords, { body: { records, refusesSingly: true } })
const pass = (device: DoorDevice, personId: string, more: Partial<WireRecord> = {}) =>
  send(device, recordOf(device, personId, more))

const find = async (personId: string, caller = admin) => {
  const { items } = await caller.ask(listInside, { query: { size: 200 } })
  return items.find(({ person }) => person.id === personId)
}
const peopleIn = async (areaId: string, caller = admin) =>
  (await caller.ask(countInside)).areas.find((area) => area.areaId === areaId)?.people ?? 0

describe('a passage', () => {
  it('a person who passes a door is in the area behind it, since then, by that door', async () => {
    const { site, hall } = await buildSite()
    const device = await buildDoor(site, null, hall.id)
    const { id } = await buildStaff(admin, nameOf('Person'))
    const recognisedAt = secondsAgo(30)
    const record = recordOf(device, id, { recognisedAt })
    await send(device, record)
    const inside = await find(id)
    expect(inside).toMatchObject({
      area: { id: hall.id },
      site: { id: site.id },
      source: 'passage',
      door: { id: device.door.id },
      recordId: record.id,
      doubts: [],
    })
    expect(Date.parse(inside?.since ?? '')).toBe(Date.parse(recognisedAt))
    expect(inside?.insideSince).toBe(inside?.since)
    expect(await peopleIn(hall.id)).toBe(1)
  })

  it('a person goes from area to area, stays inside since they came in, and is outside once they have left', async () => {
    const { site, hall, lab } = await buildSite()
    const [entry, inner, exit] = [
      await buildDoor(site, null, hall.id),
      await buildDoor(site, hall.id, lab.id),
      await buildDoor(site, null, hall.id, 'exit'),
    ]
    const { id } = await buildStaff(admin, nameOf('Person'))
    await pass(entry, id, { recognisedAt: secondsAgo(50) })
    const cameIn = (await find(id))?.since
    await pass(inner, id, { recognisedAt: secondsAgo(40) })
    expect(await find(id)).toMatchObject({ area: { id: lab.id }, insideSince: cameIn })
    await pass(exit, id, { recognisedAt: secondsAgo(20) })
    expect(await find(id)).toBeUndefined()
    expect(await peopleIn(lab.id)).toBe(0)
  })

  it('the places of several people are told at once, outside too, to those who see these people', async () => {
    const { site, hall } = await buildSite()
    const [entry, exit] = [await buildDoor(site, null, hall.id), await buildDoor(site, null, hall.id, 'exit')]
    const staff = await buildStaff(admin, nameOf('Person'))
    const gone = await buildStaff(admin, nameOf('Person'))
    const unseen = await buildStaff(admin, nameOf('Person'))
    const visitor = await buildVisitor(house, admin, { name: nameOf('Visitor') })
    await pass(entry, staff.id)
    await pass(entry, gone.id, { recognisedAt: secondsAgo(50) })
    await pass(exit, gone.id, { recognisedAt: secondsAgo(20) })
    await pass(entry, visitor.id, { kind: 'visitor' })
    const ids = [staff, gone, unseen, visitor].map(({ id }) => id).join(',')
    const areasFor = async (caller: Caller) =>
      new Map(
        (await caller.ask(listPersonPlaces, { query: { ids } })).map(({ personId, area, door }) => [
          personId,
          [area?.id, door?.id],
        ]),
      )
    const here = [hall.id, entry.door.id]
    const all = new Map([
      [staff.id, here],
      [gone.id, [undefined, exit.door.id]],
      [visitor.id, here],
    ])
    expect(await areasFor(admin)).toEqual(all)
    expect(await areasFor(await house.asRole('visitorAdmin'))).toEqual(new Map([[visitor.id, here]]))
    const device = await house.asRole('deviceAdmin')
    expect((await device.call(listPersonPlaces, { query: { ids } })).message).toBe('auth.permission-denied')
  })

  it('a refused person, a stranger and a face that is not live move nobody', async () => {
    const { site, hall } = await buildSite()
    const device = await buildDoor(site, null, hall.id)
    const { id } = await buildStaff(admin, nameOf('Person'))
    await pass(device, id, { opened: false, abnormal: 'outside-passage-time' })
    await send(device, {
      ...recordOf(device, id),
      kind: 'stranger',
      personId: null,
      opened: false,
      abnormal: 'stranger',
    })
    expect(await find(id)).toBeUndefined()
    expect(await peopleIn(hall.id)).toBe(0)
  })

  it('a record that arrives late, or twice, moves nobody back', async () => {
    const { site, hall } = await buildSite()
    const [entry, exit] = [await buildDoor(site, null, hall.id), await buildDoor(site, null, hall.id, 'exit')]
    const { id } = await buildStaff(admin, nameOf('Person'))
    const first = recordOf(entry, id, { recognisedAt: secondsAgo(90) })
    await send(entry, first)
    await pass(exit, id, { recognisedAt: secondsAgo(30) })
    await pass(entry, id, { recognisedAt: secondsAgo(60) })
    await send(entry, first)
    expect(await find(id)).toBeUndefined()
  })

  it('a late record of a reader that was moved to another door moves nobody through that one, and an edited door keeps its reader', async () => {
    const { site, hall, lab } = await buildSite()
    const reader = await buildDoor(site, null, hall.id)
    const other = await buildDoor(site, hall.id, lab.id)
    const place = ({ door }: typeof other, readers: DoorInput['readers'], name = nameOf('Door')) => {
      const { kind, hasContact, fromArea, toArea } = door
      const areas = { siteId: site.id, fromAreaId: fromArea?.id ?? null, toAreaId: toArea?.id ?? null }
      return admin.ask(updateDoor, { params: { id: door.id }, body: { name, kind, hasContact, ...areas, readers } })
    }
    const newPerson = () => buildStaff(admin, nameOf('Person'))
    const areaOf = async (id: string) => (await find(id))?.area.id
    const entry = (deviceId: string) => ({ deviceId, port: 1, direction: 'entry' as const })
    const [first, second, third] = [await newPerson(), await newPerson(), await newPerson()]
    await place(reader, [entry(reader.id)])
    await send(reader, recordOf(reader, first.id))
    expect(await areaOf(first.id)).toBe(hall.id)
    await place(other, [entry(other.id), entry(reader.id)])
    const late = recordOf(reader, second.id)
    await send(reader, late)
    expect(await areaOf(second.id)).toBeUndefined()
    expect((await admin.ask(getRecord, { params: { id: late.id } })).person?.id).toBe(second.id)
    // A door that is edited without changing the reader is no other door.
    const passed = secondsAgo(0)
    house.clock.advance({ seconds: 30 })
    await place(other, [entry(reader.id), entry(other.id)])
    await send(reader, recordOf(reader, third.id, { recognisedAt: passed }))
    expect(await areaOf(third.id)).toBe(lab.id)
  })

  it('a reader of both directions takes a person in and out, and says that this is not sure', async () => {
    const { site, hall } = await buildSite()
    const device = await buildDoor(site, null, hall.id, 'both')
    const { id } = await buildStaff(admin, nameOf('Person'))
    await pass(device, id, { recognisedAt: secondsAgo(40) })
    expect(await find(id)).toMatchObject({ area: { id: hall.id }, doubts: ['direction-unknown'] })
    expect((await admin.ask(countInside)).areas.find(({ areaId }) => areaId === hall.id)).toMatchObject({ unsure: 1 })
    await pass(device, id, { recognisedAt: secondsAgo(20) })
    expect(await find(id)).toBeUndefined()
  })

  it('a door that was held open makes it less sure, and so does an area that nobody saw the person enter', async () => {
    const { site, hall, lab } = await buildSite()
    const [held, inner] = [await buildDoor(site, null, hall.id), await buildDoor(site, hall.id, lab.id)]
    const [one, other] = [await buildStaff(admin, nameOf('Person')), await buildStaff(admin, nameOf('Person'))]
    await pass(held, one.id, { reasons: [{ code: 'door-held-open' }] })
    await pass(inner, other.id)
    expect(await find(one.id)).toMatchObject({ doubts: ['held-open'] })
    expect(await find(other.id)).toMatchObject({ doubts: ['came-from-elsewhere'] })
  })

  it('many people who pass at several doors at once are each counted once', async () => {
    const { site, hall } = await buildSite()
    const doors = await Promise.all([1, 2, 3].map(() => buildDoor(site, null, hall.id)))
    const people = await Promise.all([...'abcdefgh'].map(() => buildStaff(admin, nameOf('Person'))))
    await Promise.all(
      doors.map((device) =>
        send(device, ...people.map(({ id }) => recordOf(device, id, { recognisedAt: secondsAgo(5) }))),
      ),
    )
    expect(await peopleIn(hall.id)).toBe(people.length)
  })

  it('a person who is deleted is no longer inside, and their late records move nobody', async () => {
    const { site, hall } = await buildSite()
    const device = await buildDoor(site, null, hall.id)
    const { id } = await buildStaff(admin, nameOf('Person'))
    await pass(device, id, { recognisedAt: secondsAgo(20) })
    await admin.ask(deleteStaff, { body: { ids: [id] } })
    await pass(device, id, { recognisedAt: secondsAgo(10) })
    expect(await peopleIn(hall.id)).toBe(0)
  })
})

describe('the list of people inside', () => {
  it('a visitor admin sees visitors alone, a device admin numbers alone', async () => {
    const { site, hall } = await buildSite()
    const device = await buildDoor(site, null, hall.id)
    const [visitorAdmin, deviceAdmin] = [await house.asRole('visitorAdmin'), await house.asRole('deviceAdmin')]
    const [staff, visitor] = [await buildStaff(admin, nameOf('Person')), await buildVisitor(house, admin)]
    await send(device, recordOf(device, staff.id), recordOf(device, visitor.id, { kind: 'visitor' }))
    expect(await peopleIn(hall.id)).toBe(2)
    expect(await peopleIn(hall.id, deviceAdmin)).toBe(2)
    expect(await peopleIn(hall.id, visitorAdmin)).toBe(1)
    expect(await find(staff.id, visitorAdmin)).toBeUndefined()
    expect(await find(visitor.id, visitorAdmin)).toMatchObject({ person: { kind: 'visitor' } })
    await expect(deviceAdmin.ask(listInside)).rejects.toThrow('auth.permission-denied')
  })

  it('people are found by area with the areas inside it, by site, kind and name, page by page', async () => {
    const { site, hall, lab } = await buildSite()
    const [entry, inner] = [await buildDoor(site, null, hall.id), await buildDoor(site, hall.id, lab.id)]
    const people = [await buildStaff(admin, nameOf('Ada')), await buildStaff(admin, nameOf('Quinn'))] as const
    await pass(entry, people[0].id, { recognisedAt: secondsAgo(50) })
    await pass(inner, people[1].id, { recognisedAt: secondsAgo(40) })
    const ids = async (query: object) =>
      (await admin.ask(listInside, { query: { siteId: site.id, ...query } })).items.map(({ person }) => person.id)
    expect(await ids({})).toEqual([people[1].id, people[0].id])
    expect(await ids({ areaId: hall.id })).toEqual([people[1].id, people[0].id])
    expect(await ids({ areaId: lab.id })).toEqual([people[1].id])
    expect(await ids({ keyword: 'ada' })).toEqual([people[0].id])
    expect(await ids({ kind: 'visitor' })).toEqual([])
    const first = await admin.ask(listInside, { query: { siteId: site.id, size: 1 } })
    expect(first).toMatchObject({ total: 2, items: [{ person: { id: people[1].id } }] })
    const second = await admin.ask(listInside, { query: { siteId: site.id, size: 1, after: first.next! } })
    expect(second).toMatchObject({ items: [{ person: { id: people[0].id } }], next: null })
  })

  it('[speed] the list and the counts are answered along their indexes', async () => {
    const plan = await sql<{ 'QUERY PLAN': string }>`
      explain select person_id from person_location where area_id is not null order by since desc, person_id desc limit 21`.execute(
      house.db,
    )
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('person_location__inside')
  })
})

describe('a correction', () => {
  const correct = (personId: string, areaId: string | null, caller = admin) =>
    caller.ask(correctLocation, { body: { personId, areaId, reason: 'Left by the garage' } })

  it('a person who is corrected is where somebody said, and the next passage counts again', async () => {
    const { site, hall, lab } = await buildSite()
    const inner = await buildDoor(site, hall.id, lab.id)
    const { id } = await buildStaff(admin, nameOf('Person'))
    await correct(id, hall.id)
    expect(await find(id)).toMatchObject({ area: { id: hall.id }, source: 'correction', door: null, recordId: null })
    house.clock.advance({ minutes: 1 })
    await pass(inner, id, { recognisedAt: secondsAgo(0) })
    expect(await find(id)).toMatchObject({ area: { id: lab.id }, doubts: [] })
    await correct(id, null)
    expect(await find(id)).toBeUndefined()
  })

  it('a record from before a correction moves nobody', async () => {
    const { site, hall } = await buildSite()
    const entry = await buildDoor(site, null, hall.id)
    const { id } = await buildStaff(admin, nameOf('Person'))
    await correct(id, null)
    await pass(entry, id, { recognisedAt: secondsAgo(60) })
    expect(await find(id)).toBeUndefined()
  })

  it('an area or a person that does not exist is refused, and a visitor admin corrects visitors alone', async () => {
    const { hall } = await buildSite()
    const { id } = await buildStaff(admin, nameOf('Person'))
    const visitorAdmin = await house.asRole('visitorAdmin')
    await expect(correct(id, randomUUID())).rejects.toThrow('area.not-found')
    await expect(correct(randomUUID(), null)).rejects.toThrow('inside.person-not-found')
    await expect(correct(id, hall.id, visitorAdmin)).rejects.toThrow('inside.person-not-found')
  })

  it('an area with people inside cannot be deleted', async () => {
    const { site, lab } = await buildSite()
    const { id } = await buildStaff(admin, nameOf('Person'))
    await correct(id, lab.id)
    await expect(admin.ask(deleteArea, { params: { id: lab.id } })).rejects.toThrow('area.has-people')
    await correct(id, null)
    await admin.ask(deleteArea, { params: { id: lab.id } })
    expect((await admin.ask(getSite, { params: { id: site.id } })).areas).toHaveLength(2)
  })

  it('a site with people inside cannot be deleted', async () => {
    const { site, hall } = await buildSite()
    const { id } = await buildStaff(admin, nameOf('Person'))
    await correct(id, hall.id)
    const params = { id: site.id }
    expect(await admin.call(deleteSite, { params })).toMatchObject({ status: 409, message: 'area.has-people' })
    await correct(id, null)
    await admin.ask(deleteSite, { params })
  })
})

it('a device that nobody has placed moves people into and out of the first site', async () => {
  const device = Object.assign(await pairTestDevice(house, admin, nameOf('Gate')), { nextSequence: 1 })
  const { id } = await buildStaff(admin, nameOf('Person'))
  await pass(device, id, { recognisedAt: secondsAgo(40) })
  expect(await find(id)).toMatchObject({ doubts: [] })
  await admin.ask(updateDevice, { params: { id: device.id }, body: { direction: 'out' } })
  await pass(device, id, { recognisedAt: secondsAgo(20) })
  expect(await find(id)).toBeUndefined()
})

describe('a device whose clock is wrong', () => {
  const greet = (device: DoorDevice, hours: number) =>
    house.db
      .updateTable('device')
      .set({ clock_offset_ms: hours * 3_600_000 })
      .where('id', '=', device.id)
      .execute()
  const hoursAhead = (hours: number) =>
    house.clock
      .now()
      .add({ seconds: hours * 3600 })
      .toString()

  async function buildWays() {
    const { site, hall, lab } = await buildSite()
    const [entry, exit] = [await buildDoor(site, null, hall.id), await buildDoor(site, null, hall.id, 'exit')]
    const { id } = await buildStaff(admin, nameOf('Person'))
    return { hall, lab, entry, exit, id }
  }

  it('a clock that is hours ahead brings a person in when the record arrives, and says so; the next exit takes them out', async () => {
    const { hall, entry, exit, id } = await buildWays()
    await pass(entry, id, { recognisedAt: hoursAhead(20) })
    const inside = await find(id)
    expect(inside).toMatchObject({ area: { id: hall.id }, doubts: ['clock-wrong'] })
    expect(Math.abs(Date.parse(inside?.since ?? '') - house.clock.now().epochMilliseconds)).toBeLessThan(60_000)
    await pass(exit, id, { recognisedAt: hoursAhead(0) })
    expect(await find(id)).toBeUndefined()
  })

  it('a correction by hand is of now, and the next passage after it counts', async () => {
    const { hall, lab, entry, id } = await buildWays()
    await pass(entry, id, { recognisedAt: hoursAhead(20) })
    await admin.ask(correctLocation, { body: { personId: id, areaId: lab.id, reason: 'They are here' } })
    expect(await find(id)).toMatchObject({ area: { id: lab.id }, source: 'correction', doubts: [] })
    await pass(entry, id, { recognisedAt: hoursAhead(0) })
    expect(await find(id)).toMatchObject({ area: { id: hall.id }, source: 'passage' })
  })

  it('several passages that arrive at once keep their order, and sent again they move nobody back', async () => {
    const { hall, entry, id } = await buildWays()
    const [first, second] = [0, 1].map((n) => recordOf(entry, id, { recognisedAt: hoursAhead(3 + n) }))
    await send(entry, second!, first!)
    expect(await find(id)).toMatchObject({ area: { id: hall.id }, recordId: second!.id })
    await send(entry, first!)
    expect(await find(id)).toMatchObject({ recordId: second!.id })
  })

  it('a clock that is behind is put right by what was measured of it', async () => {
    const { hall, entry, exit, id } = await buildWays()
    await greet(entry, -2)
    await pass(exit, id, { recognisedAt: secondsAgo(600) })
    await pass(entry, id, { recognisedAt: hoursAhead(-2) })
    expect(await find(id)).toMatchObject({ area: { id: hall.id }, doubts: ['clock-wrong'] })
  })

  it('a passage of a wrong clock that moves nobody leaves a doubt where they are', async () => {
    const { hall, entry, exit, id } = await buildWays()
    await pass(entry, id, { recognisedAt: secondsAgo(30) })
    await greet(exit, 2)
    await pass(exit, id, { recognisedAt: secondsAgo(600) })
    expect(await find(id)).toMatchObject({ area: { id: hall.id }, source: 'passage', doubts: ['clock-wrong'] })
    await admin.ask(correctLocation, { body: { personId: id, areaId: hall.id, reason: 'I see them' } })
    await pass(exit, id, { recognisedAt: secondsAgo(600) })
    expect(await find(id)).toMatchObject({ source: 'correction', doubts: ['clock-wrong'] })
  })

  it('a record that opened and refused moves the person with a doubt', async () => {
    const { hall, entry, id } = await buildWays()
    await pass(entry, id, { abnormal: 'lockdown' })
    expect(await find(id)).toMatchObject({ area: { id: hall.id }, doubts: ['contradictory'] })
  })
})

describe('an elevator', () => {
  const floors = (...areaIds: string[]) => ({ reasons: [{ code: 'floors-released' as const, areaIds }] })

  async function buildLift() {
    const { site, hall, lab } = await buildSite()
    const { id: store } = await admin.ask(createArea, { body: { parentAreaId: hall.id, name: 'Store' } })
    const elsewhere = await buildSite()
    const lift = await buildDoor(site, null, hall.id)
    await house.db.updateTable('door').set({ kind: 'elevator' }).where('id', '=', lift.door.id).execute()
    const { id } = await buildStaff(admin, nameOf('Person'))
    return { lift, hall, lab, store, elsewhere, id }
  }

  it('a person is on the floor that was released, and around the floors where it was several', async () => {
    const { lift, hall, lab, store, elsewhere, id } = await buildLift()
    await pass(lift, id, { recognisedAt: secondsAgo(50), ...floors(lab.id) })
    expect(await find(id)).toMatchObject({ area: { id: lab.id }, doubts: [] })
    await pass(lift, id, { recognisedAt: secondsAgo(40), ...floors(lab.id, store) })
    expect((await find(id))?.area).toMatchObject({ id: hall.id })
    expect((await find(id))?.doubts).toContain('floor-unknown')
    await pass(lift, id, { recognisedAt: secondsAgo(30), ...floors(elsewhere.lab.id) })
    expect((await find(id))?.area).toMatchObject({ id: hall.id })
    await pass(lift, id, { recognisedAt: secondsAgo(20) })
    expect((await find(id))?.doubts).toContain('floor-unknown')
  })
})
