import { randomUUID } from 'node:crypto'
import { pushRecords } from '@gatehouse/contract/device/link.ts'
import { createAttendanceRule } from '@gatehouse/contract/features/attendance/rules.ts'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { getPersonDoors } from '@gatehouse/contract/features/people/door-hours.ts'
import { getPersonTimeline, type TimelineEntry } from '@gatehouse/contract/features/people/timeline.ts'
import { groupRoutesOf, listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { createPolicies } from '@gatehouse/contract/features/policies.ts'
import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import { createStaff, deleteStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { type Compilable, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayAfter, follow, officeHours, passAt, pastMonday, zone } from '../../../test/build-attendance.ts'
import { buildRecord, pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildVisitor, inHours } from '../../../test/visits.ts'
import { selectDoorsOf } from './door-hours-reads.ts'
import { selectLinesBack } from '../operation-log/person-line-reads.ts'
import { selectVisitsBack } from '../visitors/visits/begun-visit-reads.ts'

let house: TestGatehouse
let admin: Caller
let gate: PairedDevice
let staffGroup: string
let visitorGroup: string
beforeAll(async () => {
  house = await startTestGatehouse()
  await house.db.updateTable('company').set({ time_zone: zone }).execute()
  admin = await house.asRole('superAdmin')
  gate = await pairTestDevice(house, admin, 'Gate')
  staffGroup = (await admin.ask(listGroups, { query: { kind: 'staff' } }))[0]!.id
  visitorGroup = (await admin.ask(listGroups, { query: { kind: 'visitor' } }))[0]!.id
})
afterAll(() => house.close())

const newStaff = (name = `Person ${randomUUID().slice(0, 8)}`) => admin.ask(createStaff, { body: { name } })
/** A person whose days count from that Monday on. */
async function employ(monday: string) {
  const person = await newStaff()
  await admin.ask(createAttendanceRule, {
    body: {
      name: `Rule ${person.name}`,
      settings: officeHours,
      areaIds: [],
      participants: [{ kind: 'person', id: person.id }],
      effectiveOn: monday,
    },
  })
  await follow(house)
  return person
}
const timelineOf = (id: string, caller = admin, query = {}) => caller.ask(getPersonTimeline, { params: { id }, query })
const told = (entry: TimelineEntry): string => {
  if (entry.kind === 'passages') return `passed ${entry.record.device.name}`
  if (entry.kind === 'attendance') return `day ${entry.day.on}`
  if (entry.kind === 'visits') return `visit of ${entry.visit.visitor.name}`
  return `${entry.change.module} ${entry.change.event} ${entry.change.fields.join(',')}`.trim()
}

let sequence = 1_000_000
const passNow = async (personId: string, kind: 'staff' | 'visitor' = 'staff', minutes = 0) => {
  const recognisedAt = house.clock.now().add({ minutes }).round('millisecond').toString()
  const record = buildRecord(sequence++, {
    id: randomUUID(),
    recognisedAt,
    kind,
    personId,
    opened: true,
    abnormal: 'none',
  })
  await gate.ask(pushRecords, { body: { records: [record] } })
  return record
}

describe('the timeline of a person', () => {
  it('has passages, days, visits and changes in one order, the latest first', async () => {
    const monday = pastMonday()
    const person = await employ(monday)
    await admin.ask(updateStaff, { params: { id: person.id }, body: { position: 'Guard' } })
    await passAt(gate, person.id, monday, ['08:50', '18:10'])
    await follow(house)
    await buildVisitor(house, admin, { name: 'Ada Whitlock', hostId: person.id, validFromAt: inHours(house, -2) })
    await buildVisitor(house, admin, { name: 'Tomorrow', hostId: person.id, validFromAt: inHours(house, 5) })
    const { items, kinds } = await timelineOf(person.id, admin, { size: 200 })
    expect(kinds).toEqual(['passages', 'attendance', 'visits', 'changes'])
    const lines = items.map(told)
    expect(lines.slice(0, 3)).toEqual(['staff update position', 'staff create', 'visit of Ada Whitlock'])
    const day = lines.indexOf(`day ${monday}`)
    expect(lines.slice(day - 1, day + 2)).toEqual(['passed Gate', `day ${monday}`, 'passed Gate'])
    expect(lines).toContain(`day ${dayAfter(monday, 1)}`)
    expect(lines).not.toContain('visit of Tomorrow')
    const times = items.map(({ at }) => Temporal.Instant.from(at).epochNanoseconds)
    expect(times).toEqual(times.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
  })

  it('comes in pages that leave nothing out and repeat nothing, whatever their size', async () => {
    const person = await employ(pastMonday())
    await passAt(gate, person.id, pastMonday(), ['08:00', '12:00', '12:30', '18:00'])
    await follow(house)
    for (const position of ['Guard', 'Cook', 'Clerk'])
      await admin.ask(updateStaff, { params: { id: person.id }, body: { position } })
    const whole = (await timelineOf(person.id, admin, { size: 200 })).items.map(({ kind, id }) => `${kind} ${id}`)
    expect(whole.length).toBeGreaterThan(8)
    for (const size of [1, 2, 3]) {
      const read: string[] = []
      let after: string | null = ''
      while (after !== null) {
        const page: Awaited<ReturnType<typeof timelineOf>> = await timelineOf(person.id, admin, {
          size,
          ...(after && { after }),
        })
        read.push(...page.items.map(({ kind, id }) => `${kind} ${id}`))
        after = page.next
      }
      expect(read).toEqual(whole)
    }
    const changes = await timelineOf(person.id, admin, { kind: 'changes' })
    expect(changes.items.map(told)).toEqual([
      ...Array.from({ length: 3 }, () => 'staff update position'),
      'staff create',
    ])
  })

  it('tells each role what it may read', async () => {
    const host = await newStaff()
    const visitor = await buildVisitor(house, admin, { hostId: host.id, groupIds: [visitorGroup] })
    await passNow(visitor.id, 'visitor')
    const reception = await house.asRole('visitorAdmin')
    const own = await timelineOf(visitor.id, reception)
    expect(own.kinds).toEqual(['passages', 'visits'])
    expect(own.items.map(({ kind }) => kind)).toEqual(['passages', 'visits'])
    expect((await timelineOf(visitor.id)).kinds).toEqual(['passages', 'visits', 'changes'])
    for (const route of [getPersonTimeline, getPersonDoors]) {
      expect((await reception.call(route, { params: { id: host.id } })).message).toBe('person.not-found')
      const doors = await house.asRole('deviceAdmin')
      expect((await doors.call(route, { params: { id: host.id } })).message).toBe('auth.permission-denied')
    }
    const general = await house.asRole('subAdmin')
    expect((await timelineOf(host.id, general)).kinds).toEqual(['passages', 'attendance', 'visits', 'changes'])
  })

  it('has the changes of many at once on the page of each, and goes with the person', async () => {
    const people = [await newStaff(), await newStaff()]
    const personIds = people.map(({ id }) => id)
    await admin.ask(suspendPeople, { body: { personIds, toAt: null, reason: 'Lost badge' } })
    for (const id of personIds) {
      const [latest] = (await timelineOf(id)).items
      expect(latest).toMatchObject({ kind: 'changes', change: { event: 'suspend', remark: 'Lost badge' } })
    }
    const linesOf = (id: string) => selectLinesBack(house.db, id, latest).execute()
    await admin.ask(erasePerson, { params: { id: personIds[0]! } })
    await admin.ask(deleteStaff, { body: { ids: [personIds[1]!] } })
    for (const id of personIds) expect(await linesOf(id)).toEqual([])
  })
})

const latest = { at: '9999-01-01T00:00:00Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', size: 21 }

describe('the doors of a person', () => {
  const range = { startMinute: 540, endMinute: 1080 }

  it('open by groups and timetables, with the passages of the day and the last one', async () => {
    const group = await admin.ask(groupRoutesOf.staff.create, { body: { name: `Lab ${randomUUID().slice(0, 8)}` } })
    const lab = await pairTestDevice(house, admin, 'Lab')
    await admin.ask(updateDevice, { params: { id: lab.id }, body: { groupIds: [group.id] } })
    await admin.ask(updateDevice, { params: { id: gate.id }, body: { groupIds: [staffGroup, visitorGroup] } })
    const body = { name: `Lab hours ${randomUUID().slice(0, 8)}`, validFromOn: null, validToOn: null, holiday: [] }
    const week = Array.from({ length: 7 }, (_, day) => (day < 5 ? [range] : []))
    const timetable = await admin.ask(createTimetable, { body: { ...body, week, holidays: [] } })
    await admin.ask(createPolicies, {
      body: { deviceIds: [lab.id], groupIds: [group.id], timetableId: timetable.id },
    })
    const person = await admin.ask(createStaff, {
      body: { name: 'Researcher', groupIds: [staffGroup, group.id] },
    })
    const record = await passNow(person.id)
    const monday = pastMonday()
    const answer = await admin.ask(getPersonDoors, { params: { id: person.id }, query: { on: monday, days: '7' } })
    expect(answer.doors.map(({ device, timetables }) => [device.name, timetables])).toEqual([
      ['Gate', []],
      ['Lab', [timetable.name]],
    ])
    const [always, hours] = answer.doors
    expect(always?.days.map(({ open }) => open)).toEqual(
      Array.from({ length: 7 }, () => [{ startMinute: 0, endMinute: 1440 }]),
    )
    expect(hours?.days.map(({ on, open }) => [on, open.length])).toEqual(
      [1, 1, 1, 1, 1, 0, 0].map((count, day) => [dayAfter(monday, day), count]),
    )
    expect(hours?.days[0]?.open).toEqual([range])
    expect(answer.lastSeen).toMatchObject({ recordId: record.id, deviceName: 'Gate', opened: true })
    const today = await admin.ask(getPersonDoors, { params: { id: person.id } })
    expect(today.doors[0]?.days[0]?.passages.map(({ recordId }) => recordId)).toEqual([record.id])
    expect(today.openNow).toBeGreaterThanOrEqual(1)
    expect(today.openToday).toBeGreaterThanOrEqual(today.openNow)
  })

  it('open no more for somebody suspended, and change at the end of a visit', async () => {
    await admin.ask(updateDevice, { params: { id: gate.id }, body: { groupIds: [staffGroup, visitorGroup] } })
    const person = await newStaff()
    expect(await admin.ask(getPersonDoors, { params: { id: person.id } })).toMatchObject({ openNow: 1, openToday: 1 })
    await admin.ask(suspendPeople, { body: { personIds: [person.id], toAt: null } })
    expect(await admin.ask(getPersonDoors, { params: { id: person.id } })).toMatchObject({ openNow: 0 })
    const validToAt = inHours(house, 0.05)
    const visitor = await buildVisitor(house, admin, { groupIds: [visitorGroup], validToAt })
    const { nextChangeAt, openNow } = await admin.ask(getPersonDoors, { params: { id: visitor.id } })
    expect(openNow).toBe(1)
    // A door is told in whole minutes; the visit may last until after midnight.
    if (nextChangeAt !== null)
      expect(Math.abs(Temporal.Instant.from(nextChangeAt).until(validToAt).total('seconds'))).toBeLessThanOrEqual(60)
  })
})

it('the pages of people are read along indexes', async () => {
  const person = await newStaff()
  const planOf = (query: Compilable<unknown>) =>
    house.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db)
      const { sql: text, parameters } = query.compile()
      const literal = text.replaceAll(/\$(\d+)/g, (_, place: string) => `'${String(parameters[Number(place) - 1])}'`)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(literal)}`.execute(db)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  expect(await planOf(selectLinesBack(house.db, person.id, latest))).toMatch(/operation_log_person_pkey/)
  expect(await planOf(selectVisitsBack(house.db, person.id, latest))).toMatch(/visitor__host|visitor_pkey/)
  expect(await planOf(selectDoorsOf(house.db, person.id))).toMatch(/group_member_pkey|group_member/)
})
