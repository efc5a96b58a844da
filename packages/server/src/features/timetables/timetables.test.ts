import { randomUUID } from 'node:crypto'
import { createPolicies } from '@gatehouse/contract/features/policies.ts'
import { listGroups } from '@gatehouse/contract/features/person-groups.ts'
import {
  createTimetable,
  deleteTimetable,
  getTimetable,
  listTimetables,
  type TimetableInput,
  updateTimetable,
} from '@gatehouse/contract/features/timetables.ts'
import { getConfiguration } from '@gatehouse/contract/device/link.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
let gate: PairedDevice
let lab: PairedDevice
let groupId: string
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('subAdmin')
  const owner = await house.asRole('superAdmin')
  gate = await pairTestDevice(house, owner, 'Gate')
  lab = await pairTestDevice(house, owner, 'Lab')
  groupId = (await owner.ask(listGroups, { query: { kind: 'staff' } }))[0]!.id
})
afterAll(() => house.close())

const hours = (from: number, to: number) => ({ startMinute: from * 60, endMinute: to * 60 })
let count = 0
const input = (more: Partial<TimetableInput> = {}): TimetableInput => ({
  name: `Office ${++count}`,
  validFromOn: null,
  validToOn: null,
  week: [[hours(8, 20)], [hours(8, 20)], [hours(8, 20)], [hours(8, 20)], [hours(8, 20)], [], []],
  holiday: [],
  holidays: [],
  ...more,
})
const create = (more: Partial<TimetableInput> = {}) => admin.ask(createTimetable, { body: input(more) })
const revisionOf = async (device: PairedDevice) => (await device.ask(getConfiguration)).access.revision

describe('[PASS-01] a timetable', () => {
  it('a timetable keeps name, period, ranges in the order of the clock, and holidays in the order of the calendar', async () => {
    const week = input().week.with(0, [hours(13, 24), hours(0, 6), hours(6, 8)])
    const holidays = [
      { on: '2026-12-25', isYearly: true, remark: 'Christmas' },
      { on: '2026-10-01', isYearly: false, remark: '' },
    ]
    const { id } = await create({
      validFromOn: '2026-01-01',
      validToOn: '2026-12-31',
      week,
      holidays,
      holiday: [hours(10, 12)],
    })
    expect(await admin.ask(getTimetable, { params: { id } })).toMatchObject({
      validFromOn: '2026-01-01',
      validToOn: '2026-12-31',
      week: [[hours(0, 6), hours(6, 8), hours(13, 24)], ...week.slice(1)],
      holiday: [hours(10, 12)],
      holidays: [holidays[1], holidays[0]],
      holidayCount: 2,
      policyCount: 0,
      version: 1,
    })
  })

  const range = (startMinute: number, endMinute: number) => ({ startMinute, endMinute })
  const once = (on: string) => ({ on, isYearly: false, remark: '' })
  it.each<[string, object]>([
    ['overlapping ranges', { week: input().week.with(2, [range(480, 720), range(719, 900)]) }],
    ['the same range twice', { holiday: [range(480, 720), range(480, 720)] }],
    ['25:00', { week: input().week.with(0, [range(480, 1500)]) }],
    ['a range that ends where it begins', { holiday: [range(480, 480)] }],
    ['a range that ends before it begins', { holiday: [range(1320, 360)] }],
    ['half a minute', { holiday: [range(480.5, 600)] }],
    ['13 ranges on a day', { holiday: Array.from({ length: 13 }, (_, n) => range(n * 60, n * 60 + 30)) }],
    ['six days', { week: input().week.slice(1) }],
    ['a holiday twice', { holidays: [once('2026-10-01'), once('2026-10-01')] }],
    [
      'a yearly holiday twice, of two years',
      { holidays: ['2026-10-01', '2027-10-01'].map((on) => ({ ...once(on), isYearly: true })) },
    ],
    ['30 February', { holidays: [once('2026-02-30')] }],
    ['the year 9999', { holidays: [once('9999-01-01')] }],
    [
      '367 holidays',
      {
        holidays: Array.from({ length: 367 }, (_, n) =>
          once(Temporal.PlainDate.from('2026-01-01').add({ days: n }).toString()),
        ),
      },
    ],
    ['an end before the beginning', { validFromOn: '2026-02-01', validToOn: '2026-01-01' }],
    ['no name', { name: ' ' }],
    ['a name of 31 characters', { name: 'x'.repeat(31) }],
  ])('a timetable refuses %s', async (_what, wrong) => {
    const { status, message } = await admin.call(createTimetable, { body: { ...input(), ...wrong } })
    expect([status, message]).toEqual([400, 'request.invalid'])
  })

  it('a timetable may have twelve ranges a day that touch, and 29 February', async () => {
    const twelve = Array.from({ length: 12 }, (_, n) => range(n * 120, n * 120 + 120))
    const made = await create({ holiday: twelve, holidays: [{ on: '2028-02-29', isYearly: true, remark: '' }] })
    expect([made.holiday.length, made.holidays[0]?.on]).toEqual([12, '2028-02-29'])
  })

  it('a timetable has a name of its own', async () => {
    const { name } = await create()
    expect((await admin.call(createTimetable, { body: input({ name }) })).message).toBe('timetable.name-taken')
    const other = await create()
    const renamed = { params: { id: other.id }, body: input({ name }) }
    expect((await admin.call(updateTimetable, renamed)).message).toBe('timetable.name-taken')
  })

  it('a timetable is found by its name, and counted', async () => {
    const { id } = await create({ name: '100% night_shift' })
    const find = async (keyword: string) =>
      (await admin.ask(listTimetables, { query: { keyword } })).items.map((one) => one.id)
    expect(await find('0% NIGHT_')).toEqual([id])
    expect(await find('nightXshift')).toEqual([])
  })

  it('a timetable that another user changed meanwhile is not overwritten', async () => {
    const { id, version } = await create()
    const save = (name: string) =>
      admin.call(updateTimetable, { params: { id }, body: { ...input({ name }), version } })
    const [first, second] = await Promise.all([save('First'), save('Second')])
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]))
    const saved = first.status === 200 ? 'First' : 'Second'
    expect((await admin.ask(getTimetable, { params: { id } })).name).toBe(saved)
  })

  it('a timetable is not deleted while it is used: the refusal names its users', async () => {
    const { id } = await create()
    await admin.ask(createPolicies, { body: { deviceIds: [gate.id], groupIds: [groupId], timetableId: id } })
    const { message, desc } = await admin.call(deleteTimetable, { params: { id } })
    expect(message).toBe('timetable.in-use')
    expect(desc).toContain('Gate – Default staff group')
    expect((await admin.ask(getTimetable, { params: { id } })).uses).toMatchObject([{ device: { name: 'Gate' } }])
    const free = await create()
    await admin.ask(deleteTimetable, { params: { id: free.id } })
    expect((await admin.call(getTimetable, { params: { id: free.id } })).message).toBe('timetable.not-found')
    expect((await admin.call(deleteTimetable, { params: { id: randomUUID() } })).message).toBe('timetable.not-found')
  })

  it('a changed timetable reaches the devices that use it and no others', async () => {
    const used = await create()
    await admin.ask(createPolicies, { body: { deviceIds: [lab.id], groupIds: [groupId], timetableId: used.id } })
    const [gateBefore, labBefore] = [await revisionOf(gate), await revisionOf(lab)]
    await admin.ask(updateTimetable, { params: { id: used.id }, body: input({ holiday: [hours(9, 10)] }) })
    expect([await revisionOf(gate), await revisionOf(lab)]).toEqual([gateBefore, labBefore + 1])
    const { access } = await lab.ask(getConfiguration)
    expect(access.timetables.find(({ id }) => id === used.id)?.holiday).toEqual([hours(9, 10)])
  })
})

it('the users of a timetable are found along an index', async () => {
  const plan = await house.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    return sql<{ 'QUERY PLAN': string }>`
      explain select count(*) from pass_policy where timetable_id = ${randomUUID()}`.execute(db)
  })
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/pass_policy__timetable/)
})
