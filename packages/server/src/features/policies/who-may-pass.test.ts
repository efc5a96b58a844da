import { randomUUID } from 'node:crypto'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { groupRoutesOf, listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { createPolicies, explainAccess } from '@gatehouse/contract/features/policies.ts'
import { getWhoMayPass } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import { setDoorRules } from '@gatehouse/contract/features/door-rules.ts'
import { listDoors } from '@gatehouse/contract/features/sites.ts'
import { updateStaff } from '@gatehouse/contract/features/staff.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStaff } from '../../../test/device-caller.ts'
import { buildDoors, type DoorDevice } from '../../../test/door-devices.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildVisitor, inHours } from '../../../test/visits.ts'

let house: TestGatehouse
let admin: Caller
let entry: DoorDevice
let exit: DoorDevice
let staffGroup: string
let visitorGroup: string
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  const build = buildDoors(house, admin)
  const { site, hall } = await build.site()
  entry = await build.door(site, null, hall.id)
  exit = await build.door(site, null, hall.id, { direction: 'exit' })
  staffGroup = (await admin.ask(listGroups, { query: { kind: 'staff' } }))[0]!.id
  visitorGroup = (await admin.ask(listGroups, { query: { kind: 'visitor' } }))[0]!.id
})
afterAll(() => house.close())

const who = ({ id }: DoorDevice) => admin.ask(getWhoMayPass, { query: { deviceId: id } })
const namesAt = async (door: DoorDevice) => (await who(door)).people.map(({ name }) => name)
const newGroup = async (name: string) => (await admin.ask(groupRoutesOf.staff.create, { body: { name } })).id
const bind = ({ id }: DoorDevice, ...groupIds: string[]) =>
  admin.ask(updateDevice, { params: { id }, body: { groupIds } })
const newTimetable = async (name: string, ranges: { startMinute: number; endMinute: number }[]) => {
  const week = Array.from({ length: 7 }, () => ranges)
  const body = { name, validFromOn: null, validToOn: null, week, holiday: [], holidays: [] }
  return (await admin.ask(createTimetable, { body })).id
}

it('A door tells who may pass now: the people of its groups that are open, and the hours of each group', async () => {
  const [day, never] = [await newGroup('Day'), await newGroup('Nobody now')]
  const [always, closed] = [
    await newTimetable('All day', [{ startMinute: 0, endMinute: 1440 }]),
    await newTimetable('Closed', []),
  ]
  for (const door of [entry, exit]) await bind(door, day, never)
  const deviceIds = [entry.id, exit.id]
  await admin.ask(createPolicies, { body: { deviceIds, groupIds: [day], timetableId: always } })
  await admin.ask(createPolicies, { body: { deviceIds, groupIds: [never], timetableId: closed } })
  await buildStaff(admin, 'Ada', [staffGroup, day])
  await buildStaff(admin, 'Bo', [staffGroup, never])
  await buildStaff(admin, 'Cem', [staffGroup, day, never])
  await buildStaff(admin, 'Dora', [staffGroup])

  const answer = await who(entry)
  expect(answer.count).toBe(2)
  expect(answer.people.map(({ name }) => name)).toEqual(['Ada', 'Cem'])
  expect(
    answer.groups.map(({ name, people, isOpenNow, timetableIds }) => [name, people, isOpenNow, timetableIds]),
  ).toEqual([
    ['Day', 2, true, [always]],
    ['Nobody now', 2, false, [closed]],
  ])
  expect(answer.timetables.map(({ name, neverOpens }) => [name, neverOpens])).toEqual([
    ['All day', false],
    ['Closed', true],
  ])
})

it('A person who is suspended or has left passes the reader that leads out, and not the one that leads in', async () => {
  const late = await newGroup('Late')
  for (const door of [entry, exit]) await bind(door, late)
  await buildStaff(admin, 'Eve', [staffGroup, late])
  const suspended = await buildStaff(admin, 'Finn', [staffGroup, late])
  await admin.ask(suspendPeople, { body: { personIds: [suspended.id], toAt: null } })
  const left = await buildStaff(admin, 'Gro', [staffGroup, late])
  const yesterday = house.clock.now().subtract({ hours: 48 }).toString().slice(0, 10)
  await admin.ask(updateStaff, { params: { id: left.id }, body: { leavingOn: yesterday, version: left.version } })
  expect(await namesAt(entry)).toEqual(['Eve'])
  expect(await namesAt(exit)).toEqual(['Eve', 'Finn', 'Gro'])
})

it('A visitor counts during the visit, and each answer is that of the explanation', async () => {
  await bind(entry, visitorGroup, staffGroup)
  await buildVisitor(house, admin, { name: 'Hana' })
  await buildVisitor(house, admin, { name: 'Ivo', validFromAt: inHours(house, 2), validToAt: inHours(house, 3) })
  const { count, people } = await who(entry)
  const everybody = await house.db.selectFrom('person').select(['id', 'name']).orderBy('name').execute()
  const passing = []
  for (const { id: personId, name } of everybody)
    if ((await admin.ask(explainAccess, { query: { personId, deviceId: entry.id } })).opens) passing.push(name)
  expect(passing).toContain('Hana')
  expect(passing).not.toContain('Ivo')
  expect([count, people.map(({ name }) => name)]).toEqual([passing.length, passing])
})

it('Of a controller each door has its own groups', async () => {
  const yard = await newGroup('Yard')
  await house.db.updateTable('device').set({ door_count: 2 }).where('id', '=', entry.id).execute()
  const body = { groupIds: [staffGroup, yard], groupPorts: { [yard]: [2] } }
  await admin.ask(updateDevice, { params: { id: entry.id }, body })
  const groupsAt = async (port: number) =>
    (await admin.ask(getWhoMayPass, { query: { deviceId: entry.id, port } })).groups.map(({ name }) => name)
  expect(await groupsAt(1)).not.toContain('Yard')
  expect(await groupsAt(2)).toContain('Yard')
})

it('A door tells its coming hours: of each group when they begin and end, and when everybody passes', async () => {
  const shift = await newGroup('Shift')
  await bind(exit, shift)
  const now = house.clock.now().toZonedDateTimeISO('UTC')
  const minute = now.hour * 60 + now.minute
  const from = Math.min(minute + 60, 1380)
  const hours = await newTimetable('From soon on', [{ startMinute: from, endMinute: 1440 }])
  await admin.ask(createPolicies, { body: { deviceIds: [exit.id], groupIds: [shift], timetableId: hours } })
  const [door] = (await admin.ask(listDoors, { query: { deviceId: exit.id } })).items
  const lunch = await newTimetable('Lunch', [{ startMinute: 0, endMinute: 1 }])
  await admin.ask(setDoorRules, {
    params: { id: door!.id },
    body: {
      freeHours: { timetableId: lunch, afterFirstPerson: false },
      escort: null,
      severalPeople: null,
      firstPersonIn: null,
    },
  })
  const { timeZone, days, changes } = (await who(exit)).hours
  expect(days).toHaveLength(7)
  expect(days[1]).toMatchObject({
    open: [{ startMinute: from, endMinute: 1440 }],
    free: [{ startMinute: 0, endMinute: 1 }],
  })
  const wall = ({ at, groupId, begins }: (typeof changes)[number]) => {
    const there = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
    return [there.hour * 60 + there.minute, groupId, begins]
  }
  const expected = [
    [from, shift, true],
    [0, shift, false],
    [0, null, true],
    [1, null, false],
  ]
  const place = expected.findIndex(([at]) => at === wall(changes[0]!)[0])
  expect(changes.slice(0, 3).map(wall)).toEqual([0, 1, 2].map((n) => expected[(place + n) % expected.length]))
})

it('A door tells its next days also where much still changes today', async () => {
  const { hour } = house.clock.now().toZonedDateTimeISO('UTC')
  // It is after midnight there, and the whole day is to come.
  const timeZone = hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`
  await admin.ask(updateDevice, { params: { id: entry.id }, body: { timeZone } })
  const starts = [120, 300, 480, 660]
  const groupIds = await Promise.all(starts.map((start) => newGroup(`From minute ${start}`)))
  await bind(entry, ...groupIds)
  for (const [place, startMinute] of starts.entries()) {
    const timetableId = await newTimetable(`Hour ${startMinute}`, [{ startMinute, endMinute: startMinute + 60 }])
    await admin.ask(createPolicies, { body: { deviceIds: [entry.id], groupIds: [groupIds[place]!], timetableId } })
  }
  const { changes, days } = (await who(entry)).hours
  const on = changes.map(({ at }) => Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString())
  expect(on).toEqual([...Array.from({ length: 8 }, () => days[0]?.on), ...Array.from({ length: 6 }, () => days[1]?.on)])
  await admin.ask(updateDevice, { params: { id: entry.id }, body: { timeZone: null } })
})

it('A group that passes at any time is named, and the days tell the hours of the others', async () => {
  const [guards, early] = [await newGroup('Guards'), await newGroup('Early')]
  await bind(exit, guards)
  const alone = (await who(exit)).hours
  expect(alone.alwaysGroupIds).toEqual([guards])
  expect(alone.days.map(({ open }) => open)).toEqual(Array.from({ length: 7 }, () => []))
  await bind(exit, guards, early)
  const hours = [{ startMinute: 300, endMinute: 420 }]
  const timetableId = await newTimetable('Early hours', hours)
  await admin.ask(createPolicies, { body: { deviceIds: [exit.id], groupIds: [early], timetableId } })
  const both = (await who(exit)).hours
  expect(both.alwaysGroupIds).toEqual([guards])
  expect(both.days.map(({ open }) => open)).toEqual(Array.from({ length: 7 }, () => hours))
})

it('A device without groups lets nobody pass, and one that does not exist is not found', async () => {
  await bind(entry)
  expect(await who(entry)).toMatchObject({ count: 0, people: [], groups: [], timetables: [], hours: { changes: [] } })
  const unknown = await admin.call(getWhoMayPass, { query: { deviceId: randomUUID() } })
  expect(unknown.message).toBe('device.not-found')
})

it.each([
  ['subAdmin', 200],
  ['deviceAdmin', 403],
  ['visitorAdmin', 403],
] as const)('%s, who asks which people may pass, is answered %i', async (role, status) => {
  const caller = await house.asRole(role)
  expect((await caller.call(getWhoMayPass, { query: { deviceId: entry.id } })).status).toBe(status)
})
