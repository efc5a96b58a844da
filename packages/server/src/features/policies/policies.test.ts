import type { QueryInput } from '@gatehouse/contract/route.ts'
import { randomUUID } from 'node:crypto'
import { getConfiguration, pushRecords } from '@gatehouse/contract/device/link.ts'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { beginLockdown, releaseLockdown } from '@gatehouse/contract/features/lockdown.ts'
import {
  createPolicies,
  deletePolicies,
  findPeople,
  getPolicyHints,
  listPolicies,
  updatePolicy,
  explainAccess,
} from '@gatehouse/contract/features/policies.ts'
import { getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import { createTimetable, type TimetableInput, updateTimetable } from '@gatehouse/contract/features/timetables.ts'
import { type Clock, systemClock } from '@gatehouse/terminal/lib/clock.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRecord, buildStaff, pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { insertNamedStaff } from '../../../test/enrol.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import {
  createNamedFaceTerminal,
  type PairedTerminal,
  startPairedTerminal,
} from '@gatehouse/testkit/seeds/real-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'

let house: TestGatehouse
let owner: Caller
let admin: Caller
let gate: PairedDevice
let lab: PairedDevice
let groups: { staff: string; visitor: string; blacklisted: string }
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  owner = await house.asRole('superAdmin')
  admin = await house.asRole('subAdmin')
  gate = await pairTestDevice(house, owner, 'Gate')
  lab = await pairTestDevice(house, owner, 'Lab')
  const all = await owner.ask(listGroups)
  const groupOf = (kind: string) => all.find((group) => group.kind === kind)!.id
  groups = { staff: groupOf('staff'), visitor: groupOf('visitor'), blacklisted: groupOf('blacklisted') }
})
afterAll(() => house.close())

const hours = (from: number, to: number) => ({ startMinute: from * 60, endMinute: to * 60 })
const allWeek = (...ranges: ReturnType<typeof hours>[]) => Array.from({ length: 7 }, () => ranges)
let count = 0
const timetableInput = (more: Partial<TimetableInput> = {}): TimetableInput => ({
  name: `Times ${++count}`,
  validFromOn: null,
  validToOn: null,
  week: allWeek(hours(8, 20)),
  holiday: [],
  holidays: [],
  ...more,
})
const makeTimetable = (more: Partial<TimetableInput> = {}) => owner.ask(createTimetable, { body: timetableInput(more) })
const accessOf = async (device: PairedDevice) => (await device.ask(getConfiguration)).access
const revisions = async () => [(await accessOf(gate)).revision, (await accessOf(lab)).revision]
const allPolicies = async (query: { query?: QueryInput<typeof listPolicies> } = {}) =>
  (await admin.ask(listPolicies, query)).items
const removeAll = () => sql`delete from pass_policy`.execute(house.db)

describe('[PASS-02] pass policies', () => {
  it('pass policies are created for many devices and groups at once; existing ones stay', async () => {
    const { id: timetableId } = await makeTimetable()
    const body = { deviceIds: [gate.id, lab.id, gate.id], groupIds: [groups.staff, groups.visitor], timetableId }
    expect(await admin.ask(createPolicies, { body: { ...body, deviceIds: [gate.id] } })).toEqual({
      created: 2,
      existing: 0,
    })
    expect(await admin.ask(createPolicies, { body })).toEqual({ created: 2, existing: 2 })
    const places = (policies: Awaited<ReturnType<typeof allPolicies>>) =>
      policies.map(({ device, group }) => `${device.name} ${group.kind}`)
    expect(places(await allPolicies())).toEqual(['Gate staff', 'Gate visitor', 'Lab staff', 'Lab visitor'])
    expect(places(await allPolicies({ query: { by: 'group' } }))).toEqual([
      'Gate staff',
      'Lab staff',
      'Gate visitor',
      'Lab visitor',
    ])
    expect(places(await allPolicies({ query: { deviceId: lab.id, groupId: groups.staff } }))).toEqual(['Lab staff'])
    expect(places(await allPolicies({ query: { keyword: 'lab' } }))).toEqual(['Lab staff', 'Lab visitor'])
    expect(places(await allPolicies({ query: { size: 1, page: 2 } }))).toEqual(['Gate visitor'])
    const { rows } = await sql<{ item: string; facts: object }>`
      select item, facts from operation_log where module = 'policy' and event = 'create' order by at desc limit 1`.execute(
      house.db,
    )
    expect(rows[0]).toMatchObject({ item: expect.stringMatching(/^Lab – .+, Lab – /), facts: { policies: 2 } })
    await removeAll()
  })

  it('pass policies are refused for a blacklist group, and for a missing group, device or timetable', async () => {
    const { id: timetableId } = await makeTimetable()
    const body = { deviceIds: [gate.id], groupIds: [groups.staff], timetableId }
    const refusal = async (change: Partial<typeof body>) =>
      (await admin.call(createPolicies, { body: { ...body, ...change } })).message
    expect(await refusal({ groupIds: [groups.staff, groups.blacklisted] })).toBe('policy.group-kind')
    expect(await refusal({ groupIds: [randomUUID()] })).toBe('group.not-found')
    expect(await refusal({ deviceIds: [gate.id, randomUUID()] })).toBe('device.not-found')
    expect(await refusal({ timetableId: randomUUID() })).toBe('timetable.not-found')
    expect(await refusal({ deviceIds: [] })).toBe('request.invalid')
    expect(await allPolicies()).toEqual([])
  })

  it('pass policies change their timetable, unless there is such a policy', async () => {
    const [day, night] = [await makeTimetable(), await makeTimetable()]
    const make = (timetableId: string) =>
      admin.ask(createPolicies, { body: { deviceIds: [gate.id], groupIds: [groups.staff], timetableId } })
    await make(day.id)
    const [policy] = await allPolicies()
    const change = (timetableId: string) =>
      admin.call(updatePolicy, { params: { id: policy!.id }, body: { timetableId } })
    expect((await change(night.id)).data.timetable.name).toBe(night.name)
    await make(day.id)
    expect((await change(day.id)).message).toBe('policy.exists')
    expect((await change(randomUUID())).message).toBe('timetable.not-found')
    expect(await allPolicies()).toMatchObject([{ pairCount: 2 }, { pairCount: 2 }])
    await removeAll()
  })

  it('pass policies are deleted in bulk, and each change notifies the devices concerned and no other', async () => {
    const { id: timetableId } = await makeTimetable()
    const [gateStart, labStart] = (await revisions()) as [number, number]
    await admin.ask(createPolicies, {
      body: { deviceIds: [gate.id], groupIds: [groups.staff, groups.visitor], timetableId },
    })
    expect(await revisions()).toEqual([gateStart + 1, labStart])
    expect((await accessOf(gate)).policies).toHaveLength(2)
    // An existing policy changes nothing, so nobody is notified.
    await admin.ask(createPolicies, { body: { deviceIds: [gate.id], groupIds: [groups.staff], timetableId } })
    expect(await revisions()).toEqual([gateStart + 1, labStart])
    const ids = (await allPolicies()).map(({ id }) => id)
    expect(await admin.ask(deletePolicies, { body: { ids: [...ids, randomUUID()] } })).toEqual({ deleted: 2 })
    expect(await revisions()).toEqual([gateStart + 2, labStart])
    expect((await admin.call(deletePolicies, { body: { ids } })).message).toBe('policy.not-found')
  })

  it('two callers who change policies of the same devices in different order do not block each other', async () => {
    const timetables = await Promise.all([makeTimetable(), makeTimetable(), makeTimetable(), makeTimetable()])
    await Promise.all(
      timetables.map(({ id }, n) => {
        const deviceIds = n % 2 ? [gate.id, lab.id] : [lab.id, gate.id]
        return admin.ask(createPolicies, { body: { deviceIds, groupIds: [groups.staff], timetableId: id } })
      }),
    )
    expect(await allPolicies()).toHaveLength(8)
    await removeAll()
  })

  it('pass policies are checked for conflicts and gaps', async () => {
    await owner.ask(updateDevice, {
      params: { id: gate.id },
      body: { groupIds: [groups.staff, groups.visitor, groups.blacklisted] },
    })
    await owner.ask(updateDevice, { params: { id: lab.id }, body: { groupIds: [groups.staff] } })
    const [day, never, over] = [
      await makeTimetable(),
      await makeTimetable({ week: allWeek(), holiday: [hours(0, 24)] }),
      await makeTimetable({ validToOn: '2020-01-01' }),
    ]
    const make = (deviceId: string, groupId: string, timetableId: string) =>
      admin.ask(createPolicies, { body: { deviceIds: [deviceId], groupIds: [groupId], timetableId } })
    await make(gate.id, groups.staff, day.id)
    await make(gate.id, groups.staff, over.id)
    await make(lab.id, groups.visitor, never.id)
    const hints = await admin.ask(getPolicyHints)
    const places = (list: { device: { name: string }; group: { kind: string } }[]) =>
      list.map(({ device, group }) => `${device.name} ${group.kind}`)
    expect(places(hints.idle)).toEqual(['Lab visitor'])
    expect(places(hints.neverOpen)).toEqual(['Gate staff', 'Lab visitor'])
    expect(places(hints.several)).toEqual(['Gate staff'])
    expect(hints.several[0]?.timetables.map(({ id }) => id).toSorted()).toEqual([day.id, over.id].toSorted())
    expect(places(hints.always)).toEqual(['Gate visitor', 'Lab staff'])
    expect(hints.counts).toEqual({ idle: 1, neverOpen: 2, several: 1, always: 2 })
    await removeAll()
  })
})

const enrol = (name: string) => insertNamedStaff(house, owner, name)

describe('[PASS-03] at a real terminal', () => {
  let terminal: PairedTerminal
  let deviceId: string
  // The terminal's clock is set by the test: 19:59 and 20:01 of the same evening.
  let shown = '2026-06-01T19:59:00+08:00'
  beforeAll(async () => {
    const nowMs = () => Temporal.Instant.from(shown).epochMilliseconds
    const clock: Clock = { nowMs, after: (ms, run) => systemClock.after(ms, run) }
    const serverUrl = await listenForTerminals(house)
    terminal = await startPairedTerminal(owner.ask, serverUrl, { name: 'Evening door' }, (options) =>
      createNamedFaceTerminal(serverUrl, { ...options, clock }),
    )
    deviceId = terminal.id
    await owner.ask(updateDevice, { params: { id: deviceId }, body: { timeZone: 'Asia/Shanghai' } })
  })
  afterAll(() => terminal.stop())

  const opens = async (name: string) => (await terminal.present(namedFace(name)))?.opened
  const settled = async (name: string, isOpen: boolean) =>
    until(async () => (await opens(name)) === isOpen || undefined)

  it('a policy closes and opens the door within seconds, by its hint alone, and the server gives the reason', async () => {
    const person = await enrol('Li Wei')
    await settled('Li Wei', true)
    shown = '2026-06-01T20:01:00+08:00'
    expect(await opens('Li Wei')).toBe(true)

    const day = await makeTimetable()
    await admin.ask(createPolicies, { body: { deviceIds: [deviceId], groupIds: [groups.staff], timetableId: day.id } })
    await settled('Li Wei', false)
    shown = '2026-06-01T19:59:00+08:00'
    expect(await opens('Li Wei')).toBe(true)
    shown = '2026-06-01T20:01:00+08:00'
    expect(await opens('Li Wei')).toBe(false)

    // The record's chain is the answer of the server's own question, and its names are known.
    const refused = await until(async () => {
      const { items } = await owner.ask(listRecords, { query: { deviceId, opened: 'false' } })
      return items.find(({ abnormal }) => abnormal === 'outside-passage-time')
    })
    const record = await owner.ask(getRecord, { params: { id: refused.id } })
    const answer = await admin.ask(explainAccess, { query: { personId: person.id, deviceId, at: record.recognisedAt } })
    expect(answer).toMatchObject({ opens: false, abnormal: 'outside-passage-time', timeZone: 'Asia/Shanghai' })
    expect(answer.local).toEqual({ on: '2026-06-01', weekday: 1, minuteOfDay: 20 * 60 + 1 })
    expect(record.reasons).toEqual(answer.reasons)
    expect(Object.values(record.names).toSorted()).toEqual([day.name, 'Default staff group'].toSorted())
    expect(record.names).toEqual(answer.names)

    // A wider timetable opens it, and so does the policy's end.
    await owner.ask(updateTimetable, { params: { id: day.id }, body: timetableInput({ week: allWeek(hours(8, 24)) }) })
    await settled('Li Wei', true)
    await owner.ask(updateTimetable, { params: { id: day.id }, body: timetableInput() })
    await settled('Li Wei', false)
    const ids = (await allPolicies({ query: { deviceId } })).map(({ id }) => id)
    await admin.ask(deletePolicies, { body: { ids } })
    await settled('Li Wei', true)
  })
})

describe('[PASS-03] the explanation of a pass', () => {
  it('the server explains a pass for any person, door and moment as the terminal would decide it', async () => {
    const person = await buildStaff(owner, 'Zhang Min')
    const ask = (at: string) => admin.ask(explainAccess, { query: { personId: person.id, deviceId: gate.id, at } })
    await owner.ask(updateDevice, {
      params: { id: gate.id },
      body: { timeZone: 'Europe/Berlin', groupIds: [groups.staff] },
    })
    expect((await ask('2026-06-01T03:00:00Z')).reasons.map(({ code }) => code)).toEqual([
      'group-bound',
      'period-holds',
      'group-without-policy',
    ])
    const { id: timetableId } = await makeTimetable({
      week: allWeek(hours(2, 3)),
      holidays: [{ on: '2024-02-29', isYearly: true, remark: 'Leap day' }],
    })
    await admin.ask(createPolicies, { body: { deviceIds: [gate.id], groupIds: [groups.staff], timetableId } })
    // 02:30 comes twice on a day of 25 hours, and never on one of 23.
    expect((await ask('2026-10-25T00:30:00Z')).opens).toBe(true)
    expect((await ask('2026-10-25T01:30:00Z')).opens).toBe(true)
    expect((await ask('2026-03-29T01:30:00Z')).local.minuteOfDay).toBe(3 * 60 + 30)
    expect((await ask('2026-03-29T01:30:00Z')).opens).toBe(false)
    expect((await ask('2028-02-29T01:30:00Z')).reasons.at(-1)).toMatchObject({ code: 'outside-ranges', row: 'holiday' })
    expect((await ask('2027-02-28T01:30:00Z')).opens).toBe(true)
    await removeAll()
  })

  it('the server explains a pass of somebody in very many groups of one door, whether it opens or not', async () => {
    const person = await buildStaff(owner, 'Everywhere')
    const crews = Array.from({ length: 120 }, (_, n) => ({ kind: 1, name: `Crew ${n}` }))
    const made = await house.db.insertInto('person_group').values(crews).returning('id').execute()
    const many = made.map(({ id }) => id)
    const memberships = many.map((group_id) => ({ group_id, person_id: person.id }))
    await house.db.insertInto('group_member').values(memberships).execute()
    await owner.ask(updateDevice, { params: { id: gate.id }, body: { groupIds: many } })
    const ask = () => admin.ask(explainAccess, { query: { personId: person.id, deviceId: gate.id } })
    const open = await ask()
    expect(open.opens).toBe(true)
    expect(open.reasons[0]).toEqual({ code: 'group-bound', groupIds: many.toSorted() })
    expect(Object.keys(open.names)).toHaveLength(120)
    const { id: timetableId } = await makeTimetable({ week: allWeek() })
    for (const groupIds of [many.slice(0, 60), many.slice(60)])
      await admin.ask(createPolicies, { body: { deviceIds: [gate.id], groupIds, timetableId } })
    const shut = await ask()
    expect([shut.opens, shut.reasons.length]).toEqual([false, 122])
    await removeAll()
  })

  it('the server knows a lockdown of this moment, and says of another one which states it took as ordinary', async () => {
    const person = await buildStaff(owner, 'Locked Out')
    await owner.ask(updateDevice, { params: { id: gate.id }, body: { groupIds: [groups.staff] } })
    const ask = (at?: string) =>
      admin.ask(explainAccess, { query: { personId: person.id, deviceId: gate.id, ...(at !== undefined && { at }) } })
    const { id } = await owner.ask(beginLockdown, {
      body: { kind: 'lockdown', level: 'Red', scope: { kind: 'everything' }, reason: null },
    })
    try {
      expect(await ask()).toMatchObject({
        opens: false,
        abnormal: 'lockdown',
        reasons: [{ code: 'lockdown-refuses', lockdownId: id }],
        names: { [id]: 'Red' },
        unknownStates: [],
      })
      expect(await ask('2027-06-01T08:00:00Z')).toMatchObject({ opens: true, unknownStates: ['door-state'] })
    } finally {
      await owner.ask(releaseLockdown, { params: { id }, body: { reason: 'seen' } })
    }
    expect(await ask()).toMatchObject({ opens: true, unknownStates: [] })
  })

  it('the server explains no pass of people and doors that do not exist', async () => {
    const person = await buildStaff(owner, 'Nobody Else')
    const ask = async (personId: string, deviceId: string) =>
      (await admin.call(explainAccess, { query: { personId, deviceId } })).message
    expect(await ask(randomUUID(), gate.id)).toBe('person.not-found')
    expect(await ask(person.id, randomUUID())).toBe('device.not-found')
    expect(
      (
        await admin.call(explainAccess, {
          query: { personId: person.id, deviceId: gate.id, at: '+999999-01-01T00:00:00Z' },
        })
      ).status,
    ).toBe(400)
  })

  it('the explanation of a pass starts with a search for the person by name', async () => {
    const found = await admin.ask(findPeople, { query: { keyword: 'zhang m' } })
    expect(found).toMatchObject([{ name: 'Zhang Min', kind: 'staff' }])
    expect(await admin.ask(findPeople, { query: { id: found[0]!.id } })).toEqual(found)
  })

  it('a record names the groups and timetables of its reasons, as far as they still exist', async () => {
    const gone = randomUUID()
    const record = buildRecord(9000, {
      reasons: [
        { code: 'group-bound', groupIds: [groups.staff, 'not an id', gone] },
        { code: 'timetable-unknown', groupId: groups.staff, policyId: gone, timetableId: gone },
      ],
    })
    await gate.ask(pushRecords, { body: { records: [record] } })
    const { names } = await owner.ask(getRecord, { params: { id: record.id } })
    expect(names).toEqual({ [groups.staff]: 'Default staff group' })
  })
})
