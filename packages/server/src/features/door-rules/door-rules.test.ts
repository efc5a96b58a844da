import { randomUUID } from 'node:crypto'
import { getConfiguration } from '@gatehouse/contract/device/link.ts'
import { getDoorRules, setDoorRules } from '@gatehouse/contract/features/door-rules.ts'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { createArea, createDoor, createSite, type DoorInput } from '@gatehouse/contract/features/sites.ts'
import { createTimetable, deleteTimetable, updateTimetable } from '@gatehouse/contract/features/timetables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
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
const allDay = [{ startMinute: 0, endMinute: 1440 }]
const timetableInput = () => ({
  name: nameOf('Timetable'),
  validFromOn: null,
  validToOn: null,
  week: [allDay, allDay, allDay, allDay, allDay, allDay, allDay],
  holiday: [],
  holidays: [],
})
const newTimetable = () => admin.ask(createTimetable, { body: timetableInput() })
const revisionOf = async (device: PairedDevice) => (await device.ask(getConfiguration)).access.revision

async function newSite() {
  const body = { name: nameOf('Site'), address: null, timeZone: null }
  const site = await admin.ask(createSite, { body })
  const hall = await admin.ask(createArea, { body: { parentAreaId: site.areas[0]!.id, name: 'Hall' } })
  return { site, hall }
}

async function newDoor(
  siteId: string,
  fromAreaId: string | null,
  toAreaId: string | null,
  more: Partial<DoorInput> = {},
) {
  const device = await pairTestDevice(house, admin, nameOf('Reader'))
  const readers = [{ deviceId: device.id, port: 1, direction: 'entry' as const }]
  const body = { name: nameOf('Door'), siteId, fromAreaId, toAreaId, readers, ...more }
  const door = await admin.ask(createDoor, { body })
  return { device, door }
}

const noRules = { freeHours: null, escort: null, severalPeople: null, firstPersonIn: null }

describe('rules of a door', () => {
  it('the rules of a door are kept as they were set, and its terminals are told', async () => {
    const { site, hall } = await newSite()
    const { device, door } = await newDoor(site.id, null, hall.id)
    const [group, timetable] = [await newGroup(), await newTimetable()]
    await admin.ask(updateDevice, { params: { id: device.id }, body: { groupIds: [group.id] } })
    const before = await revisionOf(device)
    const body = {
      freeHours: { timetableId: timetable.id, afterFirstPerson: true },
      escort: { escortGroupIds: [group.id], seconds: 20 },
      severalPeople: { groupIds: [group.id], count: 2, seconds: 10 },
      firstPersonIn: { groupIds: [group.id], timetableId: null },
    }
    const params = { id: door.id }
    expect(await admin.ask(setDoorRules, { params, body })).toEqual(body)
    expect(await admin.ask(getDoorRules, { params })).toEqual(body)
    expect(await revisionOf(device)).toBeGreaterThan(before)
    expect(await admin.ask(setDoorRules, { params, body: noRules })).toEqual(noRules)
  })

  it('a timetable that a door uses cannot be deleted, and its changes reach the door', async () => {
    const { site, hall } = await newSite()
    const { device, door } = await newDoor(site.id, null, hall.id)
    const timetable = await newTimetable()
    const params = { id: door.id }
    const body = { ...noRules, freeHours: { timetableId: timetable.id, afterFirstPerson: false } }
    await admin.ask(setDoorRules, { params, body })
    await expect(admin.ask(deleteTimetable, { params: { id: timetable.id } })).rejects.toThrow(
      'timetable.used-by-doors',
    )
    const before = await revisionOf(device)
    await admin.ask(updateTimetable, { params: { id: timetable.id }, body: timetableInput() })
    expect(await revisionOf(device)).toBeGreaterThan(before)
    await admin.ask(setDoorRules, { params, body: noRules })
    await admin.ask(deleteTimetable, { params: { id: timetable.id } })
  })

  it('an unknown door, group or timetable is refused, and nothing is kept', async () => {
    const { site, hall } = await newSite()
    const { door } = await newDoor(site.id, null, hall.id)
    const set = (id: string, body: object) => admin.ask(setDoorRules, { params: { id }, body: { ...noRules, ...body } })
    await expect(set(randomUUID(), {})).rejects.toThrow('door.not-found')
    await expect(set(door.id, { escort: { escortGroupIds: [randomUUID()], seconds: 5 } })).rejects.toThrow(
      'group.not-found',
    )
    const freeHours = { timetableId: randomUUID(), afterFirstPerson: false }
    await expect(set(door.id, { freeHours })).rejects.toThrow('timetable.not-found')
    await expect(set(door.id, { escort: { escortGroupIds: [], seconds: 5 } })).rejects.toThrow('request.invalid')
    expect(await admin.ask(getDoorRules, { params: { id: door.id } })).toEqual(noRules)
  })

  it('two doors that would wait for each other for ever are refused', async () => {
    const { site, hall } = await newSite()
    const yard = await admin.ask(createArea, { body: { parentAreaId: site.areas[0]!.id, name: 'Yard' } })
    const [guards, managers] = [await newGroup(), await newGroup()]
    const [north, south] = [await newDoor(site.id, null, hall.id), await newDoor(site.id, hall.id, yard.id)]
    const bind = (device: PairedDevice, groupIds: string[]) =>
      admin.ask(updateDevice, { params: { id: device.id }, body: { groupIds } })
    await bind(north.device, [guards.id, managers.id])
    await bind(south.device, [managers.id])
    const first = (id: string, groupId: string) =>
      admin.ask(setDoorRules, {
        params: { id },
        body: { ...noRules, firstPersonIn: { groupIds: [groupId], timetableId: null } },
      })
    await first(south.door.id, managers.id)
    await bind(north.device, [managers.id])
    await expect(first(north.door.id, guards.id)).rejects.toThrow('door-rule.first-person-circle')
    expect(await admin.ask(getDoorRules, { params: { id: north.door.id } })).toEqual(noRules)
    await first(north.door.id, managers.id)
  })
})

describe('the document of a terminal', () => {
  it('a terminal gets no rules of its door while none is set', async () => {
    const own = await startTestGatehouse()
    try {
      const device = await pairTestDevice(own, await own.asRole('superAdmin'))
      expect((await device.ask(getConfiguration)).access.door).toBeNull()
    } finally {
      await own.close()
    }
  })

  it('a terminal gets the rules of its door, as its reader leads, with their timetables', async () => {
    const { site, hall } = await newSite()
    const { device, door } = await newDoor(site.id, null, hall.id)
    const [group, timetable] = [await newGroup(), await newTimetable()]
    const freeHours = { timetableId: timetable.id, afterFirstPerson: false }
    const escort = { escortGroupIds: [group.id], seconds: 20 }
    await admin.ask(setDoorRules, { params: { id: door.id }, body: { ...noRules, freeHours, escort } })
    const { access } = await device.ask(getConfiguration)
    expect(access.timetables.map(({ id }) => id)).toEqual([timetable.id])
    expect(access.door).toMatchObject({
      leavesAreaId: null,
      entersAreaId: hall.id,
      freeHours,
      escort,
      firstPersonIn: null,
    })
    const other = await newDoor(site.id, null, hall.id)
    expect((await other.device.ask(getConfiguration)).access.door).toBeNull()
  })
})
