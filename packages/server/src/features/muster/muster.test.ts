import { randomUUID } from 'node:crypto'
import { correctLocation } from '@gatehouse/contract/features/inside.ts'
import { pushDoorEvents } from '@gatehouse/contract/device/door-events.ts'
import { pushRecords } from '@gatehouse/contract/device/link.ts'
import {
  createMusterPoint,
  deleteMusterPoint,
  endMuster,
  getMuster,
  getMusterSettings,
  listMusterEvents,
  listMusterPeople,
  listMusterPoints,
  listMusters,
  markMusterPeople,
  startMuster,
  updateMusterPoint,
  updateMusterSettings,
} from '@gatehouse/contract/features/muster.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import { deleteSite } from '@gatehouse/contract/features/sites.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { musterBuilder, nameOf } from '../../../test/musters.ts'
import { buildVisitor } from '../../../test/visits.ts'
import { inTransaction } from '../../ctx.ts'
import { lookAgain } from './muster-actions.ts'
import { beginMuster } from './start-muster.ts'

let house: TestGatehouse
let admin: Caller
let builder: ReturnType<typeof musterBuilder>
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  builder = musterBuilder(house, admin)
})
afterAll(() => house.close())

const stateOf = (id: string, caller = admin) => caller.ask(getMuster, { params: { id } })
const peopleOf = async (id: string, query: object = {}, caller = admin) =>
  (await caller.ask(listMusterPeople, { params: { id }, query: { size: 200, ...query } })).items
const mark = (id: string, personIds: string[], state: 'safe' | 'not-on-site' | 'missing', more: object = {}) =>
  admin.ask(markMusterPeople, { params: { id }, body: { personIds, state, ...more } })
const defaults = {
  startsByFire: false,
  addsLatecomers: true,
  paperMinutes: null,
  paperMails: [],
  language: 'en' as const,
}

describe('muster points', () => {
  it('a point takes its areas with those inside them, and one without areas the rest of the site', async () => {
    const { site, top, hall, lab } = await builder.buildSite()
    const [gate, inner, side] = [
      await builder.buildDoor(site.id, hall.id),
      await builder.buildDoor(site.id, lab.id),
      await builder.buildDoor(site.id, top),
    ]
    const [one, two, three] = [await builder.comeIn(gate), await builder.comeIn(inner), await builder.comeIn(side)]
    const lawn = await builder.pointAt(site.id, 'North lawn', [hall.id])
    const park = await builder.pointAt(site.id, 'Car park')
    const { id, points } = await builder.start(site.id)
    const pointOf = new Map((await peopleOf(id)).map(({ person, point }) => [person?.id, point?.id]))
    expect([one, two, three].map((person) => pointOf.get(person.id))).toEqual([lawn.id, lawn.id, park.id])
    expect(points).toEqual([
      { id: park.id, name: 'Car park', people: 1, missing: 1, markedHere: 0 },
      { id: lawn.id, name: 'North lawn', people: 2, missing: 2, markedHere: 0 },
    ])
  })

  it('an area or a device that belongs to another point comes to the one that is saved', async () => {
    const { site, hall } = await builder.buildSite()
    const device = await builder.buildDoor(site.id, hall.id)
    await builder.pointAt(site.id, 'A', [hall.id], [device.id])
    const other = await builder.pointAt(site.id, 'B')
    const body = { name: 'B', areaIds: [hall.id], deviceIds: [device.id] }
    const saved = await admin.ask(updateMusterPoint, { params: { id: other.id }, body })
    expect(saved).toMatchObject({ areas: [{ id: hall.id }], devices: [{ id: device.id }] })
    expect(await admin.ask(listMusterPoints, { query: { siteId: site.id } })).toMatchObject([
      { name: 'A', areas: [], devices: [] },
      { name: 'B' },
    ])
  })

  it('a name twice, an area of another site and a device that does not exist are refused', async () => {
    const [{ site, hall }, other] = [await builder.buildSite(), await builder.buildSite()]
    await builder.pointAt(site.id, 'Lawn')
    const tryOut = async (body: object) =>
      (await admin.call(createMusterPoint, { body: { siteId: site.id, name: nameOf('Point'), ...body } })).message
    expect(await tryOut({ name: 'lawn' })).toBe('muster-point.name-taken')
    expect(await tryOut({ areaIds: [other.hall.id] })).toBe('area.not-found')
    expect(await tryOut({ deviceIds: [randomUUID()] })).toBe('device.not-found')
    expect(await tryOut({ siteId: randomUUID() })).toBe('site.not-found')
    expect(await tryOut({ areaIds: [hall.id, hall.id] })).toBe('success')
  })

  it('neither a point nor its site can be deleted while a muster is running', async () => {
    const { site } = await builder.buildSite()
    const point = await builder.pointAt(site.id, 'Lawn')
    const { id } = await builder.start(site.id)
    const removePoint = () => admin.call(deleteMusterPoint, { params: { id: point.id } })
    const removeSite = () => admin.call(deleteSite, { params: { id: site.id } })
    expect((await removePoint()).message).toBe('muster-point.in-use')
    expect((await removeSite()).message).toBe('site.has-muster')
    await admin.ask(endMuster, { params: { id } })
    expect((await removePoint()).status).toBe(200)
    expect((await removeSite()).status).toBe(200)
    // The history keeps what the site was called.
    expect((await stateOf(id)).site).toMatchObject({ id: null, name: site.name })
  })
})

describe('a muster', () => {
  it('everybody who is inside is missing, with their last door, since when and how sure', async () => {
    const { site, hall } = await builder.buildSite()
    const [gate, unsure] = [
      await builder.buildDoor(site.id, hall.id),
      await builder.buildDoor(site.id, hall.id, 'both'),
    ]
    const [one, two] = [await builder.comeIn(gate), await builder.comeIn(unsure)]

    const muster = await builder.start(site.id)
    expect(muster).toMatchObject({ isDrill: true, startedHow: 'console', endedAt: null, clearedAt: null })
    const people = await peopleOf(muster.id)
    expect(new Set(people.map(({ person }) => person?.id))).toEqual(new Set([one.id, two.id]))
    expect(people.find(({ person }) => person?.id === one.id)).toMatchObject({
      area: { id: hall.id, name: 'Hall' },
      door: { id: gate.door.id },
      doubts: [],
      point: null,
      isLatecomer: false,
      state: 'missing',
      mark: null,
    })
    expect(people.find(({ person }) => person?.id === two.id)?.doubts).toEqual(['direction-unknown'])
    expect(muster.counts).toEqual({ people: 2, missing: 2, safe: 0, notOnSite: 0 })
    expect(muster.withoutPoint).toEqual({ people: 2, missing: 2 })
  })

  it('of two starts at once one wins, and the other is told who runs it', async () => {
    const { site } = await builder.buildSite()
    const other = await house.asRole('subAdmin')
    const body = { siteId: site.id, isDrill: false }
    const answers = await Promise.all([admin.call(startMuster, { body }), other.call(startMuster, { body })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)!
    const loser = answers.find(({ status }) => status === 409)!
    expect(loser.message).toBe('muster.running')
    expect(loser.desc).toContain(winner.data.startedBy)
    expect(loser.data).toMatchObject({ id: winner.data.id })
    await admin.ask(endMuster, { params: { id: winner.data.id } })
    expect((await admin.call(startMuster, { body })).status).toBe(200)
  })

  it('marks are counted, taken back, and tell when nobody was missing', async () => {
    const { site, hall } = await builder.buildSite()
    const gate = await builder.buildDoor(site.id, hall.id)
    await builder.comeIn(gate)
    await builder.comeIn(gate)
    const point = await builder.pointAt(site.id, 'Lawn')
    const { id } = await builder.start(site.id)
    const [one, two] = (await peopleOf(id)).map((person) => person.id)
    expect(await mark(id, [one!], 'safe', { pointId: point.id })).toEqual({
      counts: { people: 2, missing: 1, safe: 1, notOnSite: 0 },
    })
    expect((await stateOf(id)).clearedAt).toBeNull()
    await mark(id, [two!], 'not-on-site', { isFromPaper: true })
    expect((await stateOf(id)).clearedAt).not.toBeNull()
    expect((await peopleOf(id, { state: 'not-on-site' }))[0]).toMatchObject({
      mark: { how: 'paper', by: expect.any(String) },
    })
    expect((await stateOf(id)).points[0]).toMatchObject({ people: 2, missing: 0, markedHere: 1 })
    await mark(id, [one!], 'missing')
    expect(await stateOf(id)).toMatchObject({ clearedAt: null, counts: { missing: 1, notOnSite: 1 } })
    expect((await peopleOf(id, { state: 'missing', pointId: point.id })).map((person) => person.id)).toEqual([one])
    const { items } = await admin.ask(listMusterEvents, { params: { id } })
    expect(items.map(({ kind, state }) => state ?? kind)).toEqual(['missing', 'not-on-site', 'safe', 'started'])
    const lines = await admin.ask(listOperations, { query: { module: 'muster', size: 4 } })
    expect(lines.items.map(({ event }) => event)).toEqual(['take-mark-back', 'mark-not-on-site', 'mark', 'start-drill'])
  })

  it('a mark noted on paper counts by its own time, and an older one changes nothing but the history', async () => {
    const { site, hall } = await builder.buildSite()
    await builder.comeIn(await builder.buildDoor(site.id, hall.id))
    const { id, startedAt } = await builder.start(site.id)
    const [person] = await peopleOf(id)
    await mark(id, [person!.id], 'safe')
    await mark(id, [person!.id], 'missing', { isFromPaper: true, at: startedAt })
    expect(await peopleOf(id)).toMatchObject([{ state: 'safe' }])
    const { items } = await admin.ask(listMusterEvents, { params: { id } })
    expect(items.find(({ state }) => state === 'missing')).toMatchObject({ isLate: true, how: 'paper' })
  })

  it('a muster ends once, and nobody is marked after that', async () => {
    const { site, hall } = await builder.buildSite()
    await builder.comeIn(await builder.buildDoor(site.id, hall.id))
    const { id } = await builder.start(site.id)
    const [person] = await peopleOf(id)
    const ended = await admin.ask(endMuster, { params: { id }, body: { note: 'All well' } })
    expect(ended).toMatchObject({ endNote: 'All well', endedAt: expect.any(String), clearedAt: null })
    expect((await admin.call(endMuster, { params: { id } })).message).toBe('muster.ended')
    const late = await admin.call(markMusterPeople, {
      params: { id },
      body: { personIds: [person!.id], state: 'safe' },
    })
    expect(late.message).toBe('muster.ended')
    expect(await admin.ask(listMusters, { query: { siteId: site.id, isRunning: 'true' } })).toEqual({
      items: [],
      total: 0,
    })
    expect(await admin.ask(listMusters, { query: { siteId: site.id } })).toMatchObject({ items: [{ id }], total: 1 })
  })

  it('the next muster of a site tells how long the last one took until nobody was missing', async () => {
    const { site, hall } = await builder.buildSite()
    await builder.comeIn(await builder.buildDoor(site.id, hall.id))
    const first = await builder.start(site.id)
    expect(first.lastClearSeconds).toBeNull()
    house.clock.advance({ seconds: 400 })
    await mark(first.id, [(await peopleOf(first.id))[0]!.id], 'safe')
    await admin.ask(endMuster, { params: { id: first.id } })
    expect((await builder.start(site.id)).lastClearSeconds).toBe(400)
  })

  it('somebody who is not in it, or in another one, cannot be marked', async () => {
    const { site, hall } = await builder.buildSite()
    await builder.comeIn(await builder.buildDoor(site.id, hall.id))
    const [one, other] = [await builder.start(site.id), await builder.start((await builder.buildSite()).site.id)]
    const [person] = await peopleOf(one.id)
    const body = { personIds: [person!.id], state: 'safe' as const }
    expect((await admin.call(markMusterPeople, { params: { id: other.id }, body })).message).toBe(
      'muster.person-not-found',
    )
    const point = { ...body, pointId: randomUUID() }
    expect((await admin.call(markMusterPeople, { params: { id: one.id }, body: point })).message).toBe(
      'muster-point.not-found',
    )
  })

  it('another server goes on with a muster that began before it', async () => {
    const { site, hall } = await builder.buildSite()
    const gate = await builder.buildDoor(site.id, hall.id)
    await builder.comeIn(gate)
    const { id } = await builder.start(site.id)
    const other = await house.startAnother(admin.token)
    const [person] = await peopleOf(id, {}, other)
    await other.ask(markMusterPeople, { params: { id }, body: { personIds: [person!.id], state: 'safe' } })
    await other.close()
    expect((await stateOf(id)).counts).toMatchObject({ missing: 0, safe: 1 })
  })
})

describe('people during a muster', () => {
  it('a reader of a muster point marks safe whom it recognises, also where no door opens', async () => {
    const { site, hall } = await builder.buildSite()
    const [gate, reader] = [
      await builder.buildDoor(site.id, hall.id),
      await builder.buildDoor(site.id, hall.id, 'exit'),
    ]
    const point = await builder.pointAt(site.id, 'Lawn', [], [reader.id])
    const [one, two] = [await builder.comeIn(gate), await builder.comeIn(gate)]
    const { id } = await builder.start(site.id)
    const now = house.clock.now().round('millisecond').toString()
    await builder.pass(reader, one.id, { opened: false, abnormal: 'outside-passage-time', recognisedAt: now })
    // A passage of before does not count, however late its record arrives.
    await builder.pass(reader, two.id, { opened: false, recognisedAt: builder.secondsAgo(600) })
    const people = await peopleOf(id)
    expect(people.find(({ person }) => person?.id === one.id)).toMatchObject({
      state: 'safe',
      mark: { how: 'reader', by: expect.stringContaining('Reader'), point: { id: point.id } },
    })
    expect(people.find(({ person }) => person?.id === two.id)).toMatchObject({ state: 'missing' })
    expect((await stateOf(id)).points).toMatchObject([{ markedHere: 1 }])
  })

  it('a record that arrives twice marks once', async () => {
    const { site, hall } = await builder.buildSite()
    const [gate, reader] = [
      await builder.buildDoor(site.id, hall.id),
      await builder.buildDoor(site.id, hall.id, 'exit'),
    ]
    await builder.pointAt(site.id, 'Lawn', [], [reader.id])
    const person = await builder.comeIn(gate)
    const { id } = await builder.start(site.id)
    const recognisedAt = house.clock.now().round('millisecond').toString()
    const records = [builder.recordOf(reader, person.id, { opened: false, recognisedAt })]
    for (let n = 0; n < 2; n++) await reader.ask(pushRecords, { body: { records, refusesSingly: true } })
    const { items } = await admin.ask(listMusterEvents, { params: { id } })
    expect(items.map(({ kind }) => kind)).toEqual(['marked', 'started'])
  })

  it('somebody who comes in is added, and somebody who goes on is shown where they were last', async () => {
    const { site, hall, lab } = await builder.buildSite()
    const gate = await builder.buildDoor(site.id, hall.id)
    const inner = await builder.buildDoor(site.id, lab.id, 'entry', hall.id)
    const one = await builder.comeIn(gate)
    const { id } = await builder.start(site.id)
    house.clock.advance({ seconds: 5 })
    const now = () => ({ recognisedAt: house.clock.now().round('millisecond').toString() })
    const late = await buildStaff(admin, nameOf('Latecomer'))
    await builder.pass(gate, late.id, now())
    await builder.pass(inner, one.id, now())
    const people = await peopleOf(id)
    expect(people.find(({ person }) => person?.id === late.id)).toMatchObject({ isLatecomer: true, state: 'missing' })
    expect(people.find(({ person }) => person?.id === one.id)).toMatchObject({
      isLatecomer: false,
      area: { name: 'Laboratory' },
      door: { id: inner.door.id },
    })
    expect((await admin.ask(listMusterEvents, { params: { id } })).items[0]).toMatchObject({ kind: 'latecomer' })
  })

  it('a site that adds no latecomers still adds people who were inside before', async () => {
    const { site, hall } = await builder.buildSite()
    const gate = await builder.buildDoor(site.id, hall.id)
    const body = { ...defaults, addsLatecomers: false }
    await admin.ask(updateMusterSettings, { params: { id: site.id }, body })
    const { id } = await builder.start(site.id)
    house.clock.advance({ seconds: 5 })
    const [late, early] = [await buildStaff(admin, nameOf('Late')), await buildStaff(admin, nameOf('Early'))]
    await builder.pass(gate, late.id, { recognisedAt: house.clock.now().round('millisecond').toString() })
    // The door was offline.
    await builder.pass(gate, early.id, { recognisedAt: builder.secondsAgo(300) })
    expect(await peopleOf(id)).toMatchObject([{ person: { id: early.id }, isLatecomer: false }])
  })

  it('somebody whose place is corrected by hand is on the list, at that place', async () => {
    const { site, hall, lab } = await builder.buildSite()
    const one = await builder.comeIn(await builder.buildDoor(site.id, hall.id))
    const other = await buildStaff(admin, nameOf('Overlooked'))
    const { id } = await builder.start(site.id)
    house.clock.advance({ seconds: 5 })
    const correct = (personId: string, areaId: string | null) =>
      admin.ask(correctLocation, { body: { personId, areaId, reason: 'Seen' } })
    await correct(other.id, lab.id)
    await correct(one.id, null)
    const people = await peopleOf(id)
    expect(people.find(({ person }) => person?.id === other.id)).toMatchObject({ area: { id: lab.id }, door: null })
    expect(people.find(({ person }) => person?.id === one.id)).toMatchObject({ area: null, state: 'missing' })
  })

  it('somebody who leaves by a door is outside, and missing until they are seen', async () => {
    const { site, hall } = await builder.buildSite()
    const [gate, exit] = [await builder.buildDoor(site.id, hall.id), await builder.buildDoor(site.id, hall.id, 'exit')]
    const person = await builder.comeIn(gate)
    const { id } = await builder.start(site.id)
    await builder.pass(exit, person.id, { recognisedAt: house.clock.now().round('millisecond').toString() })
    expect(await peopleOf(id)).toMatchObject([{ area: null, door: { id: exit.door.id }, state: 'missing' }])
  })

  it('a person who is suspended stays on the list, and one who is erased stays to be looked for, without a name', async () => {
    const { site, hall } = await builder.buildSite()
    const gate = await builder.buildDoor(site.id, hall.id)
    const [one, two] = [await builder.comeIn(gate), await builder.comeIn(gate)]
    const { id } = await builder.start(site.id)
    await admin.ask(suspendPeople, { body: { personIds: [one.id], toAt: null } })
    await admin.ask(erasePerson, { params: { id: two.id } })
    const people = await peopleOf(id)
    expect(people.map(({ person }) => person?.id ?? null)).toEqual([one.id, null])
    expect((await mark(id, [people[1]!.id], 'safe')).counts).toMatchObject({ people: 2, safe: 1 })
    expect((await peopleOf(id, { keyword: one.name })).map(({ person }) => person?.id)).toEqual([one.id])
  })

  it('a visitor is named with their host', async () => {
    const { site, hall } = await builder.buildSite()
    const gate = await builder.buildDoor(site.id, hall.id)
    const host = await buildStaff(admin, nameOf('Host'))
    const visitor = await buildVisitor(house, admin, { hostId: host.id })
    await builder.pass(gate, visitor.id, { kind: 'visitor' })
    const { id } = await builder.start(site.id)
    expect(await peopleOf(id)).toMatchObject([{ person: { kind: 'visitor', host: { id: host.id, name: host.name } } }])
  })
})

describe('a role', () => {
  it('a visitor admin sees, counts and marks visitors only, and starts nothing', async () => {
    const { site, hall } = await builder.buildSite()
    const gate = await builder.buildDoor(site.id, hall.id)
    await builder.comeIn(gate)
    const visitor = await buildVisitor(house, admin)
    await builder.pass(gate, visitor.id, { kind: 'visitor' })
    const point = await builder.pointAt(site.id, 'Lawn')
    const { id } = await builder.start(site.id)
    const all = await peopleOf(id)
    const desk = await house.asRole('visitorAdmin')
    const seen = await peopleOf(id, {}, desk)
    expect(seen.map(({ person }) => person?.id)).toEqual([visitor.id])
    expect(await stateOf(id, desk)).toMatchObject({
      counts: { people: 1, missing: 1 },
      points: [{ id: point.id, people: 1, missing: 1 }],
    })
    const staff = all.find(({ person }) => person?.kind === 'staff')!
    const body = (personIds: string[]) => ({ personIds, state: 'safe' as const })
    expect((await desk.call(markMusterPeople, { params: { id }, body: body([staff.id]) })).message).toBe(
      'muster.person-not-found',
    )
    expect(await desk.ask(markMusterPeople, { params: { id }, body: body([seen[0]!.id]) })).toEqual({
      counts: { people: 1, missing: 0, safe: 1, notOnSite: 0 },
    })
    expect((await desk.call(endMuster, { params: { id } })).message).toBe('auth.permission-denied')
    const guard = await house.asRole('deviceAdmin')
    expect((await guard.call(getMuster, { params: { id } })).message).toBe('auth.permission-denied')
  })
})

describe('a fire input', () => {
  const fire = (kind: string, sequence: number, at = house.clock.now()) => ({
    body: { events: [{ id: randomUUID(), sequence, at: at.round('millisecond').toString(), kind }] },
  })

  it('a fire input of a terminal starts a muster where the site says so, once, and the log says by what', async () => {
    const { site, hall } = await builder.buildSite()
    const gate = await builder.buildDoor(site.id, hall.id)
    const person = await builder.comeIn(gate)
    await gate.ask(pushDoorEvents, fire('fire-on', 1))
    expect((await admin.ask(listMusters, { query: { siteId: site.id } })).total).toBe(0)
    await gate.ask(pushDoorEvents, fire('fire-off', 2))
    await admin.ask(updateMusterSettings, { params: { id: site.id }, body: { ...defaults, startsByFire: true } })
    expect(await admin.ask(getMusterSettings, { params: { id: site.id } })).toMatchObject({ startsByFire: true })
    await gate.ask(pushDoorEvents, fire('fire-on', 3))
    await gate.ask(pushDoorEvents, fire('fire-off', 4))
    await gate.ask(pushDoorEvents, fire('fire-on', 5))
    const { items } = await admin.ask(listMusters, { query: { siteId: site.id } })
    expect(items).toMatchObject([
      { isDrill: false, startedHow: 'fire-input', startedBy: expect.stringContaining('Reader') },
    ])
    expect(await peopleOf(items[0]!.id)).toMatchObject([{ person: { id: person.id } }])
    const lines = await admin.ask(listOperations, { query: { module: 'muster', size: 1 } })
    expect(lines.items).toMatchObject([{ event: 'start', side: 'device', item: site.name, operator: { id: gate.id } }])
  })

  it('a fire input of long ago that is off again starts nothing', async () => {
    const { site, hall } = await builder.buildSite()
    const gate = await builder.buildDoor(site.id, hall.id)
    await admin.ask(updateMusterSettings, { params: { id: site.id }, body: { ...defaults, startsByFire: true } })
    const at = (minutes: number) => house.clock.now().subtract({ minutes })
    const [on, off] = [fire('fire-on', 1, at(40)).body.events, fire('fire-off', 2, at(30)).body.events]
    await gate.ask(pushDoorEvents, { body: { events: [...on, ...off] } })
    expect((await admin.ask(listMusters, { query: { siteId: site.id } })).total).toBe(0)
  })
})

describe('five thousand people', () => {
  it('the history, the list and marks are read along their indexes, and stay quick', async () => {
    const { site, hall } = await builder.buildSite()
    await sql`
      with many as (
        insert into person (kind, name, department_id)
        select 1, 'Many ' || n, null from generate_series(1, 5000) n returning id)
      insert into person_location (person_id, area_id, since, source, record_id)
      select id, ${hall.id}, now() - interval '1 hour', 'correction', uuidv7() from many`.execute(house.db)
    await sql`analyze`.execute(house.db)
    const begun = performance.now()
    const { id, counts } = await builder.start(site.id)
    const startMs = performance.now() - begun
    expect(counts.missing).toBe(5000)
    await sql`analyze muster_person`.execute(house.db)
    const listed = performance.now()
    const people = await peopleOf(id)
    const listMs = performance.now() - listed
    const before = performance.now()
    await mark(id, [people[0]!.id], 'safe')
    const markMs = performance.now() - before
    expect(listMs).toBeLessThan(500)
    expect(startMs).toBeLessThan(5_000)
    expect(markMs).toBeLessThan(500)
    await sql`insert into muster (site_id, site_name, is_drill, started_at, started_by, started_how, ended_at)
      select ${site.id}, 'Old', true, now() - n * interval '1 day', 'x', 'console', now() from generate_series(1, 3000) n`.execute(
      house.db,
    )
    await sql`analyze muster`.execute(house.db)
    const planOf = async (statement: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(house.db)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    expect(await planOf(sql`select id from muster order by started_at desc, id desc limit 20`)).toContain(
      'muster__started',
    )
    expect(
      await planOf(sql`select id from muster where site_id = ${site.id} order by started_at desc, id desc limit 20`),
    ).toMatch(/muster__(of_site|started)/)
    expect(await planOf(sql`select id from muster_person where muster_id = ${id} and revision > 2`)).toContain(
      'muster_person__of_revision',
    )
    // Mostly somebody is missing; towards the end few are.
    await sql`update muster_person set state = 'safe' where muster_id = ${id} and id <> ${people[1]!.id}`.execute(
      house.db,
    )
    await sql`vacuum analyze muster_person`.execute(house.db)
    expect(
      await planOf(sql`select id from muster_person where muster_id = ${id} and state = 'missing' limit 1`),
    ).toContain('muster_person__of_state')
    expect(await planOf(sql`select id from muster where ended_at is null`)).toContain('muster__running')
  }, 60_000)
})

it('a person who comes in while a muster begins is on its list', async () => {
  const { site, hall } = await builder.buildSite()
  const gate = await builder.buildDoor(site.id, hall.id)
  const ctx = { db: house.db, clock: house.clock }
  let id = ''
  const person = await buildStaff(admin, nameOf('Person'))
  await inTransaction(ctx, async (ctx) => {
    id = await beginMuster(ctx, { siteId: site.id, isDrill: true, note: null, how: 'console', by: 'test' })
    // It passes while nobody else can see the muster.
    await builder.pass(gate, person.id)
  })
  expect(await peopleOf(id)).toEqual([])
  await lookAgain(ctx, [id])
  expect(await peopleOf(id)).toMatchObject([{ person: { id: person.id } }])
})
