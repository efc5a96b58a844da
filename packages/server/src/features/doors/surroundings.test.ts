import { randomUUID } from 'node:crypto'
import { askSurroundings, type SurroundingsQuestion } from '@gatehouse/contract/device/surroundings.ts'
import { setAreaRules } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { createInterlock } from '@gatehouse/contract/features/door-rules/interlocks.ts'
import { correctLocation } from '@gatehouse/contract/features/inside.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { createArea } from '@gatehouse/contract/features/sites.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeTextLocks } from '../../db/advisory-locks.ts'
import { buildStaff, goOffline } from '../../../test/device-caller.ts'
import {
  buildDoors,
  buildEvent,
  type DoorDevice,
  passageOf,
  sendEvents,
  sendRecords,
} from '../../../test/door-devices.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

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
const newPerson = async () => (await buildStaff(admin, `Person ${randomUUID().slice(0, 8)}`)).id

async function ask(device: DoorDevice, personId: string, more: Partial<SurroundingsQuestion> = {}) {
  const body = { personId, at: now().toString(), claim: false, ...more }
  return (await device.ask(askSurroundings, { body })).around
}

/** A site whose hall holds no more people than this. */
async function buildLimited(max: number, exemptGroupIds: string[] = []) {
  const built = await build.site()
  const occupancyLimit = { max, mode: 'refuse' as const, exemptGroupIds, whenUnknown: 'refuses' as const }
  await admin.ask(setAreaRules, { params: { id: built.hall.id }, body: { antiPassback: null, occupancyLimit } })
  return built
}

describe('whereabouts', () => {
  it('a person is in their area and in each one around it, and came in by the last record of a reader that leads in', async () => {
    const { site, hall, lab } = await build.site()
    const [entry, inner] = [await build.door(site, null, hall.id), await build.door(site, hall.id, lab.id)]
    const personId = await newPerson()
    expect(await ask(entry, personId)).toEqual({
      person: { areaIds: [], enteredAt: null },
      occupancy: 0,
      openDoorIds: null,
    })
    const came = now().subtract({ minutes: 3 }).toString()
    await sendRecords(entry, passageOf(entry, personId, { recognisedAt: came }))
    await sendRecords(inner, passageOf(inner, personId))
    const around = await ask(entry, personId)
    expect(around.person?.areaIds).toEqual([lab.id, hall.id, site.areas[0]!.id])
    expect(Date.parse(around.person?.enteredAt ?? '')).toBe(Date.parse(came))
    expect(around.occupancy).toBe(1)
  })

  it('another device denies no passage: only the contact of its own door takes an entry back', async () => {
    const { site, hall } = await build.site()
    const [entry, other] = [await build.door(site, null, hall.id), await build.door(site, null, hall.id)]
    const personId = await newPerson()
    const passage = passageOf(entry, personId)
    await sendRecords(entry, passage)
    await admin.ask(correctLocation, { body: { personId, areaId: null, reason: 'They have left' } })
    const enteredAt = async () => (await ask(entry, personId)).person?.enteredAt
    await sendEvents(other, buildEvent(other, 'not-passed', { recordId: passage.id }))
    expect(Date.parse((await enteredAt()) ?? '')).toBe(Date.parse(passage.recognisedAt))
    await sendEvents(entry, buildEvent(entry, 'not-passed', { recordId: passage.id }))
    expect(await enteredAt()).toBeNull()
  })

  it('entries of one face are one person, who is where the last of them passed and is counted once', async () => {
    const { site, hall } = await build.site()
    const entry = await build.door(site, null, hall.id)
    const [first, second] = [await newPerson(), await newPerson()]
    await sendRecords(entry, passageOf(entry, second))
    expect((await ask(entry, first, { entries: [second] })).person?.areaIds).toContain(hall.id)
    expect((await ask(entry, first)).person?.areaIds).toEqual([])
  })

  it('another entry of a face that does not belong on the device tells nothing of where somebody is', async () => {
    const { site, hall } = await build.site()
    const entry = await build.door(site, null, hall.id)
    const [known, elsewhere] = [await newPerson(), (await buildStaff(admin, 'Somebody of another site', [])).id]
    await sendRecords(entry, passageOf(entry, elsewhere))
    expect((await ask(entry, known, { entries: [elsewhere] })).person).toEqual({ areaIds: [], enteredAt: null })
  })

  it('nothing is told of a person who is unknown, was deleted, or does not belong on the device', async () => {
    const { site, hall } = await build.site()
    const entry = await build.door(site, null, hall.id)
    const gone = await newPerson()
    await admin.ask(deleteStaff, { body: { ids: [gone] } })
    const elsewhere = (await buildStaff(admin, 'Somebody of no group', [])).id
    for (const personId of [randomUUID(), gone, elsewhere])
      expect(await ask(entry, personId, { claim: true, max: 1 })).toMatchObject({ person: null, occupancy: 0 })
    expect((await ask(entry, await newPerson(), { claim: true, max: 1 })).occupancy).toBe(0)
  })

  it('a question of an impossible time is refused with the name of the field', async () => {
    const { site, hall } = await build.site()
    const entry = await build.door(site, null, hall.id)
    const body = { personId: randomUUID(), at: '2299-01-01T00:00:00Z', claim: false }
    const answer = await entry.call(askSurroundings, { body })
    expect(answer.status).toBe(400)
    expect(answer).toHaveProperty('data.fields', 'at')
  })
})

describe('a claim', () => {
  it('of twenty people at two doors who ask at once, one takes the one free place', async () => {
    const { site, hall } = await buildLimited(1)
    const doors = [await build.door(site, null, hall.id), await build.door(site, null, hall.id)] as const
    const people = await Promise.all(Array.from({ length: 20 }, newPerson))
    const answers = await Promise.all(
      people.map((personId, n) => ask(doors[n % 2 === 0 ? 0 : 1], personId, { claim: true, max: 1 })),
    )
    expect(answers.filter(({ occupancy }) => occupancy === 0)).toHaveLength(1)
    expect(answers.filter(({ occupancy }) => occupancy === 1)).toHaveLength(19)
  })

  it('a limit of an area around the one entered counts the people of that area, each once, also at two doors at once', async () => {
    const { site, hall, lab } = await buildLimited(3)
    const yard = await admin.ask(createArea, { body: { parentAreaId: hall.id, name: 'Yard' } })
    const [entry, toLab, toYard, ...others] = [
      await build.door(site, null, hall.id),
      await build.door(site, null, lab.id),
      await build.door(site, null, yard.id),
      await build.door(site, null, yard.id),
    ]
    const [anna, bob, carl] = [await newPerson(), await newPerson(), await newPerson()]
    await sendRecords(entry, passageOf(entry, anna), passageOf(entry, bob))
    expect((await ask(toLab, carl)).occupancy).toBe(2)
    expect((await ask(toLab, anna)).occupancy, 'she is in the hall, and takes no second place').toBe(1)
    await sendRecords(toYard, passageOf(toYard, bob))
    expect([(await ask(toLab, carl)).occupancy, (await ask(toYard, bob)).occupancy]).toEqual([2, 2])
    await ask(toLab, anna, { claim: true, max: 3 })
    expect((await ask(toLab, carl)).occupancy, 'a claim of hers counts with her').toBe(2)
    const claims = [toLab, toYard, ...others].map(async (door) => ask(door, await newPerson(), { claim: true, max: 3 }))
    const counts = (await Promise.all(claims)).map(({ occupancy }) => occupancy)
    expect(counts.filter((occupancy) => occupancy === 2)).toHaveLength(1)
    expect(counts.filter((occupancy) => occupancy === 3)).toHaveLength(2)
  })

  it('a claim ends with the record, is taken back by a question without one, and does not count for its own person', async () => {
    const { site, hall } = await buildLimited(1)
    const [entry, exit] = [
      await build.door(site, null, hall.id),
      await build.door(site, null, hall.id, { direction: 'exit' }),
    ]
    const [anna, bob] = [await newPerson(), await newPerson()]
    expect((await ask(entry, anna, { claim: true, max: 1 })).occupancy).toBe(0)
    expect((await ask(entry, anna, { claim: true, max: 1 })).occupancy).toBe(0)
    expect((await ask(entry, bob, { claim: true, max: 1 })).occupancy).toBe(1)
    await sendRecords(entry, passageOf(entry, anna))
    await sendRecords(exit, passageOf(exit, anna))
    expect((await ask(entry, bob, { claim: true, max: 1 })).occupancy).toBe(0)
    expect((await ask(entry, anna)).occupancy).toBe(1)
    await ask(entry, bob, { claim: false })
    expect((await ask(entry, anna)).occupancy).toBe(0)
  })

  it('a claim lasts for ten seconds, and the next person may come in after it', async () => {
    const { site, hall } = await build.site()
    const entry = await build.door(site, null, hall.id)
    const [anna, bob] = [await newPerson(), await newPerson()]
    await ask(entry, anna, { claim: true, max: 1 })
    const { expires_at, asked_at } = await house.db
      .selectFrom('passage_claim')
      .selectAll()
      .where('person_id', '=', anna)
      .executeTakeFirstOrThrow()
    expect(Math.abs(Date.parse(expires_at) - Date.parse(asked_at) - 10_000)).toBeLessThan(2_000)
    await house.db
      .updateTable('passage_claim')
      .set({ expires_at: now().toString() })
      .where('person_id', '=', anna)
      .execute()
    expect((await ask(entry, bob)).occupancy).toBe(0)
  })

  it('a way out claims no place, and neither does somebody who is inside already', async () => {
    const { site, hall } = await build.site()
    const [entry, exit] = [
      await build.door(site, null, hall.id),
      await build.door(site, hall.id, null, { direction: 'exit' }),
    ]
    const person = await newPerson()
    await admin.ask(correctLocation, { body: { personId: person, areaId: hall.id, reason: 'They are here' } })
    await ask(entry, person, { claim: true, max: 5, at: now().add({ hours: 1 }).toString() })
    await ask(exit, await newPerson(), { claim: true, max: 5 })
    expect((await ask(entry, await newPerson())).occupancy).toBe(1)
  })

  it('the limit is that of the server, whatever a terminal says, and holds nobody back who is exempt from it', async () => {
    const group = await admin.ask(groupRoutesOf.staff.create, { body: { name: `Exempt ${randomUUID()}` } })
    const { site, hall } = await buildLimited(2, [group.id])
    const [entry, other] = [await build.door(site, null, hall.id), await build.door(site, null, hall.id)]
    const occupancy = async () => (await ask(other, await newPerson())).occupancy
    for (const max of [1_000_000, null, 1_000_000]) await ask(entry, await newPerson(), { claim: true, max })
    expect(await occupancy()).toBe(2)
    const exempt = await newPerson()
    await admin.ask(groupRoutesOf.staff.addMembers, { params: { id: group.id }, body: { personIds: [exempt] } })
    await ask(entry, exempt, { claim: true, max: 1 })
    expect(await occupancy()).toBe(3)
  })

  it('one door has ten claims at most, so that a terminal that goes on claiming fills no large area', async () => {
    const { site, hall } = await buildLimited(100)
    const [entry, other] = [await build.door(site, null, hall.id), await build.door(site, null, hall.id)]
    const people = await Promise.all(Array.from({ length: 13 }, newPerson))
    for (const personId of people) await ask(entry, personId, { claim: true, max: 100 })
    expect((await ask(other, await newPerson())).occupancy).toBe(10)
    // Those who have come make room for others.
    await sendRecords(entry, ...people.slice(0, 4).map((personId) => passageOf(entry, personId)))
    for (const personId of people.slice(10)) await ask(entry, personId, { claim: true, max: 100 })
    expect((await ask(other, await newPerson())).occupancy).toBe(13)
  })

  it('a claim ends within minutes, however long a terminal says that it releases its lock', async () => {
    const { site, hall } = await buildLimited(1)
    const entry = await build.door(site, null, hall.id)
    const person = await newPerson()
    await reportOpenSeconds(entry, 1e200)
    await ask(entry, person, { claim: true, max: 1 })
    const { expires_at } = await house.db
      .selectFrom('passage_claim')
      .select('expires_at')
      .where('person_id', '=', person)
      .executeTakeFirstOrThrow()
    expect(Date.parse(expires_at) - Date.now()).toBeLessThan(310_000)
  })

  it('a terminal that asks without end is held back, and no other with it', async () => {
    const { site, hall } = await build.site()
    const [flooding, other] = [await build.door(site, null, hall.id), await build.door(site, null, hall.id)]
    const body = { personId: await newPerson(), at: now().toString(), claim: true }
    const answers = await Promise.all(Array.from({ length: 60 }, () => flooding.call(askSurroundings, { body })))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(20)
    expect(refused[0]).toMatchObject({ message: 'request.too-many', data: { seconds: 1 } })
    expect((await ask(other, body.personId)).person).not.toBeNull()
    expect((await sendEvents(flooding, buildEvent(flooding, 'contact-closed'))).stored).toBe(1)
  })
})

/** The terminal has reported the time for which it releases its lock. */
const reportOpenSeconds = (device: DoorDevice, doorOpenSeconds: number) =>
  house.db
    .insertInto('device_settings_report')
    .values({
      device_id: device.id,
      revision: 1,
      values: JSON.stringify({ doorOpenSeconds }),
      refused: '[]',
      changed_at: '{}',
      door_mode: 'normal',
      reported_at: now().toString(),
    })
    .execute()

const setOffset = (device: DoorDevice, ms: number) =>
  house.db.updateTable('device').set({ clock_offset_ms: ms }).where('id', '=', device.id).execute()

describe('a terminal whose clock is wrong', () => {
  it('a claim counts whatever time its terminal says, and ends with the record', async () => {
    for (const hours of [-24, -1, 20]) {
      const { site, hall } = await buildLimited(1)
      const [entry, other] = [await build.door(site, null, hall.id), await build.door(site, null, hall.id)]
      const [anna, bob] = [await newPerson(), await newPerson()]
      const said = () => now().add({ hours }).toString()
      await ask(entry, anna, { claim: true, max: 1, at: said() })
      expect((await ask(other, bob, { claim: true, max: 1 })).occupancy).toBe(1)
      await setOffset(entry, hours * 3_600_000)
      await sendRecords(entry, passageOf(entry, anna, { recognisedAt: said() }))
      expect((await ask(other, bob)).occupancy).toBe(1)
    }
  })

  it('an entry of a clock that is ahead was no later than its arrival', async () => {
    const { site, hall } = await build.site()
    const entry = await build.door(site, null, hall.id)
    const personId = await newPerson()
    await sendRecords(entry, passageOf(entry, personId, { recognisedAt: now().add({ hours: 20 }).toString() }))
    const { person } = await ask(entry, personId)
    expect(Date.parse(person?.enteredAt ?? '')).toBeLessThanOrEqual(Date.now() + 1_000)
  })
})

describe('an interlock', () => {
  const lockTogether = (...doors: DoorDevice[]) =>
    admin.ask(createInterlock, {
      body: {
        name: `Lock ${randomUUID()}`,
        whenUnknown: 'refuses',
        doorIds: doors.map(({ doorId }) => doorId),
      },
    })

  async function buildLock() {
    const { site, hall, lab } = await build.site()
    const contact = { hasContact: true }
    const outer = await build.door(site, null, hall.id, contact)
    const inner = await build.door(site, hall.id, lab.id, contact)
    await lockTogether(outer, inner)
    return { site, outer, inner, person: await newPerson() }
  }

  it('the state of a door is not known until its terminal tells a contact, and while it is offline', async () => {
    const { outer, inner, person } = await buildLock()
    const openDoors = async () => (await ask(outer, person, { doorIds: [inner.doorId] })).openDoorIds
    expect(await openDoors()).toBeNull()
    await sendEvents(inner, buildEvent(inner, 'state', { contact: 'none', isFire: false }))
    expect(await openDoors()).toBeNull()
    await sendEvents(inner, buildEvent(inner, 'state', { contact: 'closed', isFire: false }))
    expect(await openDoors()).toEqual([])
    await sendEvents(inner, buildEvent(inner, 'contact-opened'))
    expect(await openDoors()).toEqual([inner.doorId])
    await sendEvents(inner, buildEvent(inner, 'wire-lost', { input: 'door-magnet' }))
    expect(await openDoors()).toBeNull()
    await sendEvents(
      inner,
      buildEvent(inner, 'wire-back', { input: 'door-magnet' }),
      buildEvent(inner, 'contact-closed'),
    )
    expect(await openDoors()).toEqual([])
    await goOffline(house, inner)
    expect(await openDoors()).toBeNull()
  })

  it('an open door is told although the state of another is not known', async () => {
    const { site, outer, inner, person } = await buildLock()
    const third = await build.door(site, null, site.areas[0]!.id, { hasContact: true })
    await lockTogether(outer, third)
    await sendEvents(inner, buildEvent(inner, 'state', { contact: 'open', isFire: false }))
    const doorIds = [third.doorId, inner.doorId]
    expect((await ask(outer, person, { doorIds })).openDoorIds).toEqual([inner.doorId])
  })

  it('of two people who ask at both doors at once, one door opens; the other one may once it has closed', async () => {
    const { outer, inner, person } = await buildLock()
    const other = await newPerson()
    for (const device of [outer, inner])
      await sendEvents(device, buildEvent(device, 'state', { contact: 'closed', isFire: false }))
    const [first, second] = await Promise.all([
      ask(outer, person, { claim: true, doorIds: [inner.doorId] }),
      ask(inner, other, { claim: true, doorIds: [outer.doorId] }),
    ])
    const opened = [first, second].filter(({ openDoorIds }) => openDoorIds?.length === 0)
    expect(opened).toHaveLength(1)
    const [opens, waits, next] = opened[0] === first ? [outer, inner, other] : [inner, outer, person]
    await sendEvents(opens, buildEvent(opens, 'contact-opened'))
    expect((await ask(waits, next, { claim: true, doorIds: [opens.doorId] })).openDoorIds).toEqual([opens.doorId])
    await sendEvents(opens, buildEvent(opens, 'contact-closed'))
    expect((await ask(waits, next, { claim: true, doorIds: [opens.doorId] })).openDoorIds).toEqual([])
  })

  it('doors of another site, doors that do not exist, and its own door tell nothing', async () => {
    const { outer, person } = await buildLock()
    const { site, hall } = await build.site()
    const elsewhere = await build.door(site, null, hall.id)
    await sendEvents(elsewhere, buildEvent(elsewhere, 'state', { contact: 'open', isFire: false }))
    expect((await ask(outer, person, { doorIds: [elsewhere.doorId] })).openDoorIds).toBeNull()
    expect((await ask(outer, person, { doorIds: [randomUUID()] })).openDoorIds).toBeNull()
    expect((await ask(outer, person, { doorIds: [outer.doorId] })).openDoorIds).toEqual([])
  })

  it('a door of the same site that is in no interlock with this one tells nothing, and is neither held up nor taken for open', async () => {
    const { site, outer, inner, person } = await buildLock()
    const third = await build.door(site, null, site.areas[0]!.id, { hasContact: true })
    for (const device of [outer, inner, third])
      await sendEvents(device, buildEvent(device, 'state', { contact: 'closed', isFire: false }))
    await sendEvents(third, buildEvent(third, 'contact-opened'))
    const named = { claim: true, doorIds: [inner.doorId, third.doorId] }
    expect((await ask(outer, person, named)).openDoorIds).toBeNull()
    // Nothing of the third waits for locks that another terminal holds by its name.
    const held = await house.db.transaction().execute(async (db) => {
      await takeTextLocks(db, 'passageClaim', [third.doorId])
      return (await ask(outer, await newPerson(), named)).openDoorIds
    })
    expect(held).toBeNull()
    await ask(third, person, { claim: true, doorIds: [inner.doorId] })
    expect((await ask(outer, await newPerson(), { doorIds: [inner.doorId] })).openDoorIds).not.toContain(third.doorId)
  })

  it('a door whose lock is released counts as open for as long, or until it has opened and closed', async () => {
    const { outer, inner, person } = await buildLock()
    for (const device of [outer, inner])
      await sendEvents(device, buildEvent(device, 'state', { contact: 'closed', isFire: false }))
    await reportOpenSeconds(outer, 30)
    await setOffset(outer, -3_600_000)
    await ask(outer, person, { claim: true, doorIds: [inner.doorId] })
    const claim = await house.db
      .selectFrom('passage_claim')
      .select('expires_at')
      .where('person_id', '=', person)
      .executeTakeFirstOrThrow()
    expect(Date.parse(claim.expires_at) - Date.now()).toBeGreaterThan(30_000)
    const other = await newPerson()
    const openDoors = async () => (await ask(inner, other, { doorIds: [outer.doorId] })).openDoorIds
    expect(await openDoors()).toEqual([outer.doorId])
    const hourAgo = () => now().subtract({ hours: 1 }).toString()
    await sendEvents(outer, buildEvent(outer, 'contact-opened', { at: hourAgo() }))
    expect(await openDoors()).toEqual([outer.doorId])
    await sendEvents(outer, buildEvent(outer, 'contact-closed', { at: hourAgo() }))
    expect(await openDoors()).toEqual([])
  })
})
