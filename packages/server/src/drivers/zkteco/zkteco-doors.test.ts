import { listKeptLines } from '@gatehouse/contract/features/devices/conversation.ts'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { listCommands, sendCommand, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { listPassages } from '@gatehouse/contract/features/live-view.ts'
import { getRecordStatistics, listRecords } from '@gatehouse/contract/features/records.ts'
import { listDoorEvents, listDoorStates } from '@gatehouse/contract/features/doors.ts'
import { commandLiveDoor, getLiveBoard } from '@gatehouse/contract/features/live/board.ts'
import {
  beginLockdown,
  type LockdownScope,
  previewLockdown,
  getLockdownState,
  releaseLockdown,
} from '@gatehouse/contract/features/lockdown.ts'
import { getPersonDoors } from '@gatehouse/contract/features/people/door-hours.ts'
import { explainAccess } from '@gatehouse/contract/features/policies.ts'
import { getPolicyMatrix } from '@gatehouse/contract/features/policies/matrix.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { createDoor, type Site } from '@gatehouse/contract/features/sites.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildSite } from '../../../test/inside-places.ts'
import { zkTerminals } from '../../../test/zk-terminals.ts'

let house: TestGatehouse
let admin: Caller
let zk: ReturnType<typeof zkTerminals>
let places: Awaited<ReturnType<typeof buildSite>>

beforeAll(async () => {
  house = await startTestGatehouse({ environment: { ZKTECO: 'on' } })
  admin = await house.asRole('superAdmin')
  zk = zkTerminals(house, admin)
  places = await buildSite(admin)
})
afterAll(() => house.close())

/** A controller with four doors, of which the second and the third are doors of the product. */
async function controller(name: string) {
  const found = await zk.accepted('acc', name, { doors: 4 })
  const site: Site = places.site
  const door = (label: string, port: number, toAreaId: string, fromAreaId: string | null) =>
    admin.ask(createDoor, {
      body: {
        name: `${name} ${label}`,
        siteId: site.id,
        fromAreaId,
        toAreaId,
        readers: [{ deviceId: found.id, port, direction: 'both' as const }],
      },
    })
  const hallDoor = await door('hall', 2, places.hall.id, null)
  const labDoor = await door('lab', 3, places.lab.id, places.hall.id)
  return { ...found, hallDoor, labDoor }
}

const boardDoors = async () => (await admin.ask(getLiveBoard)).doors ?? []
const doorOnBoard = async (id: string) => (await boardDoors()).find((door) => door.id === id)

it('[DEV-06] a controller is one device that tells how many doors it has', async () => {
  const { device } = await controller('COUNT')
  expect((await device()).doorCount).toBe(4)
})

it('[DEV-06] a command for a door that a controller does not have is refused, and nothing is sent', async () => {
  const { terminal, id } = await controller('BEYOND')
  const open = (port: number) => admin.call(sendCommand, { params: { id }, body: { kind: 'open-once', port } })
  expect(await open(5)).toMatchObject({ code: '400', message: 'request.invalid' })
  expect((await admin.ask(listCommands, { params: { id } })).items).toEqual([])
  await open(4)
  await zk.settle(terminal, () => terminal.state.acts.length > 0)
  expect(terminal.state.acts).toHaveLength(1)
})

it('[DEV-06] people get the doors of a controller that their groups may pass, and others when that changes', async () => {
  const { terminal, id, device } = await controller('RIGHTS')
  const group = await admin.ask(groupRoutesOf.staff.create, { body: { name: 'Laboratory' } })
  const groups = (await device()).groups.map((one) => one.id)
  await admin.ask(updateDevice, {
    params: { id },
    body: { groupIds: [...groups, group.id], groupPorts: { [group.id]: [2, 3] } },
  })
  const lea = await zk.enrol('Lea', { groupIds: [group.id] })
  await zk.enrol('Max')
  await zk.settle(terminal, () => terminal.state.rights.has(zk.numberOf(terminal, 'Lea')))
  await zk.settle(terminal, () => terminal.state.rights.has(zk.numberOf(terminal, 'Max')))
  const doorsOf = (name: string) => terminal.state.rights.get(zk.numberOf(terminal, name))
  expect([doorsOf('Lea'), doorsOf('Max')]).toEqual([0b0110, 0b1111])
  await admin.ask(updateDevice, { params: { id }, body: { groupPorts: { [group.id]: [3] } } })
  const pin = zk.numberOf(terminal, 'Lea')
  terminal.pass({ pin, door: 2 })
  terminal.pass({ pin, door: 3 })
  await terminal.deliver()
  const why = await admin.ask(explainAccess, { query: { personId: lea.id, deviceId: id } })
  // The first of its doors it got when it was accepted.
  expect(why.doors.slice(1).map(({ name, opens }) => [name, opens])).toEqual([
    ['RIGHTS hall', false],
    ['RIGHTS lab', true],
  ])
  const { doors } = await admin.ask(getPersonDoors, { params: { id: lea.id } })
  const ofController = doors.filter(({ device }) => device.id === id)
  expect(ofController.map(({ door, days }) => [door?.name, days[0]?.passages.length])).toEqual([['RIGHTS lab', 1]])
  const matrix = await admin.ask(getPolicyMatrix)
  expect(matrix.doors.find(({ deviceId }) => deviceId === id)).toMatchObject({
    door: 'RIGHTS hall, RIGHTS lab',
    doors: ['RIGHTS hall', 'RIGHTS lab'],
  })
  await admin.ask(updateDevice, { params: { id }, body: { groupPorts: { [group.id]: [4] } } })
  await zk.settle(terminal, () => doorsOf('Lea') === 0b1000)
  expect((await device()).groupPorts).toEqual({ [group.id]: [4] })
  expect(doorsOf('Max')).toBe(0b1111)
})

it('[DEV-06] a door of a controller is opened, held open and let go by itself', async () => {
  const { terminal, hallDoor, labDoor, device } = await controller('OPEN')
  await zk.settle(terminal, () => terminal.state.zones.has('2'))
  const send = (id: string, kind: 'open-once' | 'hold-open' | 'normal') =>
    admin.ask(commandLiveDoor, { params: { id }, body: { kind } })
  await send(labDoor.id, 'open-once')
  await zk.settle(terminal, () => terminal.state.acts.length === 1)
  await send(hallDoor.id, 'hold-open')
  await zk.settle(terminal, () => terminal.state.acts.length === 2)
  expect(terminal.state.acts).toEqual(['01030105', '010201FF'])
  const marks = async () => [(await doorOnBoard(hallDoor.id))?.mark, (await doorOnBoard(labDoor.id))?.mark]
  await until(async () => (await marks())[0] === 'held-open')
  expect((await marks())[1]).not.toBe('held-open')
  expect((await device()).heldPorts).toEqual([2])
  // An alarm comes before it in the mark; that the door is held stays known.
  terminal.alarm('forced', 2)
  await terminal.deliver()
  await until(async () => (await marks())[0] === 'alarm')
  expect((await device()).heldPorts).toEqual([2])
  await send(hallDoor.id, 'normal')
  await zk.settle(terminal, () => terminal.state.acts.length === 3)
  await until(async () => (await device()).heldPorts.length === 0)
  expect(terminal.state.acts[2]).toBe('01020100')
})

it('the contact of each door of a controller stands at its door, and what it does is an event there', async () => {
  const { terminal, hallDoor, labDoor } = await controller('STATE')
  terminal.moveDoor(3, true)
  await terminal.deliver()
  const stateOf = async (doorId: string) => (await admin.ask(listDoorStates, { query: { doorId } }))[0]?.state
  expect([await stateOf(hallDoor.id), await stateOf(labDoor.id)]).toEqual(['closed', 'open'])
  house.clock.advance({ seconds: 5 })
  terminal.moveDoor(3, false)
  terminal.moveDoor(3, false)
  await terminal.deliver()
  expect(await stateOf(labDoor.id)).toBe('closed')
  const events = async (id: string) =>
    (await admin.ask(listDoorEvents, { params: { id } })).items.map(({ kind }) => kind).toReversed()
  expect(await events(labDoor.id)).toEqual(['contact-opened', 'contact-closed'])
  expect(await events(hallDoor.id)).toEqual(['contact-closed'])
})

it('a press of an exit button is an event of its door, once, and no record of anybody', async () => {
  const { terminal, id, labDoor } = await controller('EXIT')
  const press = (door: number) =>
    `time=2026-01-05 08:00:01\tpin=0\tcardno=0\teventaddr=${door}\tevent=202\tinoutstatus=2\tverifytype=200\tindex=${door}\n`
  for (let n = 0; n < 2; n++) terminal.uploadRaw('cdata?table=rtlog', press(3))
  // The fourth door of the controller is none of the product.
  terminal.uploadRaw('cdata?table=rtlog', press(4))
  await terminal.deliver()
  const events = (await admin.ask(listDoorEvents, { params: { id: labDoor.id } })).items
  expect(events.map(({ kind, at }) => [kind, at])).toEqual([['exit-button', '2026-01-05T08:00:01Z']])
  expect((await admin.ask(listRecords, { query: { deviceId: id } })).items).toEqual([])
  const kept = await admin.ask(listKeptLines, { params: { id } })
  expect(kept.map(({ text }) => text)).toEqual([press(4).trimEnd()])
})

it('a press of the exit button of an attendance terminal is an event of its door, once', async () => {
  const { terminal, id } = await zk.accepted('att', 'EXITATT')
  const press = (second: number) => `OPLOG 3\t0\t2026-01-05 08:00:0${second}\t53\t0\t0\t0\n`
  const door = await admin.ask(createDoor, {
    body: {
      name: 'Exit of a terminal',
      siteId: places.site.id,
      fromAreaId: null,
      toAreaId: places.hall.id,
      readers: [{ deviceId: id, direction: 'both' as const }],
    },
  })
  for (const second of [1, 1, 2]) terminal.uploadRaw('cdata?table=OPERLOG', press(second))
  await terminal.deliver()
  const events = (await admin.ask(listDoorEvents, { params: { id: door.id } })).items
  expect(events.filter(({ kind }) => kind === 'exit-button').map(({ at }) => at)).toEqual([
    '2026-01-05T08:00:02Z',
    '2026-01-05T08:00:01Z',
  ])
  expect(await admin.ask(listKeptLines, { params: { id } })).toEqual([])
})

it('[DEV-06] a passage moves the person through the door where it was, in the direction that the controller tells', async () => {
  const { terminal, hallDoor, labDoor } = await controller('PASS')
  const person = await zk.enrol('Ida')
  await zk.settle(terminal, () => terminal.state.photos.has(zk.numberOf(terminal, 'Ida')))
  const pin = zk.numberOf(terminal, 'Ida')
  const area = async () => {
    const row = await house.db
      .selectFrom('person_location')
      .select('area_id')
      .where('person_id', '=', person.id)
      .executeTakeFirst()
    return row?.area_id
  }
  const pass = async (door: number, isOut = false) => {
    house.clock.advance({ seconds: 10 })
    terminal.pass({ pin, door, isOut })
    await terminal.deliver()
    return area()
  }
  expect(await pass(2)).toBe(places.hall.id)
  expect(await pass(3)).toBe(places.lab.id)
  expect(await pass(3, true)).toBe(places.hall.id)
  expect(await pass(4), 'no door of the product has this number').toBe(places.hall.id)
  expect([(await doorOnBoard(hallDoor.id))?.passagesToday, (await doorOnBoard(labDoor.id))?.passagesToday]).toEqual([
    1, 2,
  ])
  const { events } = await admin.ask(getLiveBoard)
  const seen = events.flatMap((event) =>
    event.type === 'passage' && event.person?.name === 'Ida' ? [`${event.doorName} ${event.direction}`] : [],
  )
  expect(seen.slice(1)).toEqual(['PASS lab out', 'PASS lab in', 'PASS hall in'])
})

it('[DEV-06] a record of a controller names its door, and each of its doors has its own records, last faces and counts', async () => {
  const { terminal, id, hallDoor, labDoor } = await controller('NAMED')
  const person = await zk.enrol('Nia')
  await zk.settle(terminal, () => terminal.state.photos.has(zk.numberOf(terminal, 'Nia')))
  const pin = zk.numberOf(terminal, 'Nia')
  for (const door of [2, 3, 3, 4]) {
    house.clock.advance({ seconds: 10 })
    terminal.pass({ pin, door })
  }
  await terminal.deliver()
  const on = house.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  // Some rows name no door: they are of none of them, and move nobody.
  house.clock.advance({ seconds: 10 })
  const time = house.clock.now().toString({ smallestUnit: 'second' }).replace('T', ' ').replace('Z', '')
  terminal.uploadRaw('cdata?table=rtlog', `time=${time}\tpin=${pin}\tevent=0\n`)
  await terminal.deliver()
  const doorsOf = async (query: { deviceId?: string; doorId?: string; keyword?: string }) =>
    (await admin.ask(listRecords, { query })).items.map(({ door }) => door?.name ?? null)
  expect(await doorsOf({ deviceId: id })).toEqual([null, null, 'NAMED lab', 'NAMED lab', 'NAMED hall'])
  expect(await doorsOf({ doorId: labDoor.id })).toEqual(['NAMED lab', 'NAMED lab'])
  expect(await doorsOf({ doorId: hallDoor.id, keyword: 'Nia' })).toEqual(['NAMED hall'])
  const last = await admin.ask(listPassages, { query: { doorId: hallDoor.id } })
  expect(last.map(({ door }) => door)).toEqual([{ id: hallDoor.id, name: 'NAMED hall' }])
  const countOf = async (port: number) =>
    (await admin.ask(getRecordStatistics, { query: { from: on, to: on, by: 'hour', deviceId: id, port } })).total.total
  expect([await countOf(1), await countOf(2), await countOf(3), await countOf(4)]).toEqual([0, 1, 2, 1])
  // The page offers its doors by name and counts each, also while one is chosen; of no device it has none.
  const query = { from: on, to: on, deviceId: id }
  const { doors } = await admin.ask(getRecordStatistics, { query })
  expect(doors.map(({ port, name, total }) => [port, name, total])).toEqual([
    [1, expect.stringMatching(/^NAMED\d+$/), 0],
    [2, 'NAMED hall', 1],
    [3, 'NAMED lab', 2],
    [4, null, 1],
    [null, null, 1],
  ])
  expect((await admin.ask(getRecordStatistics, { query: { ...query, port: 3 } })).doors).toEqual(doors)
  expect((await admin.ask(getRecordStatistics, { query: { ...query, kind: 'visitor' } })).doors[2]?.total).toBe(0)
  expect((await admin.ask(getRecordStatistics, { query: { from: on, to: on } })).doors).toEqual([])
  const board = [await doorOnBoard(hallDoor.id), await doorOnBoard(labDoor.id)]
  expect(board.map((door) => door?.last?.at)).toEqual(
    last
      .map(({ recognisedAt }) => recognisedAt)
      .concat(
        (await admin.ask(listPassages, { query: { doorId: labDoor.id, size: 1 } })).map(
          ({ recognisedAt }) => recognisedAt,
        ),
      ),
  )
  const location = await house.db
    .selectFrom('person_location')
    .select('door_id')
    .where('person_id', '=', person.id)
    .execute()
  expect(location).toEqual([{ door_id: labDoor.id }])
})

it('the records of a terminal with one door are those of its door, whatever number its reader has', async () => {
  const { terminal, id } = await zk.accepted('acc', 'SINGLE')
  const door = await admin.ask(createDoor, {
    body: {
      name: 'Single',
      siteId: places.site.id,
      fromAreaId: null,
      toAreaId: places.hall.id,
      readers: [{ deviceId: id, port: 2, direction: 'both' as const }],
    },
  })
  house.clock.advance({ seconds: 10 })
  terminal.pass()
  await terminal.deliver()
  const ofDoor = await admin.ask(listRecords, { query: { doorId: door.id } })
  expect(ofDoor.items.map(({ device, door }) => [device.id, door])).toEqual([[id, null]])
  const on = house.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  const { total } = await admin.ask(getRecordStatistics, { query: { from: on, to: on, deviceId: id, port: 2 } })
  expect(total.total).toBe(1)
})

it('the state that somebody chose at an attendance terminal says which way they went through a door that leads both ways', async () => {
  const { terminal, id } = await zk.accepted('att', 'STATES')
  await admin.ask(createDoor, {
    body: {
      name: 'STATES door',
      siteId: places.site.id,
      fromAreaId: null,
      toAreaId: places.hall.id,
      readers: [{ deviceId: id, direction: 'both' as const }],
    },
  })
  await zk.enrol('Ota')
  await zk.settle(terminal, () => terminal.state.photos.has(zk.numberOf(terminal, 'Ota')))
  const pin = zk.numberOf(terminal, 'Ota')
  const waysOf = async (...statuses: number[]) => {
    const from = house.clock
      .now()
      .round({ smallestUnit: 'second', roundingMode: 'floor' })
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime()
    const timeOf = (n: number) => from.add({ seconds: n }).toString({ smallestUnit: 'second' }).replace('T', ' ')
    const rows = statuses.map((status, n) => `${pin}\t${timeOf(n)}\t${status}\t15\n`)
    terminal.uploadRaw('cdata?table=ATTLOG', rows.join(''))
    await terminal.deliver()
    house.clock.advance({ minutes: 1 })
    const { items } = await admin.ask(listRecords, { query: { deviceId: id, from: `${from.toString()}Z` } })
    return items.map(({ direction }) => direction).toReversed()
  }
  // It may be that nobody can choose one there.
  expect(await waysOf(0, 255)).toEqual(['none', 'none'])
  expect(await waysOf(0, 1, 2, 3, 4, 5, 255)).toEqual(['in', 'out', 'out', 'in', 'in', 'out', 'none'])
  await waysOf(0)
  const inside = async () =>
    (
      await house.db
        .selectFrom('person_location as l')
        .innerJoin('person as p', 'p.id', 'l.person_id')
        .select('area_id')
        .where('p.name', '=', 'Ota')
        .executeTakeFirst()
    )?.area_id
  expect(await inside()).toBe(places.hall.id)
  await waysOf(1)
  expect(await inside()).toBeNull()
})

it('an alarm of a controller is one of its door, with its name, and leaves the other doors alone', async () => {
  const { terminal, id, hallDoor, labDoor } = await controller('ALARM')
  terminal.alarm('forced', 3)
  await terminal.deliver()
  const alarms = async () => (await admin.ask(listAlarms, { query: { deviceId: id } })).items
  expect((await alarms()).map(({ type, description }) => [type, description])).toEqual([['forced-open', 'ALARM lab']])
  expect((await doorOnBoard(labDoor.id))?.mark).toBe('alarm')
  expect((await doorOnBoard(hallDoor.id))?.mark).not.toBe('alarm')
  house.clock.advance({ seconds: 5 })
  terminal.alarm('forced', 2)
  await terminal.deliver()
  const after = await alarms()
  expect(after.map(({ status, description }) => `${description} ${status}`).toSorted()).toEqual([
    'ALARM hall raised',
    'ALARM lab released',
  ])
})

it('an emergency open of a place holds the doors of a controller that are there, and another that still holds keeps them', async () => {
  const { terminal, id, labDoor } = await controller('FLEE')
  await zk.settle(terminal, () => terminal.state.zones.has('2'))
  const begin = (scope: LockdownScope) =>
    admin.ask(beginLockdown, { body: { kind: 'emergency-open', scope, level: null, reason: null } })
  const release = (lockdown: { id: string }) =>
    admin.ask(releaseLockdown, { params: { id: lockdown.id }, body: { reason: 'Over' } })
  const lab = await begin({ kind: 'area', id: places.lab.id })
  const confirms = async () =>
    (await admin.ask(getLockdownState, { params: { id: lab.id } })).unconfirmed.every((one) => one.device.id !== id)
  expect(await confirms()).toBe(false)
  await zk.settle(terminal, () => terminal.state.acts.length > 0)
  await zk.settle(terminal, () => true)
  expect(terminal.state.acts).toEqual(['010301FF'])
  // Its other doors are shut: the lab's door alone is asked.
  expect(await until(confirms)).toBe(true)
  const all = await begin({ kind: 'site', id: places.site.id })
  await zk.settle(terminal, () => terminal.state.acts.length === 3)
  expect(terminal.state.acts.slice(1)).toEqual(['010201FF', '010301FF'])
  await release(all)
  await zk.settle(terminal, () => terminal.state.acts.length === 4)
  expect(terminal.state.acts[3]).toBe('01020100')
  await release(lab)
  await zk.settle(terminal, () => terminal.state.acts.length === 5)
  expect(terminal.state.acts[4]).toBe('01030100')
  const query = { scope: 'area', scopeId: places.lab.id } as const
  const { alone } = await admin.ask(previewLockdown, { query })
  expect(alone.find((one) => one.id === id)).toMatchObject({ doorCount: 4, mayIgnoreHours: false, noOpening: null })
  expect((await doorOnBoard(labDoor.id))?.mark).not.toBe('held-open')
})

it('an emergency open everywhere holds every door of a controller, also those that no site has, and releasing it lets them go', async () => {
  const { terminal } = await controller('ALLFLEE')
  await zk.settle(terminal, () => terminal.state.zones.has('2'))
  const begin = (scope: LockdownScope) =>
    admin.ask(beginLockdown, { body: { kind: 'emergency-open', scope, level: null, reason: null } })
  const release = (lockdown: { id: string }) =>
    admin.ask(releaseLockdown, { params: { id: lockdown.id }, body: { reason: 'Over' } })
  const all = await begin({ kind: 'everything' })
  await zk.settle(terminal, () => terminal.state.acts.length === 4)
  expect(terminal.state.acts.toSorted()).toEqual(['010101FF', '010201FF', '010301FF', '010401FF'])
  const lab = await begin({ kind: 'area', id: places.lab.id })
  await zk.settle(terminal, () => terminal.state.acts.length === 5)
  await release(all)
  await zk.settle(terminal, () => terminal.state.acts.length === 8)
  expect(terminal.state.acts.slice(5).toSorted()).toEqual(['01010100', '01020100', '01040100'])
  await release(lab)
  await zk.settle(terminal, () => terminal.state.acts.length === 9)
  expect(terminal.state.acts[8]).toBe('01030100')
})

it('an emergency open and a lockdown everywhere are also at a controller of which no door is at a site, and count it', async () => {
  const { terminal, id: deviceId } = await zk.accepted('acc', 'NODOOR', { doors: 2 })
  await zk.settle(terminal, () => terminal.state.zones.has('2'))
  await zk.settle(terminal, () => true)
  // Accepting it gave it a door, which somebody deleted.
  await house.db.deleteFrom('door_reader').where('device_id', '=', deviceId).execute()
  const { alone } = await admin.ask(previewLockdown, { query: { scope: 'everything' } })
  expect(alone.find((one) => one.id === deviceId)).toMatchObject({ doorCount: 2, noOpening: null })
  const elsewhere = await admin.ask(previewLockdown, { query: { scope: 'site', scopeId: places.site.id } })
  expect(elsewhere.alone.some((one) => one.id === deviceId)).toBe(false)
  const body = { kind: 'emergency-open', scope: { kind: 'everything' }, level: null, reason: null } as const
  const { id } = await admin.ask(beginLockdown, { body })
  await zk.settle(terminal, () => terminal.state.acts.length === 2)
  expect(terminal.state.acts.toSorted()).toEqual(['010101FF', '010201FF'])
  const follows = async (lockdownId: string) => {
    await terminal.poll()
    const { unconfirmed, doors } = await admin.ask(getLockdownState, { params: { id: lockdownId } })
    return doors.confirmed > 0 && !unconfirmed.some(({ device }) => device.id === deviceId)
  }
  await until(() => follows(id), 'both of its doors confirm')
  await admin.ask(releaseLockdown, { params: { id }, body: { reason: 'Over' } })
  await zk.settle(terminal, () => terminal.state.acts.length === 4)
  expect(terminal.state.acts.slice(2).toSorted()).toEqual(['01010100', '01020100'])
  const closing = await admin.ask(beginLockdown, { body: { ...body, kind: 'lockdown' } })
  expect(await follows(closing.id)).toBe(false)
  await zk.settle(terminal, () => !/\b2359\b/.test(terminal.state.zones.get('2') ?? '2359'))
  await until(() => follows(closing.id), 'its zones are closed')
  await admin.ask(releaseLockdown, { params: { id: closing.id }, body: { reason: 'Over' } })
  await zk.settle(terminal, () => /\b2359\b/.test(terminal.state.zones.get('2') ?? ''))
})

it('a terminal that is accepted while an emergency open holds everywhere opens, too', async () => {
  const body = { kind: 'emergency-open', scope: { kind: 'everything' }, level: null, reason: null } as const
  const { id } = await admin.ask(beginLockdown, { body })
  const { terminal } = await zk.accepted('acc', 'LATEFLEE')
  await zk.settle(terminal, () => terminal.state.acts.length > 0)
  expect(terminal.state.acts).toEqual(['010101FF'])
  await admin.ask(releaseLockdown, { params: { id }, body: { reason: 'Over' } })
  await zk.settle(terminal, () => terminal.state.acts.length === 2)
  expect(terminal.state.acts[1]).toBe('01010100')
})

it.each<['replaced' | 'failed', number | null, string]>([
  ['replaced', null, 'Another command took its place.'],
  ['failed', null, 'The server could not read the command that it had kept.'],
  ['failed', -1, 'The terminal answered -1.'],
])(
  'a command that is %s with %s has its outcome told, though a server died before it told it',
  async (state, code, says) => {
    const { terminal, id } = await zk.accepted('acc', 'TOLDLATE')
    const now = house.clock.now().toString()
    const body = { kind: 'hold-open' as const }
    const command = await admin.ask(sendCommand, { params: { id }, body })
    const row = { device_id: id, number: 1, lane: 0, what: 'hold-open', command_id: command.id, port: 1 }
    await house.db
      .insertInto('zkteco_command')
      .values({ ...row, state, code, created_at: now, finished_at: now })
      .execute()
    const told = async () => (await admin.ask(listCommands, { params: { id }, query: {} })).items[0]
    await until(async () => {
      await terminal.poll()
      return (await told())?.state === 'failed'
    })
    expect((await told())?.result).toBe(says)
  },
)

it('a command whose outcome is told late does not say of its door what a later one has changed', async () => {
  const { terminal, id } = await zk.accepted('acc', 'OUTDONE')
  const act = async (kind: 'hold-open' | 'normal', wanted: string) => {
    const { id: commandId } = await admin.ask(sendCommand, { params: { id }, body: { kind } })
    await until(async () => {
      await terminal.poll()
      return (await modeOf()) === wanted
    }, wanted)
    return commandId
  }
  const modeOf = async () =>
    (await house.db.selectFrom('door_state').select('mode').where('device_id', '=', id).executeTakeFirst())?.mode
  const opening = await act('hold-open', 'held-open')
  await act('normal', 'normal')
  // As a server leaves it that dies before it has told the outcome.
  await house.db
    .updateTable('device_command')
    .set({ state: 'waiting', finished_at: null })
    .where('id', '=', opening)
    .execute()
  const stateNow = async () =>
    (await house.db.selectFrom('device_command').select('state').where('id', '=', opening).executeTakeFirst())?.state
  house.clock.advance({ minutes: 1 })
  await until(async () => {
    await terminal.poll()
    return (await stateNow()) === 'done'
  }, 'its outcome is told')
  expect(await modeOf()).toBe('normal')
})

it('a terminal that cannot be held open, or may keep to no hours, is named before an emergency or a lockdown begins', async () => {
  const { id } = await zk.accepted('att', 'STAYS')
  await admin.ask(createDoor, {
    body: {
      name: 'Stays',
      siteId: places.site.id,
      fromAreaId: null,
      toAreaId: places.hall.id,
      readers: [{ deviceId: id, port: 1, direction: 'both' }],
    },
  })
  const { alone } = await admin.ask(previewLockdown, { query: { scope: 'everything' } })
  expect(alone.find((one) => one.id === id)).toMatchObject({
    name: expect.stringMatching(/^STAYS/),
    doorCount: 1,
    mayIgnoreHours: true,
    noOpening: 'no-word',
  })
})
