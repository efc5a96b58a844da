import { randomUUID } from 'node:crypto'
import { getConfiguration } from '@gatehouse/contract/device/link.ts'
import {
  type ElevatorFloor,
  getElevatorFloors,
  setElevatorFloors,
} from '@gatehouse/contract/features/door-rules/elevator-floors.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import {
  createArea,
  createDoor,
  createSite,
  deleteArea,
  type DoorInput,
  updateArea,
} from '@gatehouse/contract/features/sites.ts'
import { createTimetable, deleteTimetable } from '@gatehouse/contract/features/timetables.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pairTestDevice } from '../../../test/device-caller.ts'
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

async function newElevator(more: Partial<DoorInput> = {}) {
  const site = await admin.ask(createSite, { body: { name: nameOf('Site'), address: null, timeZone: null } })
  const [top] = site.areas
  const newFloor = (name: string) => admin.ask(createArea, { body: { parentAreaId: top!.id, name } })
  const areas = [await newFloor('Ground'), await newFloor('Attic')] as const
  const device = await pairTestDevice(house, admin, nameOf('Reader'))
  const readers = [{ deviceId: device.id, port: 1, direction: 'entry' as const }]
  const body = { name: nameOf('Lift'), kind: 'elevator' as const, siteId: site.id, fromAreaId: null, readers }
  const door = await admin.ask(createDoor, { body: { ...body, toAreaId: top!.id, ...more } })
  return { areas, device, door }
}
const floorOf = (areaId: string, output: number, more: Partial<ElevatorFloor> = {}): ElevatorFloor => ({
  areaId,
  output,
  groupIds: [],
  timetableId: null,
  ...more,
})
const set = (id: string, floors: ElevatorFloor[]) => admin.ask(setElevatorFloors, { params: { id }, body: { floors } })

const allDay = [{ startMinute: 0, endMinute: 1440 }]
const newTimetable = () =>
  admin.ask(createTimetable, {
    body: {
      name: nameOf('Timetable'),
      validFromOn: null,
      validToOn: null,
      week: [allDay, allDay, allDay, allDay, allDay, allDay, allDay],
      holiday: [],
      holidays: [],
    },
  })

it('the floors of an elevator are kept by output, and its terminal gets them with their timetables', async () => {
  const { areas, device, door } = await newElevator()
  const group = await admin.ask(groupRoutesOf.staff.create, { body: { name: nameOf('Group') } })
  const timetable = await newTimetable()
  const before = (await device.ask(getConfiguration)).access
  expect(before.door).toBeNull()
  const ground = floorOf(areas[0].id, 1)
  const attic = floorOf(areas[1].id, 2, { groupIds: [group.id], timetableId: timetable.id })
  expect(await set(door.id, [attic, ground])).toMatchObject({ floors: [ground, attic] })
  expect(await admin.ask(getElevatorFloors, { params: { id: door.id } })).toMatchObject({ floors: [ground, attic] })
  const after = (await device.ask(getConfiguration)).access
  expect(after.revision).toBeGreaterThan(before.revision)
  expect(after.door?.floors).toEqual([
    { ...ground, name: 'Ground' },
    { ...attic, name: 'Attic' },
  ])
  expect(after.timetables.map(({ id }) => id)).toEqual([timetable.id])

  await expect(admin.ask(deleteTimetable, { params: { id: timetable.id } })).rejects.toThrow('timetable.used-by-doors')
  await expect(admin.ask(deleteArea, { params: { id: areas[1].id } })).rejects.toThrow('area.has-doors')
  expect(await set(door.id, [])).toMatchObject({ floors: [] })
  await admin.ask(deleteArea, { params: { id: areas[1].id } })
  expect((await device.ask(getConfiguration)).access.door).toBeNull()
})

it('a door that is no elevator has no floors, and a floor is an area of the site of the elevator', async () => {
  const { areas, door } = await newElevator()
  const other = await newElevator({ kind: 'door' })
  const floor = floorOf(areas[0].id, 1)
  await expect(set(randomUUID(), [floor])).rejects.toThrow('door.not-found')
  await expect(admin.ask(getElevatorFloors, { params: { id: randomUUID() } })).rejects.toThrow('door.not-found')
  await expect(set(other.door.id, [floorOf(other.areas[0].id, 1)])).rejects.toThrow('door.not-elevator')
  await expect(set(door.id, [floorOf(other.areas[0].id, 1)])).rejects.toThrow('area.not-found')
  await expect(set(door.id, [{ ...floor, groupIds: [randomUUID()] }])).rejects.toThrow('group.not-found')
  await expect(set(door.id, [{ ...floor, timetableId: randomUUID() }])).rejects.toThrow('timetable.not-found')
  await expect(set(door.id, [floor, floorOf(areas[0].id, 2)])).rejects.toThrow('request.invalid')
  await expect(set(door.id, [floor, floorOf(areas[1].id, 1)])).rejects.toThrow('request.invalid')
  await expect(set(door.id, [floorOf(areas[0].id, 65)])).rejects.toThrow('request.invalid')
  expect(await admin.ask(getElevatorFloors, { params: { id: door.id } })).toMatchObject({ floors: [] })
})

it('floors that somebody else has changed meanwhile are not saved over', async () => {
  const { areas, door } = await newElevator()
  const params = { id: door.id }
  const { version } = await admin.ask(getElevatorFloors, { params })
  const floors = [floorOf(areas[0].id, 1)]
  const first = await admin.ask(setElevatorFloors, { params, body: { floors, version } })
  expect(first.floors).toEqual(floors)
  await expect(admin.ask(setElevatorFloors, { params, body: { floors: [], version } })).rejects.toThrow(
    'door.changed-meanwhile',
  )
  expect(await admin.ask(getElevatorFloors, { params })).toEqual(first)
  const body = { floors: [], version: first.version }
  expect(await admin.ask(setElevatorFloors, { params, body })).toEqual({ floors: [], version })
})

it('the terminal of an elevator learns of a floor that is renamed', async () => {
  const { areas, device, door } = await newElevator()
  await set(door.id, [floorOf(areas[1].id, 4)])
  const before = (await device.ask(getConfiguration)).access
  await admin.ask(updateArea, { params: { id: areas[1].id }, body: { name: 'Roof garden' } })
  const after = (await device.ask(getConfiguration)).access
  expect(after.revision).toBeGreaterThan(before.revision)
  expect(after.door?.floors).toEqual([{ ...floorOf(areas[1].id, 4), name: 'Roof garden' }])
})
