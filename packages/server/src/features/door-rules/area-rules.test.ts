import { randomUUID } from 'node:crypto'
import { getConfiguration, hello, pushRecords } from '@gatehouse/contract/device/link.ts'
import {
  type AreaRules,
  getAreaRules,
  resetAreaPassback,
  resetPersonPassback,
  setAreaRules,
} from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { getDoorRules, getRulesAround, setDoorRules } from '@gatehouse/contract/features/door-rules.ts'
import {
  createInterlock,
  deleteInterlock,
  listInterlocks,
  updateInterlock,
} from '@gatehouse/contract/features/door-rules/interlocks.ts'
import { askSurroundings } from '@gatehouse/contract/device/surroundings.ts'
import { listInside } from '@gatehouse/contract/features/inside.ts'
import { deleteDevice, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { createTimetable, deleteTimetable } from '@gatehouse/contract/features/timetables.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import {
  createArea,
  createDoor,
  createSite,
  deleteDoor,
  type DoorInput,
  getDoor,
  updateArea,
  updateDoor,
  updateSite,
} from '@gatehouse/contract/features/sites.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildRecord,
  buildStaff,
  type PairedDevice,
  pairTestDevice,
  testVersions,
} from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

let count = 0
const nameOf = (noun: string) => `${noun} ${++count}`
const newGroup = () => admin.ask(groupRoutesOf.staff.create, { body: { name: nameOf('Group') } })
const documentOf = async (device: PairedDevice) => (await device.ask(getConfiguration)).access
const revisionOf = async (device: PairedDevice) => (await documentOf(device)).revision

async function newSite() {
  const site = await admin.ask(createSite, { body: { name: nameOf('Site'), address: null, timeZone: null } })
  const hall = await admin.ask(createArea, { body: { parentAreaId: site.areas[0]!.id, name: 'Hall' } })
  return { site, top: site.areas[0]!, hall }
}

/** The device says that it can ask for the state of areas and other doors. */
const learn = (device: PairedDevice) => {
  const versions = { ...testVersions(device.serialNumber), abilities: ['surroundings'] }
  return device.ask(hello, { body: { versions, clockAt: house.clock.now().toString(), nextSequence: 1 } })
}

async function newDoor(siteId: string, fromAreaId: string | null, toAreaId: string | null, more?: Partial<DoorInput>) {
  const device = await pairTestDevice(house, admin, nameOf('Reader'))
  await learn(device)
  const readers = [{ deviceId: device.id, port: 1, direction: 'entry' as const }]
  const body = { name: nameOf('Door'), siteId, fromAreaId, toAreaId, readers, hasContact: true, ...more }
  return { device, door: await admin.ask(createDoor, { body }) }
}

const hard = { mode: 'hard' as const, exemptGroupIds: [], whenUnknown: 'refuses' as const, resetMinutes: [] }
const limit = { max: 5, mode: 'refuse' as const, exemptGroupIds: [], whenUnknown: 'refuses' as const }
const set = (id: string, body: Partial<AreaRules>) =>
  admin.ask(setAreaRules, { params: { id }, body: { antiPassback: null, occupancyLimit: null, ...body } })

describe('rules of an area', () => {
  it('the rules of an area are kept as they were set, and the terminals at its doors are told', async () => {
    const { site, hall } = await newSite()
    const { device } = await newDoor(site.id, null, hall.id)
    const exempt = await newGroup()
    const before = await revisionOf(device)
    const body = {
      antiPassback: {
        mode: 'timed' as const,
        minutes: 15,
        exemptGroupIds: [exempt.id],
        whenUnknown: 'opens' as const,
        resetMinutes: [0, 720],
      },
      occupancyLimit: { ...limit, max: 40, mode: 'alarm' as const },
    }
    const params = { id: hall.id }
    expect(
      await set(hall.id, { ...body, antiPassback: { ...body.antiPassback, resetMinutes: [720, 0] } }),
    ).toMatchObject(body)
    expect(await admin.ask(getAreaRules, { params })).toMatchObject(body)
    expect(await revisionOf(device)).toBeGreaterThan(before)
    expect(await set(hall.id, {})).toMatchObject({ antiPassback: null, occupancyLimit: null })
    const { items } = await admin.ask(listOperations, { query: { module: 'site', size: 5 } })
    expect(items[0]).toMatchObject({ event: 'set-area-rules', item: 'Hall' })
  })

  it('an area says before any rule is set at which doors the rules work worse', async () => {
    const { site, hall } = await newSite()
    const blind = await newDoor(site.id, null, hall.id, { hasContact: false })
    const oneWay = await newDoor(site.id, null, hall.id)
    const device = await pairTestDevice(house, admin, nameOf('Reader'))
    const both = { deviceId: device.id, port: 1, direction: 'both' as const }
    const vague = await newDoor(site.id, null, hall.id, { readers: [both] })
    const lab = await admin.ask(createArea, { body: { parentAreaId: hall.id, name: 'Laboratory' } })
    const within = await newDoor(site.id, hall.id, lab.id, { hasContact: false })
    const { warnings, unableDevices } = await admin.ask(getAreaRules, { params: { id: hall.id } })
    const doorsOf = (code: string) => warnings.find((one) => one.code === code)?.doors.map(({ id }) => id)
    expect(doorsOf('door-without-contact')).toEqual([blind.door.id])
    expect(doorsOf('no-exit-reader')).toEqual([blind.door.id, oneWay.door.id])
    expect(doorsOf('direction-unknown')).toEqual([vague.door.id])
    expect(JSON.stringify(warnings)).not.toContain(within.door.id)
    expect(unableDevices.map(({ id }) => id)).toEqual([device.id])
  })

  it('an unknown area, group or mode is refused, and nothing is kept', async () => {
    const { hall } = await newSite()
    await expect(set(randomUUID(), { antiPassback: hard })).rejects.toThrow('area.not-found')
    await expect(set(hall.id, { antiPassback: { ...hard, exemptGroupIds: [randomUUID()] } })).rejects.toThrow(
      'group.not-found',
    )
    const { id } = await newGroup()
    await expect(set(hall.id, { antiPassback: { ...hard, exemptGroupIds: [id, id] } })).rejects.toThrow(
      'request.invalid',
    )
    await expect(set(hall.id, { antiPassback: { ...hard, resetMinutes: [1440] } })).rejects.toThrow('request.invalid')
    await expect(set(hall.id, { antiPassback: { ...hard, resetMinutes: [5, 5] } })).rejects.toThrow('request.invalid')
    await expect(set(hall.id, { occupancyLimit: { ...limit, max: 0 } })).rejects.toThrow('request.invalid')
    await expect(admin.ask(getAreaRules, { params: { id: randomUUID() } })).rejects.toThrow('area.not-found')
    expect(await admin.ask(getAreaRules, { params: { id: hall.id } })).toMatchObject({ antiPassback: null })
  })

  it('two people who set the rules of one area at once leave those of one of them', async () => {
    const { hall } = await newSite()
    const group = await newGroup()
    const rules = [
      { antiPassback: { ...hard, exemptGroupIds: [group.id] } },
      { occupancyLimit: { ...limit, exemptGroupIds: [group.id] } },
    ]
    await Promise.all([...rules, ...rules].map((body) => set(hall.id, body)))
    const { antiPassback, occupancyLimit } = await admin.ask(getAreaRules, { params: { id: hall.id } })
    expect([antiPassback, occupancyLimit].filter(Boolean)).toHaveLength(1)
  })
})

describe('a reset of anti-passback', () => {
  it('anti-passback of an area and of a person is reset, more than once, and the operation log says it', async () => {
    const { hall } = await newSite()
    const person = await buildStaff(admin, nameOf('Ada'))
    for (let times = 0; times < 2; times++) {
      await admin.ask(resetAreaPassback, { params: { id: hall.id } })
      await admin.ask(resetPersonPassback, { params: { id: person.id } })
    }
    const { items } = await admin.ask(listOperations, { query: { size: 2 } })
    expect(items.map(({ module, event, item }) => [module, event, item])).toEqual([
      ['inside', 'reset-anti-passback', person.name],
      ['site', 'reset-anti-passback', 'Hall'],
    ])
  })

  it('an unknown area or person is refused, and a visitor administrator resets no staff', async () => {
    const person = await buildStaff(admin, nameOf('Ada'))
    const reception = await house.asRole('visitorAdmin')
    await expect(admin.ask(resetAreaPassback, { params: { id: randomUUID() } })).rejects.toThrow('area.not-found')
    const params = { id: randomUUID() }
    await expect(admin.ask(resetPersonPassback, { params })).rejects.toThrow('inside.person-not-found')
    await expect(reception.ask(resetPersonPassback, { params: { id: person.id } })).rejects.toThrow(
      'inside.person-not-found',
    )
  })
})

describe('an interlock', () => {
  async function newMantrap() {
    const { site, hall } = await newSite()
    const doors = [
      await newDoor(site.id, null, hall.id),
      await newDoor(site.id, null, hall.id),
      await newDoor(site.id, null, hall.id),
    ] as const
    const doorIds = [doors[0].door.id, doors[1].door.id]
    const body = { name: nameOf('Mantrap'), whenUnknown: 'refuses' as const, doorIds }
    return { site, hall, doors, body }
  }

  it('an interlock is created, changed and deleted, and its doors are told each time', async () => {
    const { site, doors, body } = await newMantrap()
    const interlock = await admin.ask(createInterlock, { body })
    expect(interlock.doors.map(({ id }) => id).toSorted()).toEqual(body.doorIds.toSorted())
    expect(await admin.ask(listInterlocks, { query: { siteId: site.id } })).toEqual([interlock])
    expect(await admin.ask(listInterlocks, { query: { doorId: doors[2].door.id } })).toEqual([])
    expect(await admin.ask(listInterlocks, { query: {} })).toContainEqual(interlock)
    const revision = await revisionOf(doors[1].device)
    const params = { id: interlock.id }
    const changed = { ...body, doorIds: [doors[0].door.id, doors[2].door.id] }
    expect((await admin.ask(updateInterlock, { params, body: changed })).doors).toHaveLength(2)
    expect(await revisionOf(doors[1].device)).toBeGreaterThan(revision)
    expect((await documentOf(doors[1].device)).door).toBeNull()
    await admin.ask(deleteInterlock, { params })
    await expect(admin.ask(deleteInterlock, { params })).rejects.toThrow('interlock.not-found')
    await expect(admin.ask(updateInterlock, { params, body })).rejects.toThrow('interlock.not-found')
  })

  it('an interlock has two doors at least, each once, that exist and have a contact, and a name of its own', async () => {
    const { site, hall, doors, body } = await newMantrap()
    const blind = await newDoor(site.id, null, hall.id, { hasContact: false })
    const [one, other] = body.doorIds
    const create = (doorIds: (string | undefined)[], name = nameOf('Mantrap')) =>
      admin.ask(createInterlock, { body: { name, whenUnknown: 'opens', doorIds: doorIds.map(String) } })
    await expect(create([one])).rejects.toThrow('request.invalid')
    await expect(create([one, one])).rejects.toThrow('request.invalid')
    await expect(create([one, randomUUID()])).rejects.toThrow('door.not-found')
    await expect(create([one, blind.door.id])).rejects.toThrow('interlock.door-without-contact')
    const { id, name } = await create([one, other])
    await expect(create([one, other], name.toUpperCase())).rejects.toThrow('interlock.name-taken')
    await expect(
      admin.ask(updateInterlock, { params: { id }, body: { ...body, doorIds: [blind.door.id, doors[2].door.id] } }),
    ).rejects.toThrow('interlock.door-without-contact')
  })

  it('a door in an interlock cannot be deleted, stays when its device goes, and is named once it has no contact', async () => {
    const { doors, body } = await newMantrap()
    const interlock = await admin.ask(createInterlock, { body })
    const { door, device } = doors[0]
    const { name, site, toArea } = door
    const input = { name, siteId: site.id, fromAreaId: null, toAreaId: toArea?.id ?? null, readers: [] }
    await admin.ask(updateDoor, { params: { id: door.id }, body: input })
    await expect(admin.ask(deleteDoor, { params: { id: door.id } })).rejects.toThrow('door.in-interlock')
    const [shown] = await admin.ask(listInterlocks, { query: { doorId: door.id } })
    expect(shown?.doorsWithoutContact).toEqual([{ id: door.id, name: door.name }])
    await admin.ask(deleteDevice, { params: { id: device.id } })
    await admin.ask(deleteDevice, { params: { id: doors[1].device.id } })
    expect((await admin.ask(getDoor, { params: { id: doors[1].door.id } })).readers).toEqual([])
    await admin.ask(deleteInterlock, { params: { id: interlock.id } })
    await admin.ask(deleteDoor, { params: { id: door.id } })
  })
})

describe('the document of a terminal', () => {
  it('a terminal gets the rules of the areas entered and of its interlocks, the innermost of each kind', async () => {
    const { site, top, hall } = await newSite()
    const lab = await admin.ask(createArea, { body: { parentAreaId: hall.id, name: 'Laboratory' } })
    const [front, inner] = [await newDoor(site.id, null, lab.id), await newDoor(site.id, hall.id, lab.id)]
    await set(hall.id, { antiPassback: { ...hard, resetMinutes: [0] }, occupancyLimit: limit })
    await set(top.id, { occupancyLimit: { ...limit, max: 50 } })
    const body = { name: nameOf('Mantrap'), whenUnknown: 'refuses' as const, doorIds: [front.door.id, inner.door.id] }
    await admin.ask(createInterlock, { body })
    const { resetMinutes: _, ...antiPassback } = hard
    expect((await documentOf(front.device)).door).toEqual({
      leavesAreaId: null,
      entersAreaId: lab.id,
      freeHours: null,
      antiPassback,
      // The limit is that of the hall around the laboratory.
      occupancyLimit: { ...limit, areaId: hall.id },
      interlock: { doorIds: [inner.door.id], whenUnknown: 'refuses' },
      escort: null,
      severalPeople: null,
      firstPersonIn: null,
    })
    // People who are in the hall already do not enter it by the inner door.
    expect((await documentOf(inner.device)).door).toMatchObject({
      antiPassback: null,
      occupancyLimit: null,
      interlock: { doorIds: [front.door.id] },
    })
    expect(await admin.ask(getRulesAround, { params: { id: front.door.id } })).toMatchObject({
      entry: [{ area: { id: hall.id, name: 'Hall' }, antiPassback: { mode: 'hard' }, occupancyLimit: limit }],
      exit: [],
      interlocks: [{ name: body.name }],
      unableDevices: [],
    })
    await expect(admin.ask(getRulesAround, { params: { id: randomUUID() } })).rejects.toThrow('door.not-found')
  })

  it('a terminal that cannot ask the server gets no rule of an area, the page names it, and its next program gets the rule', async () => {
    const { site, hall } = await newSite()
    const device = await pairTestDevice(house, admin, nameOf('Reader'))
    const readers = [{ deviceId: device.id, port: 1, direction: 'entry' as const }]
    const { door } = await newDoor(site.id, null, hall.id, { readers })
    await set(hall.id, { antiPassback: hard })
    const rules = { ...(await admin.ask(getDoorRules, { params: { id: door.id } })) }
    const escort = { escortGroupIds: [(await newGroup()).id], seconds: 20 }
    await admin.ask(setDoorRules, { params: { id: door.id }, body: { ...rules, escort } })
    const before = await documentOf(device)
    expect(before.door).toMatchObject({ escort, antiPassback: null })
    const around = await admin.ask(getRulesAround, { params: { id: door.id } })
    expect(around.unableDevices.map(({ id }) => id)).toEqual([device.id])
    await learn(device)
    const after = await documentOf(device)
    expect(after.revision).toBeGreaterThan(before.revision)
    expect(after.door).toMatchObject({ escort, antiPassback: { mode: 'hard' } })
  })

  it('a terminal gets the rules of the areas around once its area moves into them', async () => {
    const { site, top, hall } = await newSite()
    const wing = await admin.ask(createArea, { body: { parentAreaId: top.id, name: 'Wing' } })
    const { device } = await newDoor(site.id, null, hall.id)
    await set(wing.id, { antiPassback: hard })
    const before = await documentOf(device)
    expect(before.door).toBeNull()
    await admin.ask(updateArea, { params: { id: hall.id }, body: { name: 'Hall', parentAreaId: wing.id } })
    const after = await documentOf(device)
    expect(after.revision).toBeGreaterThan(before.revision)
    expect(after.door).toMatchObject({ antiPassback: { mode: 'hard' } })
  })
})

describe('the answer to a terminal after a reset', () => {
  const shift = 60_000
  /** Somebody who has come in at this door, a while ago. */
  async function someoneInside(rules: Partial<AreaRules> = { antiPassback: hard }) {
    const { site, hall, top } = await newSite()
    const { device } = await newDoor(site.id, null, hall.id)
    const group = await newGroup()
    await admin.ask(updateDevice, { params: { id: device.id }, body: { groupIds: [group.id] } })
    const person = await buildStaff(admin, nameOf('Ada'), [group.id])
    await set(hall.id, rules)
    await comeIn(device, person.id, 1)
    return { site, hall, top, device, person }
  }
  async function comeIn(device: PairedDevice, personId: string, sequence: number) {
    const recognisedAt = house.clock.now().round('millisecond').toString()
    const passage = { personId, recognisedAt, kind: 'staff', opened: true, abnormal: 'none' } as const
    await device.ask(pushRecords, { body: { records: [buildRecord(sequence, passage)] } })
    house.clock.advance({ milliseconds: shift })
  }
  const askOf = async (device: PairedDevice, personId: string) => {
    const body = { personId, at: house.clock.now().toString(), claim: false }
    return (await device.ask(askSurroundings, { body })).around
  }

  it('a person who was reset counts as outside once, and not as a second person; their location stays', async () => {
    const { hall, top, device, person } = await someoneInside()
    const before = await askOf(device, person.id)
    expect(before).toMatchObject({ person: { areaIds: [hall.id, top.id] }, occupancy: 1 })
    expect(before.person?.enteredAt).not.toBeNull()
    await admin.ask(resetPersonPassback, { params: { id: person.id } })
    expect(await askOf(device, person.id)).toMatchObject({
      person: { areaIds: [top.id], enteredAt: null },
      occupancy: 0,
    })
    const { items } = await admin.ask(listInside, { query: { areaId: hall.id } })
    expect(items.map((one) => one.person.id)).toEqual([person.id])
    house.clock.advance({ milliseconds: shift })
    await comeIn(device, person.id, 2)
    expect(await askOf(device, person.id)).toMatchObject({ person: { areaIds: [hall.id, top.id] }, occupancy: 1 })
  })

  it('a reset of an area holds for everybody in it and in those inside it, and for nobody elsewhere', async () => {
    const { top, device, person } = await someoneInside()
    const elsewhere = await someoneInside()
    await admin.ask(resetAreaPassback, { params: { id: top.id } })
    expect(await askOf(device, person.id)).toMatchObject({ person: { areaIds: [top.id] } })
    const { hall, top: site } = elsewhere
    expect(await askOf(elsewhere.device, elsewhere.person.id)).toMatchObject({
      person: { areaIds: [hall.id, site.id] },
    })
  })

  it('a timetable forgives everybody when its range begins, is told in the rules, and cannot be deleted meanwhile', async () => {
    const at = house.clock.now().toZonedDateTimeISO('UTC').add({ minutes: 4 })
    const startMinute = at.hour * 60 + at.minute
    const day = startMinute < 1439 ? [{ startMinute, endMinute: 1440 }] : [{ startMinute: 0, endMinute: 1440 }]
    const timetable = await admin.ask(createTimetable, {
      body: {
        name: nameOf('Nights'),
        validFromOn: null,
        validToOn: null,
        week: [day, day, day, day, day, day, day],
        holiday: [],
        holidays: [],
      },
    })
    const antiPassback = { ...hard, resetTimetableId: timetable.id }
    const { hall, top, device, person } = await someoneInside({ antiPassback })
    const body = { name: nameOf('Site'), address: null, timeZone: 'UTC', force: true }
    await admin.ask(updateSite, { params: { id: hall.siteId }, body })
    expect((await admin.ask(getAreaRules, { params: { id: hall.id } })).antiPassback).toEqual(antiPassback)
    await expect(admin.ask(deleteTimetable, { params: { id: timetable.id } })).rejects.toThrow(
      'timetable.used-by-areas',
    )
    await expect(set(hall.id, { antiPassback: { ...hard, resetTimetableId: randomUUID() } })).rejects.toThrow(
      'timetable.not-found',
    )
    expect(await askOf(device, person.id)).toMatchObject({ person: { areaIds: [hall.id, top.id] } })
    house.clock.advance({ minutes: 5 })
    expect(await askOf(device, person.id)).toMatchObject({ person: { areaIds: [top.id] } })
  })

  it('a daily reset holds from its time on, on the clock of the site', async () => {
    const nowOn = house.clock.now().toZonedDateTimeISO('UTC')
    const at = nowOn.add({ hours: 2 }).round({ smallestUnit: 'minute', roundingMode: 'ceil' })
    const resetMinutes = [at.hour * 60 + at.minute]
    const { hall, top, device, person } = await someoneInside({ antiPassback: { ...hard, resetMinutes } })
    const body = { name: nameOf('Site'), address: null, timeZone: 'UTC', force: true }
    await admin.ask(updateSite, { params: { id: hall.siteId }, body })
    // Last in this file: sessions end meanwhile.
    house.clock.advance({ hours: 1 })
    expect(await askOf(device, person.id)).toMatchObject({ person: { areaIds: [hall.id, top.id] } })
    house.clock.advance({ hours: 2 })
    expect(await askOf(device, person.id)).toMatchObject({ person: { areaIds: [top.id] } })
  })
})
