import { randomUUID } from 'node:crypto'
import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { pullCommands, pushAlarms } from '@gatehouse/contract/device/link.ts'
import { listDoorMarks } from '@gatehouse/contract/features/floor-plans.ts'
import { commandLiveDoor, getLiveBoard, type LiveEvent } from '@gatehouse/contract/features/live/board.ts'
import { beginLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { listPassages } from '@gatehouse/contract/features/live-view.ts'
import { createDoor, deleteDoor } from '@gatehouse/contract/features/sites.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff, pairTestDevice } from '../../../test/device-caller.ts'
import {
  buildDoors,
  buildEvent,
  type DoorDevice,
  passageOf,
  sendEvents,
  sendRecords,
} from '../../../test/door-devices.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildVisitor } from '../../../test/visits.ts'
import { selectLastRecords, selectPassagesSince } from './live-door-reads.ts'
import { selectAlarms, selectNewest, selectWaitingVisits } from './live-event-reads.ts'

let house: TestGatehouse
let admin: Caller
let build: ReturnType<typeof buildDoors>
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  build = buildDoors(house, admin)
})
afterAll(() => house.close())

const boardOf = async (role: Role, after?: string) =>
  (await house.asRole(role)).ask(getLiveBoard, { query: after === undefined ? {} : { after } })

/** The server watches who is there, and takes a device without a connection for offline at any time. */
const setOnline = ({ id }: Pick<DoorDevice, 'id'>, is_online: boolean) =>
  house.db.updateTable('device').set({ is_online }).where('id', '=', id).execute()

async function newDoor() {
  const { site, hall } = await build.site()
  const device = await build.door(site, null, hall.id)
  await setOnline(device, true)
  return Object.assign(device, { siteId: site.id, hallId: hall.id })
}
const shownDoor = async (id: string, role: Role = 'superAdmin') =>
  (await boardOf(role)).doors?.find((door) => door.id === id)
const doorOf = (device: DoorDevice, role?: Role) => shownDoor(device.doorId, role)

const raise = (device: DoorDevice, code: number) =>
  device.ask(pushAlarms, {
    body: {
      alarms: [
        {
          id: randomUUID(),
          sequence: device.nextEvent++,
          code,
          state: 'raised',
          description: null,
          at: Temporal.Now.instant().round('millisecond').toString(),
          canRelease: true,
          personId: null,
          image: null,
        },
      ],
    },
  })
const pass = (device: DoorDevice, personId: string, kind: 'staff' | 'visitor' = 'staff') =>
  sendRecords(
    device,
    passageOf(device, personId, { kind, recognisedAt: house.clock.now().round('millisecond').toString() }),
  )

describe('the doors of Live', () => {
  it('a door says where it is, how it stands, who was at it last, and how many today', async () => {
    const device = await newDoor()
    const person = await buildStaff(admin, 'Mina Castro')
    await pass(device, person.id)
    await until(async () => (await doorOf(device))?.last?.name === 'Mina Castro')
    expect(await doorOf(device)).toMatchObject({
      site: { id: device.siteId },
      fromArea: null,
      toArea: { id: device.hallId, name: 'Hall' },
      mark: 'unknown',
      needs: [],
      deviceIds: [device.id],
      passagesToday: 1,
      last: { kind: 'staff', opened: true },
    })
  })

  it('a device that moves to another door leaves its passages behind', async () => {
    const device = await newDoor()
    const person = await buildStaff(admin, 'Noor Haddad')
    const passages = () => admin.ask(listPassages, { query: { deviceIds: device.id } })
    await pass(device, person.id)
    await until(async () => (await doorOf(device))?.last !== null)
    expect(await passages()).toHaveLength(1)
    const move = async () => {
      const readers = [{ deviceId: device.id }]
      const places = { siteId: device.siteId, fromAreaId: null, toAreaId: device.hallId }
      const { id } = await admin.ask(createDoor, { body: { name: 'Another door', ...places, readers } })
      return until(() => shownDoor(id))
    }
    // The first door was its own, made with it: who places it first says where it has always been.
    await move()
    expect(await move()).toMatchObject({ deviceIds: [device.id], last: null, passagesToday: 0 })
    expect(await passages()).toEqual([])
    await expect
      .poll(async () => (await boardOf('superAdmin')).events)
      .toContainEqual(expect.objectContaining({ person: { id: person.id, name: person.name }, doorId: null }))
  })

  it('a door that was left open, has an alarm or is offline needs somebody, and says why', async () => {
    const device = await newDoor()
    await sendEvents(device, buildEvent(device, 'contact-opened'), buildEvent(device, 'held-open'))
    await expect.poll(() => doorOf(device)).toMatchObject({ mark: 'held-open', needs: ['left-open'] })
    await raise(device, alarmCodes['forced-open'])
    await until(async () => {
      await setOnline(device, true)
      return (await doorOf(device))?.mark === 'alarm'
    })
    expect(await doorOf(device)).toMatchObject({
      needs: ['alarm', 'left-open'],
      alarm: { type: 'forced-open' },
    })
    await setOnline(device, false)
    await sendEvents(device, buildEvent(device, 'contact-closed'))
    expect((await doorOf(device))?.needs).toContain('alarm')
  })

  it('a door that a command holds is told as held although an alarm is its mark, and not where an emergency opens it', async () => {
    const device = await newDoor()
    await sendEvents(device, buildEvent(device, 'contact-closed'))
    await house.db.updateTable('door_state').set({ mode: 'held-open' }).where('device_id', '=', device.id).execute()
    await raise(device, alarmCodes['forced-open'])
    await until(async () => {
      await setOnline(device, true)
      return (await doorOf(device))?.mark === 'alarm'
    })
    expect((await doorOf(device))?.held).toBe('held-open')
    const standing = async () => {
      const standings = await admin.ask(listDoorMarks, { params: { id: device.siteId } })
      return standings.find(({ doorId }) => doorId === device.doorId)
    }
    expect(await standing()).toMatchObject({ mark: 'alarm', held: 'held-open' })
    const scope = { kind: 'site' as const, id: device.siteId }
    await admin.ask(beginLockdown, {
      body: { kind: 'emergency-open', level: null, reason: 'Drill', scope, exemptGroupIds: [] },
    })
    expect((await standing())?.held).toBeNull()
  })

  it('the page of a door is told the same needs as Live: a cut wire, a reader that is offline, people left on a terminal', async () => {
    const { site, hall } = await build.site()
    const [first, second] = [await build.door(site, null, hall.id), await pairTestDevice(house, admin)]
    const readers = [first, second].map(({ id }) => ({ deviceId: id }))
    const places = { siteId: site.id, fromAreaId: null, toAreaId: hall.id }
    const { id } = await admin.ask(createDoor, { body: { name: 'Two readers', ...places, readers } })
    await setOnline(first, true)
    await setOnline(second, false)
    await house.db
      .insertInto('device_left_person')
      .values({ device_id: second.id, number: 7, since: house.clock.now().toString() })
      .execute()
    await sendEvents(first, buildEvent(first, 'wire-lost', { input: 'door-magnet' }))
    const needs = ['wire-lost', 'reader-offline', 'left-people']
    await expect.poll(() => shownDoor(id)).toMatchObject({ needs })
    const standings = await admin.ask(listDoorMarks, { params: { id: site.id } })
    expect(standings.find(({ doorId }) => doorId === id)?.needs).toEqual(needs)
    await setOnline(first, false)
    const offline = await admin.ask(listDoorMarks, { params: { id: site.id } })
    expect(offline.find(({ doorId }) => doorId === id)?.needs).toEqual(['wire-lost', 'offline', 'left-people'])
  })

  it('a door without a device needs nobody', async () => {
    const { site, hall } = await build.site()
    const body = { name: 'Bare', siteId: site.id, fromAreaId: null, toAreaId: hall.id, readers: [] }
    const { id } = await admin.ask(createDoor, { body })
    await expect.poll(() => shownDoor(id)).toMatchObject({ mark: 'no-reader', needs: [], deviceIds: [] })
  })
})

describe('the changes of Live', () => {
  it('a page that names what it has gets what has changed since, and nothing when nothing has', async () => {
    const [device, other] = [await newDoor(), await newDoor()]
    await until(async () => (await doorOf(device, 'subAdmin')) && (await doorOf(other, 'subAdmin')))
    const first = await boardOf('subAdmin')
    expect(first.isWhole).toBe(true)
    const same = await boardOf('subAdmin', first.cursor)
    expect(same).toMatchObject({ isWhole: false, doors: [], events: [] })
    await sendEvents(device, buildEvent(device, 'contact-opened'))
    await expect
      .poll(async () => (await boardOf('subAdmin', same.cursor)).doors?.map(({ id, mark }) => [id, mark]))
      .toEqual([[device.doorId, 'open']])
  })

  it('a page from another start of the server, or from before a door was deleted, gets everything', async () => {
    const { site, hall } = await build.site()
    const body = { name: 'Short-lived', siteId: site.id, fromAreaId: null, toAreaId: hall.id, readers: [] }
    const { id } = await admin.ask(createDoor, { body })
    await until(() => shownDoor(id))
    const { cursor } = await boardOf('superAdmin')
    for (const strange of ['other.1', 'x', `${cursor}9999`]) {
      expect((await boardOf('superAdmin', strange)).isWhole).toBe(true)
    }
    await admin.ask(deleteDoor, { params: { id } })
    // The hint that spoils the board comes a moment after the answer.
    await until(async () => (await boardOf('superAdmin', cursor)).isWhole)
    const after = await boardOf('superAdmin', cursor)
    expect(after.doors?.some((door) => door.id === id)).toBe(false)
  })

  it('many pages that ask at once share one reading', async () => {
    const callers = await Promise.all(Array.from({ length: 12 }, () => house.asRole('subAdmin')))
    await boardOf('subAdmin')
    const device = await newDoor()
    await sendEvents(device, buildEvent(device, 'contact-opened'))
    const answers = await Promise.all(callers.map((caller) => caller.ask(getLiveBoard)))
    // The hint of the change may come between two of them.
    expect(new Set(answers.map(({ cursor }) => cursor)).size).toBeLessThanOrEqual(2)
  })
})

describe('the roles that see Live', () => {
  it('a device admin sees doors and alarms of devices, and nobody’s name, face or visit', async () => {
    const device = await newDoor()
    const person = await buildStaff(admin, 'Somebody Secret')
    await pass(device, person.id)
    await raise(device, alarmCodes.tamper)
    await raise(device, alarmCodes.duress)
    const isTamper = ({ type, doorId }: LiveEvent) => type === 'alarm' && doorId === device.doorId
    await until(async () => (await boardOf('deviceAdmin')).events.some(isTamper))
    await until(async () => (await doorOf(device))?.last)
    const board = await boardOf('deviceAdmin')
    expect(board.doors?.length).toBeGreaterThan(0)
    expect(board.doors?.every((door) => !('last' in door))).toBe(true)
    expect(board.events.map((event) => event.type === 'alarm' && event.alarm)).toContain('tamper')
    expect(board.events.map((event) => event.type === 'alarm' && event.alarm)).not.toContain('duress')
    expect(await doorOf(device)).toMatchObject({ alarm: { type: 'duress' } })
    expect(await doorOf(device, 'deviceAdmin')).toMatchObject({ mark: 'alarm', alarm: { type: 'unknown' } })
    expect(board).not.toHaveProperty('waitingVisits')
    expect(board.inside.staff).toBeTypeOf('number')
    expect(JSON.stringify(board)).not.toContain('Somebody Secret')
  })

  it('of the alarms of the server a device admin hears those that are not about people', async () => {
    const device = await newDoor()
    const raised = ['visit-overdue', 'blacklisted', 'person-elsewhere', 'offline-too-long'] as const
    for (const type of raised)
      await sql`
        insert into alarm (id, raised_at, last_at, received_at, device_id, device_name, code, status, can_release, has_doubtful_time, trace)
        values (uuidv7(), now(), now(), now(), ${device.id}::uuid, 'x', ${alarmCodes[type]}, 'released', false, false, '[]')`.execute(
        house.db,
      )
    const heardBy = async (role: Role) =>
      (await boardOf(role)).events.flatMap((event) =>
        event.type === 'alarm' && event.doorId === device.doorId ? [event.alarm] : [],
      )
    await until(async () => (await heardBy('superAdmin')).length === raised.length)
    await expect
      .poll(async () => (await heardBy('deviceAdmin')).toSorted())
      .toEqual(['offline-too-long', 'person-elsewhere'])
  })

  it('a passage tells a device admin nothing at all', async () => {
    const device = await newDoor()
    const person = await buildStaff(admin, 'Unheard')
    await until(() => doorOf(device, 'deviceAdmin'))
    const { cursor } = await boardOf('deviceAdmin')
    await pass(device, person.id)
    await until(async () => (await doorOf(device))?.passagesToday === 1)
    expect(await boardOf('deviceAdmin', cursor)).toMatchObject({ doors: [], events: [] })
  })

  it('a visitor admin sees visitors and the hosts of present visits without their faces, and no door', async () => {
    const device = await newDoor()
    const [host, other] = [await buildStaff(admin, 'Host of today'), await buildStaff(admin, 'Another employee')]
    const visitor = await buildVisitor(house, admin, { name: 'Ada Whitlock', hostId: host.id })
    await pass(device, other.id)
    await pass(device, host.id)
    await pass(device, visitor.id, 'visitor')
    await raise(device, alarmCodes.tamper)
    await until(async () => (await boardOf('visitorAdmin')).events.length === 2)
    const board = await boardOf('visitorAdmin')
    expect(board).not.toHaveProperty('doors')
    expect(Object.keys(board.inside)).toEqual(['visitors'])
    expect(board.waitingVisits).toEqual({ count: 0, isMore: false, names: [] })
    const [ada, ofHost] = board.events
    expect(ada).toMatchObject({ type: 'passage', kind: 'visitor', host: 'Host of today', hasRecord: true })
    expect(ofHost).toMatchObject({
      person: { id: null, name: 'Host of today' },
      face: null,
      hasRecord: false,
    })
    expect(JSON.stringify(board)).not.toContain('Another employee')
  })

  it('visits that wait are counted with the names of the newest', async () => {
    for (const [n, name] of ['First', 'Third', 'Fourth', 'Second'].entries())
      await house.db
        .insertInto('visit_request')
        .values({
          kind: 'walk-in',
          state: 'pending',
          token_hash: Buffer.from(randomUUID()),
          link_ends_at: house.clock.now().add({ hours: 1 }).toString(),
          language: 'en',
          name,
          valid_from: house.clock.now().toString(),
          valid_to: house.clock.now().add({ hours: 1 }).toString(),
          created_by: 'test',
          created_at: house.clock.now().add({ seconds: n }).toString(),
        })
        .execute()
    await buildVisitor(house, admin)
    await expect
      .poll(async () => (await boardOf('visitorAdmin')).waitingVisits)
      .toEqual({
        count: 4,
        isMore: false,
        names: ['Second', 'Fourth', 'Third'],
      })
  })
})

describe('a command from Live', () => {
  const commandsOf = async (device: DoorDevice) =>
    (await device.ask(pullCommands)).commands.map((command) => command.kind)

  it.each(['superAdmin', 'mainAdmin', 'deviceAdmin'] as const)('%s opens and holds a door', async (role) => {
    const device = await newDoor()
    const caller = await house.asRole(role)
    const params = { id: device.doorId }
    for (const kind of ['open-once', 'hold-open', 'hold-closed', 'normal'] as const)
      expect(await caller.ask(commandLiveDoor, { params, body: { kind, reason: 'A delivery' } })).toMatchObject({
        sent: 1,
      })
    expect(await commandsOf(device)).toEqual(['open-once', 'hold-open', 'hold-closed', 'normal'])
  })

  it.each(['subAdmin', 'visitorAdmin'] as const)('%s neither opens nor holds a door', async (role) => {
    const device = await newDoor()
    const caller = await house.asRole(role)
    const answer = await caller.call(commandLiveDoor, { params: { id: device.doorId }, body: { kind: 'open-once' } })
    expect(answer.message).toBe('auth.permission-denied')
    expect(await commandsOf(device)).toEqual([])
  })

  it('a door that is offline is not opened later, one without a device says so, and one that is gone as well', async () => {
    const device = await newDoor()
    await setOnline(device, false)
    const command = (id: string, kind: 'open-once' | 'hold-closed') =>
      admin.call(commandLiveDoor, { params: { id }, body: { kind } })
    expect((await command(device.doorId, 'open-once')).message).toBe('device.offline')
    expect((await command(device.doorId, 'hold-closed')).data).toEqual({ sent: 1, offline: 1 })
    const { site, hall } = await build.site()
    const body = { name: 'Bare', siteId: site.id, fromAreaId: null, toAreaId: hall.id, readers: [] }
    const bare = await admin.ask(createDoor, { body })
    expect((await command(bare.id, 'hold-closed')).message).toBe('live.no-reader')
    expect((await command(randomUUID(), 'open-once')).message).toBe('door.not-found')
  })
})

it('the board reads records, alarms, counts and visits along their indexes', async () => {
  const device = await newDoor()
  await sql`
    insert into recognition_record (id, recognised_at, device_id, device_sequence, device_name, kind, person_id, direction, entry_mode, opened, abnormal, reasons, has_doubtful_time)
    select uuidv7(), now() - n * interval '1 second', ${device.id}::uuid, 1000 + n, 'x',
      case when n % 50 = 0 then 2 else 1 end, gen_random_uuid(), 0, 'face', true, 'none', '[]', false
    from generate_series(1, 30000) n`.execute(house.db)
  await sql`
    insert into alarm (id, raised_at, last_at, received_at, device_id, device_name, code, status, can_release, has_doubtful_time, trace)
    select uuidv7(), now() - n * interval '1 second', now(), now(), uuidv7(), 'x', 10001, 'released', true, false, '[]'
    from generate_series(1, 30000) n`.execute(house.db)
  await sql`analyze recognition_record`.execute(house.db)
  await sql`analyze alarm`.execute(house.db)
  const planOf = async (query: { explain(): Promise<Record<string, unknown>[]> }) =>
    (await query.explain()).map((row) => row['QUERY PLAN']).join('\n')
  const statements = {
    'newest records': selectNewest(house.db, 60),
    'newest records of visitors': selectNewest(house.db, 60, personKindCodes.visitor),
    'last record of each door': selectLastRecords(house.db),
    'newest alarms': selectAlarms(house.db),
  }
  for (const [name, statement] of Object.entries(statements)) {
    const plan = await planOf(statement)
    expect(plan, name).toMatch(/Index/)
    // A month without a row may be looked through.
    expect(plan, name).not.toMatch(/Seq Scan on (recognition_record|alarm)_\d{6}.* rows=(?!1 )/)
  }
  // Tables without rows are looked through, whatever their indexes.
  const small = await house.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const plans = [selectWaitingVisits(db), selectPassagesSince(db, house.clock.now().toString())]
    return Promise.all(plans.map(planOf))
  })
  expect(small[0]).toMatch(/visit_request__of_state/)
  expect(small[1]).toMatch(/record_count_pkey/)
})
