import { randomUUID } from 'node:crypto'
import { askSurroundings, type SurroundingsQuestion } from '@gatehouse/contract/device/surroundings.ts'
import { correctLocation } from '@gatehouse/contract/features/inside.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
    const { site, hall } = await build.site()
    const doors = [await build.door(site, null, hall.id), await build.door(site, null, hall.id)] as const
    const people = await Promise.all(Array.from({ length: 20 }, newPerson))
    const answers = await Promise.all(
      people.map((personId, n) => ask(doors[n % 2 === 0 ? 0 : 1], personId, { claim: true, max: 1 })),
    )
    expect(answers.filter(({ occupancy }) => occupancy === 0)).toHaveLength(1)
    expect(answers.filter(({ occupancy }) => occupancy === 1)).toHaveLength(19)
  })

  it('a claim ends with the record, is taken back by a question without one, and does not count for its own person', async () => {
    const { site, hall } = await build.site()
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
})

describe('an interlock', () => {
  async function buildLock() {
    const { site, hall, lab } = await build.site()
    const [outer, inner] = [await build.door(site, null, hall.id), await build.door(site, hall.id, lab.id)]
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
    const third = await build.door(site, null, site.areas[0]!.id)
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
})
