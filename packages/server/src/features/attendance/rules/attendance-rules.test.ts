import { randomUUID } from 'node:crypto'
import {
  createAttendanceArea,
  deleteAttendanceArea,
  listAttendanceAreas,
  updateAttendanceArea,
} from '@gatehouse/contract/features/attendance/areas.ts'
import {
  createAttendanceRule,
  deleteAttendanceRule,
  getAttendanceRule,
  listAttendanceRules,
  listRulePeople,
  updateAttendanceRule,
} from '@gatehouse/contract/features/attendance/rules.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { createStaff, deleteStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { follow, officeHours, pastMonday, zone } from '../../../../test/build-attendance.ts'
import { buildStaff, pairTestDevice } from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
let count = 0
const monday = pastMonday()

beforeAll(async () => {
  house = await startTestGatehouse()
  await house.db.updateTable('company').set({ time_zone: zone }).execute()
  admin = await house.asRole('mainAdmin')
})
beforeEach(() => follow(house))
afterAll(() => house.close())

type Participants = { kind: 'person' | 'department' | 'group'; id: string }[]
const input = (participants: Participants = [], settings = officeHours) => ({
  name: `Rule ${++count}`,
  settings,
  areaIds: [],
  participants,
})
const create = (participants: Participants = [], settings = officeHours) =>
  admin.ask(createAttendanceRule, { body: input(participants, settings) })
const message = async (settings: typeof officeHours) =>
  (await admin.call(createAttendanceRule, { body: input([], settings) })).message

/** The names of the rules a person was in, from the first on, and since when. */
async function history(personId: string) {
  await follow(house)
  const { rows } = await sql<{ name: string; from_on: string; to_on: string | null; via: string }>`
    select r.name, a.from_on, a.to_on, a.via from attendance_assignment a join attendance_rule r on r.id = a.rule_id
    where a.person_id = ${personId} order by a.from_on`.execute(house.db)
  return rows
}
const ruleOf = async (personId: string) => (await history(personId)).at(-1)

describe('[ATT-01] attendance rules', () => {
  it('the default rule applies to everybody whom no other rule names', async () => {
    const person = await buildStaff(admin, 'Li Wei')
    const [rule] = await admin.ask(listAttendanceRules)
    expect(rule).toMatchObject({ isDefault: true, version: 1, timeZone: zone })
    expect(await ruleOf(person.id)).toMatchObject({ name: rule?.name, to_on: null, via: 'default' })
    const remove = await admin.call(deleteAttendanceRule, { params: { id: rule?.id ?? '' } })
    expect(remove.message).toBe('attendance-rule.is-default')
    const named = await admin.call(updateAttendanceRule, {
      params: { id: rule?.id ?? '' },
      body: { participants: [{ kind: 'person', id: person.id }] },
    })
    expect(named.message).toBe('attendance-rule.is-default')
  })

  it('people can be deleted while their rules are computed: nobody waits, and the rule ends with them', async () => {
    const first = await buildStaff(admin, 'First')
    const second = await buildStaff(admin, 'Second')
    await house.db.transaction().execute(async (db) => {
      await db.deleteFrom('person').where('id', '=', first.id).execute()
      await follow(house)
      await db.deleteFrom('person').where('id', '=', second.id).execute()
    })
    for (const { id } of [first, second]) expect((await history(id)).filter(({ to_on }) => to_on === null)).toEqual([])
  })

  it('attendance rules keep every field, and a version for each change of their settings', async () => {
    const full = {
      ...officeHours,
      timeZone: 'Europe/Berlin',
      punchesPerDay: 1 as const,
      holidays: [
        { on: '2026-12-25', isYearly: true, remark: 'Christmas' },
        { on: '2026-10-03', isYearly: false, remark: 'Unity' },
      ],
      specialWorkingDays: [{ on: '2026-12-25', remark: 'worked' }],
    }
    const rule = await create([], full)
    expect(rule.settings).toEqual({ ...full, holidays: full.holidays.toReversed() })
    const change = (body: object) => admin.ask(updateAttendanceRule, { params: { id: rule.id }, body })
    expect((await change({ name: 'Renamed' })).versions).toHaveLength(1)
    expect((await change({ settings: { ...full, holidays: full.holidays } })).versions).toHaveLength(1)
    const changed = await change({ settings: { ...full, lateToleranceMinutes: 9 }, effectiveOn: monday, version: 1 })
    expect(changed).toMatchObject({
      name: 'Renamed',
      version: 2,
      effectiveOn: monday,
      settings: { lateToleranceMinutes: 9 },
    })
    expect(changed.versions.map((version) => [version.version, version.settings.lateToleranceMinutes])).toEqual([
      [2, 9],
      [1, 5],
    ])
    const stale = await admin.call(updateAttendanceRule, {
      params: { id: rule.id },
      body: { settings: full, version: 1 },
    })
    expect(stale.message).toBe('attendance-rule.changed-meanwhile')
  })

  it('rules that nobody could follow are refused, each with its own reason', async () => {
    expect(await message({ ...officeHours, earliestPunchMinute: 600 })).toBe('attendance-rule.starts-before-earliest')
    expect(await message({ ...officeHours, workStartMinute: 600, workEndMinute: 400 })).toBe(
      'attendance-rule.ends-after-day',
    )
    expect(await message({ ...officeHours, lateToleranceMinutes: 1439 })).toBe('attendance-rule.tolerance-too-long')
    expect(await message({ ...officeHours, workdayOvertime: { minMinutes: 0, notBeforeMinute: 600 } })).toBe(
      'attendance-rule.overtime-before-end',
    )
    for (const timeZone of ['Mars/Olympus', '+08:00', "x'; drop table person; --"])
      expect(await message({ ...officeHours, timeZone })).toBe('attendance-rule.time-zone-unknown')
    expect(await message({ ...officeHours, workingWeekdays: [0] })).toBe('request.invalid')
    expect(await message({ ...officeHours, lateToleranceMinutes: 1440 })).toBe('request.invalid')
    const far = await admin.call(createAttendanceRule, { body: { ...input(), effectiveOn: '2020-01-01' } })
    expect(far.message).toBe('attendance-rule.effective-too-far')
    const unknown = await admin.call(createAttendanceRule, { body: input([{ kind: 'person', id: randomUUID() }]) })
    expect(unknown.message).toBe('attendance-rule.participant-unknown')
    const rule = await create()
    expect((await admin.call(createAttendanceRule, { body: { ...input(), name: rule.name } })).message).toBe(
      'attendance-rule.name-taken',
    )
  })

  it('rules name people, groups and departments; the nearest name wins, and each name is in one rule only', async () => {
    const top = await admin.ask(createDepartment, { body: { name: `Top ${++count}` } })
    const below = await admin.ask(createDepartment, { body: { name: `Below ${++count}`, parentId: top.id } })
    const { id: groupId } = await house.db
      .insertInto('person_group')
      .values({ kind: 1, name: `Shift ${++count}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const person = await admin.ask(createStaff, {
      body: { name: 'Wang Fang', departmentId: below.id, groupIds: [groupId] },
    })
    const byDepartment = await create([{ kind: 'department', id: top.id }])
    expect(await ruleOf(person.id)).toMatchObject({ name: byDepartment.name, via: 'department' })
    const byGroup = await create([{ kind: 'group', id: groupId }])
    expect(await ruleOf(person.id)).toMatchObject({ name: byGroup.name, via: 'group' })
    const byName = await create([{ kind: 'person', id: person.id }])
    expect(await ruleOf(person.id)).toMatchObject({ name: byName.name, via: 'person' })
    expect(await admin.ask(listRulePeople, { params: { id: byName.id }, query: {} })).toMatchObject({
      total: 1,
      items: [{ name: 'Wang Fang', via: 'person' }],
    })
    const twice = await admin.call(createAttendanceRule, { body: input([{ kind: 'person', id: person.id }]) })
    expect(twice).toMatchObject({ message: 'attendance-rule.participant-taken', data: { rule: byName.name } })
    await admin.ask(updateAttendanceRule, { params: { id: byName.id }, body: { participants: [] } })
    expect(await ruleOf(person.id)).toMatchObject({ name: byGroup.name })
    await admin.ask(updateStaff, { params: { id: person.id }, body: { groupIds: [] } })
    expect(await ruleOf(person.id)).toMatchObject({ name: byDepartment.name })
    await admin.ask(updateStaff, { params: { id: person.id }, body: { departmentId: null } })
    expect(await ruleOf(person.id)).toMatchObject({ via: 'default' })
    expect((await admin.call(deleteAttendanceRule, { params: { id: byName.id } })).status).toBe(200)
  })

  it('two rules that claim the same person at once end with one of them refused', async () => {
    const person = await buildStaff(admin, 'Wanted by two')
    const answers = await Promise.all(
      [1, 2].map(() => admin.call(createAttendanceRule, { body: input([{ kind: 'person', id: person.id }]) })),
    )
    expect(answers.map(({ message }) => message).toSorted()).toEqual(['attendance-rule.participant-taken', 'success'])
    await follow(house)
    const { rows } = await sql<{
      open: number
    }>`select count(*)::int as open from attendance_assignment where person_id = ${person.id} and to_on is null`.execute(
      house.db,
    )
    expect(rows[0]?.open).toBe(1)
  })

  it('a move keeps its history from the date that was asked for, without a gap or an overlap', async () => {
    const person = await buildStaff(admin, 'Mover')
    const first = await create([{ kind: 'person', id: person.id }])
    await follow(house)
    const early = await admin.ask(createAttendanceRule, { body: { ...input(), effectiveOn: monday } })
    await admin.ask(updateAttendanceRule, { params: { id: first.id }, body: { participants: [] } })
    await admin.ask(updateAttendanceRule, {
      params: { id: early.id },
      body: { participants: [{ kind: 'person', id: person.id }], effectiveOn: monday },
    })
    expect(await history(person.id)).toMatchObject([{ name: early.name, from_on: monday, to_on: null }])
    const late = await create()
    await admin.ask(updateAttendanceRule, { params: { id: early.id }, body: { participants: [] } })
    await admin.ask(updateAttendanceRule, {
      params: { id: late.id },
      body: { participants: [{ kind: 'person', id: person.id }] },
    })
    const moves = await history(person.id)
    expect(moves.map(({ name }) => name)).toEqual([early.name, late.name])
    expect(moves[0]?.to_on).toBe(moves[1]?.from_on)
    expect((await admin.call(deleteAttendanceRule, { params: { id: early.id } })).message).toBe(
      'attendance-rule.in-use',
    )
  })

  it('rules drop the people who were deleted', async () => {
    const person = await buildStaff(admin, 'Leaver')
    const rule = await create([{ kind: 'person', id: person.id }])
    expect(await history(person.id)).toHaveLength(1)
    await admin.ask(deleteStaff, { body: { ids: [person.id] } })
    expect(await history(person.id)).toEqual([])
    expect((await admin.ask(getAttendanceRule, { params: { id: rule.id } })).participants).toEqual([])
  })

  it('[PERM-05] only leaders change attendance rules; a general administrator reads them', async () => {
    const general = await house.asRole('subAdmin')
    expect((await general.ask(listAttendanceRules)).length).toBeGreaterThan(0)
    expect((await general.call(createAttendanceRule, { body: input() })).message).toBe('auth.permission-denied')
    // Areas are no rules: these stand among what the role may do.
    const body = { name: 'Annex', location: null, latitude: 31, longitude: 121, radiusMetres: 50, deviceIds: [] }
    const area = await general.ask(createAttendanceArea, { body })
    await general.ask(deleteAttendanceArea, { params: { id: area.id } })
  })
})

describe('[ATT-02] attendance areas', () => {
  const area = { name: 'Gate', location: 'Bund 1', latitude: 31.24, longitude: 121.49, radiusMetres: 200 }

  it('attendance areas have a name, a place, a radius and devices, each device in one area only', async () => {
    const door = await pairTestDevice(house, admin, 'Area door')
    const made = await admin.ask(createAttendanceArea, { body: { ...area, deviceIds: [door.id] } })
    expect(made).toMatchObject({ ...area, devices: [{ name: 'Area door' }], rules: [] })
    const other = { ...area, name: 'Other' }
    expect((await admin.call(createAttendanceArea, { body: { ...other, deviceIds: [door.id] } })).message).toBe(
      'attendance-area.device-taken',
    )
    expect((await admin.call(createAttendanceArea, { body: { ...other, deviceIds: [randomUUID()] } })).message).toBe(
      'device.not-found',
    )
    expect((await admin.call(createAttendanceArea, { body: { ...area, deviceIds: [] } })).message).toBe(
      'attendance-area.name-taken',
    )
    for (const wrong of [{ radiusMetres: 0 }, { radiusMetres: 9 }, { latitude: 91 }, { longitude: -181 }])
      expect((await admin.call(createAttendanceArea, { body: { ...other, ...wrong, deviceIds: [] } })).message).toBe(
        'request.invalid',
      )
    const moved = await admin.ask(updateAttendanceArea, {
      params: { id: made.id },
      body: { latitude: 0, deviceIds: [] },
    })
    expect(moved).toMatchObject({ latitude: 0, longitude: 121.49, devices: [] })
    const rule = await admin.ask(createAttendanceRule, { body: { ...input(), areaIds: [made.id] } })
    expect((await admin.ask(listAttendanceAreas)).find(({ id }) => id === made.id)?.rules).toEqual([
      { id: rule.id, name: rule.name },
    ])
    expect((await admin.call(deleteAttendanceArea, { params: { id: made.id } })).message).toBe('attendance-area.in-use')
    const free = await admin.ask(createAttendanceArea, { body: { ...other, deviceIds: [door.id] } })
    expect((await admin.call(deleteAttendanceArea, { params: { id: free.id } })).status).toBe(200)
    expect((await admin.call(deleteAttendanceArea, { params: { id: free.id } })).message).toBe(
      'attendance-area.not-found',
    )
    expect((await admin.call(createAttendanceRule, { body: { ...input(), areaIds: [free.id] } })).message).toBe(
      'attendance-area.not-found',
    )
  })
})
