import { randomUUID } from 'node:crypto'
import { maxDoorEvents, pushDoorEvents } from '@gatehouse/contract/device/door-events.ts'
import { hello } from '@gatehouse/contract/device/link.ts'
import { listDoorEvents, listDoorStates } from '@gatehouse/contract/features/doors.ts'
import { listInside } from '@gatehouse/contract/features/inside.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff, goOffline, testVersions } from '../../../test/device-caller.ts'
import {
  buildDoors,
  buildEvent,
  type DoorDevice,
  passageOf,
  sendEvents,
  sendRecords,
} from '../../../test/door-devices.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { purgeDoorEvents } from './door-jobs.ts'

let house: TestGatehouse
let admin: Caller
let build: ReturnType<typeof buildDoors>
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  build = buildDoors(house, admin)
})
afterAll(() => house.close())

const now = () => Temporal.Now.instant().round('millisecond')
const secondsAgo = (seconds: number) => now().subtract({ seconds }).toString()
const newPerson = async () => (await buildStaff(admin, `Person ${randomUUID().slice(0, 8)}`)).id

async function newDoor(more: Parameters<typeof build.door>[3] = {}) {
  const { site, hall } = await build.site()
  return Object.assign(await build.door(site, null, hall.id, more), { hallId: hall.id, siteId: site.id })
}
const eventsOf = async ({ doorId }: DoorDevice) =>
  (await admin.ask(listDoorEvents, { params: { id: doorId }, query: { size: 200 } })).items
const stateOf = async ({ doorId }: DoorDevice) => (await admin.ask(listDoorStates, { query: { doorId } }))[0]
const find = async (personId: string) => {
  const { items } = await admin.ask(listInside, { query: { size: 200 } })
  return items.find(({ person }) => person.id === personId)
}

describe('events at a door', () => {
  it('an event that is sent twice is stored once, whatever its number is the second time', async () => {
    const device = await newDoor()
    const [opened, closed] = [buildEvent(device, 'contact-opened'), buildEvent(device, 'contact-closed')]
    expect(await sendEvents(device, opened)).toEqual({ stored: 1, known: 0, storedSequence: 1, refused: [] })
    expect(await sendEvents(device, { ...opened, sequence: 9 }, closed, closed)).toMatchObject({ stored: 1, known: 2 })
    expect((await eventsOf(device)).map(({ id }) => id)).toEqual([closed.id, opened.id])
    expect((await stateOf(device))?.state).toBe('closed')
  })

  it('one number with another id is another event: numbers only order', async () => {
    const device = await newDoor()
    const events = [buildEvent(device, 'exit-button'), buildEvent(device, 'exit-button', { sequence: 1 })]
    expect(await sendEvents(device, ...events)).toMatchObject({ stored: 2 })
    expect(await sendEvents(device, buildEvent(device, 'state', { sequence: 2 ** 53 - 1 }))).toMatchObject({
      stored: 1,
      storedSequence: 1,
    })
  })

  it('an event that cannot be stored is named and delays no other; without that word it refuses the request', async () => {
    const device = await newDoor()
    const broken = { ...buildEvent(device, 'exit-button'), at: '2300-01-01T00:00:00Z' }
    const events = [broken, buildEvent(device, 'exit-button'), { kind: '' }] as never
    const { data } = await device.call(pushDoorEvents, { body: { events, refusesSingly: true } })
    expect(data).toMatchObject({ stored: 1 })
    expect(data.refused.map(({ index }) => index)).toEqual([0, 2])
    expect((await device.call(pushDoorEvents, { body: { events } })).message).toBe('request.invalid')
    const many = Array.from({ length: maxDoorEvents + 1 }, () => buildEvent(device, 'exit-button'))
    expect((await device.call(pushDoorEvents, { body: { events: many } })).status).toBe(400)
    const large = [{ ...buildEvent(device, 'exit-button'), kind: 'x'.repeat(2_000_000) }]
    expect((await device.call(pushDoorEvents, { body: { events: large } })).status).toBe(413)
  })

  it('words of a newer terminal are kept and shown as they are', async () => {
    const device = await newDoor()
    await sendEvents(device, buildEvent(device, '虹膜 "x" {a}', { input: 'mat' }))
    expect(await eventsOf(device)).toMatchObject([{ kind: '虹膜 "x" {a}', input: 'mat', device: { id: device.id } }])
  })

  it('an event of the year 2099 stands where it arrived, and the state follows what comes after it', async () => {
    const device = await newDoor()
    await sendEvents(device, buildEvent(device, 'contact-opened', { at: '2099-01-01T00:00:00Z' }))
    await sendEvents(device, buildEvent(device, 'contact-closed'))
    expect((await eventsOf(device)).map(({ claimedAt }) => claimedAt)).toContain('2099-01-01T00:00:00Z')
    expect((await stateOf(device))?.state).toBe('closed')
    // A clock that was hours ahead and was set since then.
    await sendEvents(device, buildEvent(device, 'contact-opened', { at: now().add({ hours: 20 }).toString() }))
    await sendEvents(device, buildEvent(device, 'contact-closed'))
    expect((await stateOf(device))?.state).toBe('closed')
  })

  it('events that are sent again after a restore change no newer state', async () => {
    const device = await newDoor()
    const old = buildEvent(device, 'contact-opened', { at: secondsAgo(600) })
    await sendEvents(device, buildEvent(device, 'contact-closed'))
    expect(await sendEvents(device, old)).toMatchObject({ stored: 1 })
    expect((await stateOf(device))?.state).toBe('closed')
  })

  it('a device that sends without end has to wait', async () => {
    const device = await newDoor()
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        device.call(pushDoorEvents, { body: { events: [buildEvent(device, 'exit-button')] } }),
      ),
    )
    expect(answers.some(({ message }) => message === 'request.too-many')).toBe(true)
  })
})

describe('the state of a door', () => {
  it('a door is unknown, closed, open and held open as its terminal tells, and unknown while that is offline', async () => {
    const device = await newDoor()
    expect(await stateOf(device)).toBeUndefined()
    const opened = secondsAgo(90)
    await sendEvents(device, buildEvent(device, 'state', { contact: 'closed', isFire: false, at: secondsAgo(100) }))
    expect(await stateOf(device)).toMatchObject({ state: 'closed', fireSince: null })
    await sendEvents(device, buildEvent(device, 'contact-opened', { at: opened }))
    expect(await stateOf(device)).toMatchObject({ state: 'open', since: opened })
    await sendEvents(device, buildEvent(device, 'held-open', { at: secondsAgo(60) }), buildEvent(device, 'fire-on'))
    expect(await stateOf(device)).toMatchObject({ state: 'held-open', fireSince: expect.any(String) })
    await sendEvents(device, buildEvent(device, 'wire-lost', { input: 'door-magnet' }))
    expect(await stateOf(device)).toMatchObject({ state: 'unknown', since: null, lostInputs: ['door-magnet'] })
    await sendEvents(device, buildEvent(device, 'wire-back', { input: 'door-magnet' }))
    await sendEvents(device, buildEvent(device, 'contact-closed'), buildEvent(device, 'fire-off'))
    expect(await stateOf(device)).toMatchObject({ state: 'closed', fireSince: null, lostInputs: [] })
    await goOffline(house, device)
    expect(await stateOf(device)).toMatchObject({ state: 'unknown', since: null })
    expect(await admin.ask(listDoorStates, { query: { siteId: device.siteId } })).toHaveLength(1)
  })

  it('those who see doors see states and events without names; others see neither', async () => {
    const device = await newDoor()
    await sendEvents(device, buildEvent(device, 'exit-button'))
    const params = { id: device.doorId }
    for (const role of ['subAdmin', 'deviceAdmin'] as const) {
      const caller = await house.asRole(role)
      expect((await caller.ask(listDoorEvents, { params })).items).toHaveLength(1)
      expect(await caller.ask(listDoorStates, { query: { doorId: device.doorId } })).toHaveLength(1)
    }
    const visitors = await house.asRole('visitorAdmin')
    expect((await visitors.call(listDoorEvents, { params })).status).toBe(403)
    expect((await admin.call(listDoorEvents, { params: { id: randomUUID() } })).message).toBe('door.not-found')
  })

  it('the events of a door come in pages, by an index, and are deleted with the records that are kept longest', async () => {
    const device = await newDoor()
    for (let n = 0; n < 5; n++)
      await sendEvents(device, ...Array.from({ length: 50 }, () => buildEvent(device, 'exit-button')))
    const params = { id: device.doorId }
    const first = await admin.ask(listDoorEvents, { params, query: { size: 200 } })
    const second = await admin.ask(listDoorEvents, { params, query: { size: 200, after: first.next ?? '' } })
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(250)
    expect(second.next).toBeNull()
    await sql`analyze door_event`.execute(house.db)
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain select * from door_event where door_id = ${device.doorId}
      and (at, id) < (now(), ${randomUUID()}) order by at desc, id desc limit 21`.execute(house.db)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan using door_event__door/)

    const settings = house.db.updateTable('record_setting')
    await settings
      .set({ staff_days: 30, visitor_days: 30, blacklisted_days: 30, stranger_days: 30, spoof_days: 60 })
      .execute()
    const kept = { db: house.db, clock: { ...house.clock, now: () => Temporal.Now.instant().add({ hours: 24 * 59 }) } }
    await purgeDoorEvents(kept)
    expect(await eventsOf(device)).toHaveLength(200)
    const over = { db: house.db, clock: { ...house.clock, now: () => Temporal.Now.instant().add({ hours: 24 * 61 }) } }
    await purgeDoorEvents(over)
    expect(await eventsOf(device)).toEqual([])
  })
})

describe('the confirmation of a passage', () => {
  const confirmed = (device: DoorDevice, recordId: string, kind: 'passed' | 'not-passed') =>
    sendEvents(device, buildEvent(device, kind, { recordId }))

  /** A turnstile whose terminal tells of each passage whether it was one. */
  async function newTurnstile() {
    const device = await newDoor({ kind: 'turnstile', hasContact: true })
    const versions = { ...testVersions(device.serialNumber), abilities: ['door-events', 'surroundings'] }
    await device.ask(hello, { body: { versions, clockAt: now().toString(), nextSequence: 1 } })
    return device
  }

  it('a turnstile moves a person only when its contact has confirmed the passage', async () => {
    const turnstile = await newTurnstile()
    const [anna, bob] = [await newPerson(), await newPerson()]
    const [through, back] = [passageOf(turnstile, anna), passageOf(turnstile, bob)]
    await sendRecords(turnstile, through, back)
    expect(await find(anna)).toBeUndefined()
    await confirmed(turnstile, through.id, 'passed')
    await confirmed(turnstile, back.id, 'not-passed')
    expect(await find(anna)).toMatchObject({ area: { id: turnstile.hallId }, recordId: through.id, doubts: [] })
    expect(await find(bob)).toBeUndefined()
  })

  it('a confirmation that comes before its record counts as soon as the record is there', async () => {
    const turnstile = await newTurnstile()
    const person = await newPerson()
    const record = passageOf(turnstile, person)
    await confirmed(turnstile, record.id, 'passed')
    expect(await find(person)).toBeUndefined()
    await sendRecords(turnstile, record)
    expect((await find(person))?.recordId).toBe(record.id)
    // Everything sent once more changes nothing.
    await sendRecords(turnstile, record)
    await confirmed(turnstile, record.id, 'not-passed')
    expect(await find(person)).toMatchObject({ recordId: record.id, doubts: [] })
  })

  it('a late confirmation moves nobody back', async () => {
    const turnstile = await newTurnstile()
    const exit = await build.door({ id: turnstile.siteId }, null, turnstile.hallId, { direction: 'exit' })
    const person = await newPerson()
    const record = passageOf(turnstile, person, { recognisedAt: secondsAgo(30) })
    await sendRecords(turnstile, record)
    await sendRecords(exit, passageOf(exit, person))
    await confirmed(turnstile, record.id, 'passed')
    expect(await find(person)).toBeUndefined()
  })

  it('at a door a passage counts at once, and is doubted when the contact denies it, sooner or later', async () => {
    const door = await newDoor({ hasContact: true })
    const [anna, bob] = [await newPerson(), await newPerson()]
    const [first, second] = [passageOf(door, anna), passageOf(door, bob)]
    await confirmed(door, first.id, 'not-passed')
    await sendRecords(door, first, second)
    expect((await find(anna))?.doubts).toContain('not-confirmed')
    expect((await find(bob))?.doubts).toEqual([])
    await confirmed(door, second.id, 'not-passed')
    expect((await find(bob))?.doubts).toEqual(['not-confirmed'])
  })

  it('a terminal confirms no record of another, and none of nobody', async () => {
    const [turnstile, other] = [await newTurnstile(), await newTurnstile()]
    const person = await newPerson()
    const record = passageOf(turnstile, person)
    await sendRecords(turnstile, record)
    await confirmed(other, record.id, 'passed')
    await confirmed(turnstile, randomUUID(), 'passed')
    expect(await find(person)).toBeUndefined()
    await confirmed(turnstile, record.id, 'passed')
    expect(await find(person)).toBeDefined()
  })

  it('a turnstile whose terminal tells nothing of its contact moves people as before', async () => {
    const turnstile = await newDoor({ kind: 'turnstile', hasContact: true })
    const person = await newPerson()
    await sendRecords(turnstile, passageOf(turnstile, person))
    expect((await find(person))?.area.id).toBe(turnstile.hallId)
  })

  it('a person who passes a door that stands open for too long is known less surely', async () => {
    const door = await newDoor({ hasContact: true })
    const [anna, bob] = [await newPerson(), await newPerson()]
    await sendEvents(door, buildEvent(door, 'contact-opened', { at: secondsAgo(90) }))
    await sendEvents(door, buildEvent(door, 'held-open', { at: secondsAgo(60) }))
    await sendRecords(door, passageOf(door, anna, { recognisedAt: secondsAgo(40) }))
    await sendEvents(door, buildEvent(door, 'contact-closed', { at: secondsAgo(20) }))
    await sendRecords(door, passageOf(door, bob, { recognisedAt: secondsAgo(10) }))
    expect((await find(anna))?.doubts).toEqual(['held-open'])
    expect((await find(bob))?.doubts).toEqual([])
  })
})
