import { getRulesAround } from '@gatehouse/contract/features/door-rules.ts'
import {
  getDevice,
  listDeviceMakes,
  listDevicePeople,
  sendCommand,
  sendCommands,
} from '@gatehouse/contract/features/devices.ts'
import { listCommandLacks } from '@gatehouse/contract/features/devices/lacks.ts'
import { getLockdownInput, updateLockdownInput } from '@gatehouse/contract/features/lockdown.ts'
import { createPolicies } from '@gatehouse/contract/features/policies.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { listTimetableLimits } from '@gatehouse/contract/features/timetables/limits.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { numbersOf } from '../../people/device-numbers.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
let own: PairedDevice
let other: PairedDevice
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  own = await pairTestDevice(house, admin, 'Own')
  other = await pairTestDevice(house, admin, 'Other')
  await house.db.updateTable('device').set({ make: 'zkteco', type: 'ZKATT' }).where('id', '=', other.id).execute()
})
afterAll(() => house.close())

it('a device tells what it can do by its make, and the reason where it cannot', async () => {
  const { capabilities } = await admin.ask(getDevice, { params: { id: other.id } })
  expect(capabilities).toMatchObject({ make: 'zkteco', credentials: { face: null, pin: 'kept-hashed' } })
  expect((await admin.ask(getDevice, { params: { id: own.id } })).capabilities.timetables).toBeNull()
})

it('a command that the make has no word for is refused before it is sent, to one device and among many', async () => {
  const body = { kind: 'hold-closed' } as const
  expect(await admin.call(sendCommand, { params: { id: other.id }, body })).toMatchObject({
    status: 422,
    message: 'device.cannot',
  })
  const deviceIds = [own.id, other.id]
  expect(await admin.ask(sendCommands, { body: { deviceIds, ...body } })).toMatchObject({ sent: 1, unable: 1 })
  const queued = house.db.selectFrom('device_command').select('device_id').where('kind', '=', 'hold-closed')
  expect(await queued.execute()).toEqual([{ device_id: own.id }])
})

it('a general admin restarts a device and opens no door by one; a device admin does', async () => {
  const subAdmin = await house.asRole('subAdmin')
  const params = { id: own.id }
  for (const kind of ['open-once', 'hold-open', 'hold-closed', 'normal'] as const) {
    expect(await subAdmin.call(sendCommand, { params, body: { kind } })).toMatchObject({
      status: 403,
      message: 'device.opens-for-others',
    })
  }
  const many = { deviceIds: [own.id], kind: 'hold-open' as const }
  expect((await subAdmin.call(sendCommands, { body: many })).status).toBe(403)
  expect(await subAdmin.ask(sendCommand, { params, body: { kind: 'restart' } })).toMatchObject({ state: 'waiting' })
  const deviceAdmin = await house.asRole('deviceAdmin')
  expect(await deviceAdmin.ask(sendCommand, { params, body: { kind: 'normal' } })).toMatchObject({ state: 'waiting' })
})

it('the devices that lack commands are told together, without those that have all', async () => {
  const lacks = await admin.ask(listCommandLacks)
  expect(lacks).toMatchObject([{ commands: { 'open-once': null, 'hold-closed': 'no-word' }, deviceIds: [other.id] }])
  const visitorAdmin = await house.asRole('visitorAdmin')
  expect((await visitorAdmin.call(listCommandLacks)).status).toBe(403)
})

it('a lockdown input is not switched on where the make tells nothing of its wires', async () => {
  const body = { isOn: true, level: null, scope: null, exemptGroupIds: [] }
  const refused = await admin.call(updateLockdownInput, { params: { id: other.id }, body })
  expect(refused).toMatchObject({ status: 422, message: 'device.cannot' })
  expect(await admin.ask(getLockdownInput, { params: { id: other.id } })).toMatchObject({ isOn: false })
  expect((await admin.call(updateLockdownInput, { params: { id: own.id }, body })).status).toBe(200)
})

it('the people of a device are told with the number by which it knows them', async () => {
  const { id } = await admin.ask(createStaff, { body: { name: 'Numbered' } })
  const numberOf = async () => {
    const { items } = await admin.ask(listDevicePeople, { params: { id: other.id }, query: { keyword: 'Numbered' } })
    return items.map(({ number }) => number)
  }
  expect(await numberOf()).toEqual([null])
  const numbers = await numbersOf(house.gatehouse.services, [id])
  expect(await numberOf()).toEqual([numbers.get(id)])
})

it('the rules of a door name the devices that do not hold them', async () => {
  const door = await house.db
    .selectFrom('door_reader')
    .select('door_id')
    .where('device_id', '=', other.id)
    .executeTakeFirstOrThrow()
  const { unheldRules } = await admin.ask(getRulesAround, { params: { id: door.door_id } })
  expect(unheldRules.map(({ rule, devices }) => `${rule} ${devices.map(({ name }) => name).join()}`)).toContain(
    'escort Other',
  )
})

it('a timetable tells the devices that decide by themselves, by their name and by its policies', async () => {
  const closed = Array.from({ length: 7 }, () => [])
  const timetable = { name: 'Office', validFromOn: null, validToOn: null, week: closed, holiday: [], holidays: [] }
  const { id: timetableId } = await admin.ask(createTimetable, { body: timetable })
  const limited = async (query: { timetableId?: string; deviceIds?: string }) =>
    (await admin.ask(listTimetableLimits, { query })).map(({ device }) => device.name)
  expect(await limited({ timetableId })).toEqual([])
  expect(await limited({ deviceIds: [own.id, other.id].join(',') })).toEqual(['Other'])
  const { groups } = await admin.ask(getDevice, { params: { id: other.id } })
  const groupIds = groups.filter(({ kind }) => kind === 'staff').map(({ id }) => id)
  await admin.ask(createPolicies, { body: { deviceIds: [own.id, other.id], groupIds, timetableId } })
  expect(await limited({ timetableId })).toEqual(['Other'])
})

it('a make that is not switched on is told as such among those that can join', async () => {
  expect((await admin.ask(listDeviceMakes)).map(({ make, isOn }) => [make, isOn])).toEqual([
    ['gatehouse', true],
    ['zkteco', false],
  ])
})
