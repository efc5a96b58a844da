import { addMissedPunch } from '@gatehouse/contract/features/attendance/punches.ts'
import {
  attendanceStatistics,
  departmentStatistics,
  exportAttendance,
} from '@gatehouse/contract/features/attendance/reports.ts'
import { createAttendanceRule, updateAttendanceRule } from '@gatehouse/contract/features/attendance/rules.ts'
import { getAttendanceMonth, listAttendanceDays, setMonthLock } from '@gatehouse/contract/features/attendance/days.ts'
import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { deleteStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { seeded } from '@gatehouse/engine/attendance/evaluate-slowly.ts'
import { attendanceFacts } from '@gatehouse/engine/attendance/vocabulary.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayAfter, dayOf, follow, officeHours, passAt, pastMonday, zone } from '../../../../test/build-attendance.ts'
import { buildStaff, pairTestDevice, type PairedDevice } from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { purgeFormerPeople } from '../former-person-store.ts'

let house: TestGatehouse
let admin: Caller
let door: PairedDevice
const monday = pastMonday()
const sunday = dayAfter(monday, 6)
const period = { from: monday, to: sunday }

beforeAll(async () => {
  house = await startTestGatehouse()
  await house.db.updateTable('company').set({ time_zone: zone }).execute()
  admin = await house.asRole('superAdmin')
  door = await pairTestDevice(house, admin, 'Door')
})
afterAll(() => house.close())

/** Somebody who worked on Monday and was absent on Tuesday, in a rule of their own since then. */
async function employ(name: string) {
  const person = await buildStaff(admin, name)
  const body = { name: `Rule of ${name}`, settings: officeHours, areaIds: [], effectiveOn: monday }
  const rule = await admin.ask(createAttendanceRule, {
    body: { ...body, participants: [{ kind: 'person', id: person.id }] },
  })
  await passAt(door, person.id, monday, ['09:00', '18:00'])
  await follow(house)
  return { person, rule }
}

const statisticsOf = (keyword: string) => admin.ask(attendanceStatistics, { query: { ...period, keyword, size: 100 } })
const exported = async (rows: 'people' | 'days', keyword: string) => {
  const query = new URLSearchParams({ ...period, rows, keyword })
  const answer = await house.gatehouse.fastify.inject({
    url: `/api${exportAttendance.path}?${query.toString()}`,
    headers: { cookie: `token=${admin.token}` },
  })
  return answer.payload
}

describe('[ATT-04] a person who has left', () => {
  it('nobody is absent after their last day; days between come back with a later one, and only they are computed again', async () => {
    const { person } = await employ('Last Lena')
    const [tuesday, thursday] = [dayAfter(monday, 1), dayAfter(monday, 3)]
    const setLastDay = (leavingOn: string | null) =>
      admin.ask(updateStaff, { params: { id: person.id }, body: { leavingOn } })
    const waiting = async () => {
      const rows = await house.db.selectFrom('attendance_news').select(['from_on', 'to_on', 'cause']).execute()
      await follow(house)
      return rows
    }
    expect((await statisticsOf('Lena')).sum).toMatchObject({ normal: 1, absence: 4 })
    await setLastDay(tuesday)
    await follow(house)
    expect((await statisticsOf('Lena')).sum).toMatchObject({ normal: 1, absence: 1 })
    await setLastDay(thursday)
    expect(await waiting()).toEqual([{ from_on: dayAfter(tuesday, 1), to_on: thursday, cause: 'leaving' }])
    expect((await statisticsOf('Lena')).sum).toMatchObject({ normal: 1, absence: 3 })
    await admin.ask(updateStaff, { params: { id: person.id }, body: { remark: 'Farewell on Thursday' } })
    expect(await waiting()).toEqual([])
    // Deleted later, they keep the last day.
    await admin.ask(deleteStaff, { body: { ids: [person.id] } })
    await follow(house)
    expect((await statisticsOf('Lena')).sum).toMatchObject({ normal: 1, absence: 3 })
  })

  it('a last day in the future or taken away changes nothing that was evaluated', async () => {
    const { person } = await employ('Staying Sue')
    const figures = await statisticsOf('Sue')
    for (const leavingOn of ['2199-12-31', null, dayAfter(monday, 1), null]) {
      await admin.ask(updateStaff, { params: { id: person.id }, body: { leavingOn } })
      await follow(house)
    }
    expect(await statisticsOf('Sue')).toEqual(figures)
  })
})

describe('[ATT-04] a person who is deleted', () => {
  it('a deleted person’s evaluated days stay under their name in statistics, lists, files and records', async () => {
    const { person } = await employ('Gone Girl')
    const month = monday.slice(0, 7)
    const params = { personId: person.id, month }
    const before = await admin.ask(getAttendanceMonth, { params })
    const figures = await statisticsOf('Gone')
    expect(figures.sum).toMatchObject({ normal: 1, absence: 4, workedMinutes: 540 })
    await admin.ask(deleteStaff, { body: { ids: [person.id] } })
    await follow(house)
    expect(await statisticsOf('Gone')).toEqual(figures)
    expect((await admin.ask(getAttendanceMonth, { params })).days).toEqual(before.days)
    expect(
      (await admin.ask(listAttendanceDays, { query: { ...period, keyword: 'gone', size: 100 } })).items,
    ).toHaveLength(7)
    expect(await exported('people', 'Gone')).toContain('Gone Girl')
    // A heading, and a line for each.
    expect((await exported('days', 'Gone')).trim().split('\n')).toHaveLength(8)
    expect(await dayOf(admin, person.id, monday)).toMatchObject({ verdict: 'normal', punchCount: 2 })
    const records = await admin.ask(listRecords, { query: { keyword: 'gone' } })
    expect(records.items.map((record) => record.person)).toEqual([
      { id: null, name: 'Gone Girl' },
      { id: null, name: 'Gone Girl' },
    ])
    // No record or day of theirs is left, so that their name is deleted too.
    await sql`update former_person set deleted_at = now() - interval '2 days'`.execute(house.db)
    expect(await purgeFormerPeople(house.db)).toBe(0)
    await sql`delete from recognition_record where person_id = ${person.id}`.execute(house.db)
    await sql`delete from attendance_day where person_id = ${person.id}`.execute(house.db)
    expect(await purgeFormerPeople(house.db)).toBe(1)
  })

  it('a deleted person stays in a locked month, and late punches still count in an open month', async () => {
    const { person, rule } = await employ('Left Late')
    await admin.ask(deleteStaff, { body: { ids: [person.id] } })
    await passAt(door, person.id, dayAfter(monday, 1), ['09:00', '18:00'])
    await follow(house)
    expect((await statisticsOf('Left Late')).sum).toMatchObject({ normal: 2, absence: 3 })
    await house.db
      .insertInto('attendance_lock')
      .values({ month_on: `${monday.slice(0, 7)}-01`, locked_by: 'x' })
      .execute()
    const locked = await statisticsOf('Left Late')
    await admin.ask(updateAttendanceRule, {
      params: { id: rule.id },
      body: { settings: { ...officeHours, workStartMinute: 600 }, effectiveOn: monday },
    })
    await follow(house)
    expect(await statisticsOf('Left Late')).toEqual(locked)
    // The page of a locked day shows the hours by which it was evaluated.
    const day = await dayOf(admin, person.id, monday)
    expect([day.rule.version, day.workStartAt]).toEqual([1, `${monday}T01:00:00Z`])
    await admin.ask(setMonthLock, { params: { month: monday.slice(0, 7) }, body: { isLocked: false } })
    await follow(house)
  })

  it('an erased person’s days stay under a pseudonym', async () => {
    const { person } = await employ('Erased Eve')
    const figures = await statisticsOf('Erased')
    const all = await statisticsOf('')
    await admin.ask(erasePerson, { params: { id: person.id } })
    await follow(house)
    expect((await statisticsOf('Erased')).total).toBe(0)
    const after = await statisticsOf('')
    expect(after.sum).toEqual(all.sum)
    const row = after.items.find((item) => item.person.name.startsWith('#'))
    expect(row).toMatchObject({ person: { jobId: null }, normal: figures.sum.normal, absence: figures.sum.absence })
    expect(row?.person.id).not.toBe(person.id)
  })
})

describe('[ATT-04] totals', () => {
  it('totals equal the rows, with any people deleted, on any page and in any order', async () => {
    const random = seeded(4)
    const int = (below: number) => Math.floor(random() * below)
    const departments = await Promise.all(
      ['North', 'South'].map((name) => admin.ask(createDepartment, { body: { name, parentId: null } })),
    )
    for (let n = 0; n < 12; n++) {
      const { person } = await employ(`Many ${String(n).padStart(2, '0')}`)
      if (n % 2 === 0)
        await admin.ask(updateStaff, {
          params: { id: person.id },
          body: { departmentId: departments[n % 4 === 0 ? 0 : 1]?.id ?? null },
        })
      for (let day = 1; day < 5; day++)
        if (random() < 0.7)
          await passAt(door, person.id, dayAfter(monday, day), [
            `0${7 + int(3)}:${10 + int(50)}`,
            `1${7 + int(3)}:${10 + int(50)}`,
          ])
      const fate = int(4)
      if (fate === 1) await admin.ask(moveToBlacklist, { body: { personIds: [person.id], reason: null } })
      if (fate === 2) await admin.ask(deleteStaff, { body: { ids: [person.id] } })
      if (fate === 3) await admin.ask(erasePerson, { params: { id: person.id } })
    }
    await follow(house)
    const keys = [...attendanceFacts, 'workedMinutes', 'lateMinutes', 'earlyLeaveMinutes', 'overtimeMinutes'] as const
    const sumOf = (rows: readonly Record<(typeof keys)[number], number>[]) =>
      Object.fromEntries(keys.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)]))
    const filters = [{}, { keyword: 'Many' }, { departmentId: departments[0]?.id ?? '' }]
    for (const filter of filters)
      for (const sort of ['name', 'absence', 'late'] as const) {
        const pages = await Promise.all(
          [1, 2, 3, 4, 5, 6].map((page) =>
            admin.ask(attendanceStatistics, { query: { ...period, ...filter, sort, page, size: 5 } }),
          ),
        )
        const rows = pages.flatMap(({ items }) => items)
        expect(rows).toHaveLength(pages[0]?.total ?? 0)
        expect(rows.length).toBeGreaterThan(0)
        expect(sumOf(rows)).toEqual(pages[0]?.sum)
        const days = await admin.ask(listAttendanceDays, { query: { ...period, ...filter, size: 200 } })
        expect(days.items).toHaveLength(rows.reduce((sum, row) => sum + row.dayCount, 0))
      }
    const whole = await statisticsOf('')
    expect(sumOf(await admin.ask(departmentStatistics, { query: period }))).toEqual(whole.sum)
    expect((await exported('people', '')).trim().split('\n')).toHaveLength(whole.total + 1)
  })
})

describe('[ATT-01] somebody who moves', () => {
  it('a person moves from one rule to another in one save when the move is asked for, and is refused otherwise', async () => {
    const { person, rule } = await employ('Mover')
    const body = {
      name: 'Where to',
      settings: officeHours,
      areaIds: [],
      participants: [{ kind: 'person' as const, id: person.id }],
    }
    const refused = await admin.call(createAttendanceRule, { body })
    expect([refused.message, refused.desc]).toEqual([
      'attendance-rule.participant-taken',
      expect.stringContaining(rule.name),
    ])
    const made = await admin.ask(createAttendanceRule, {
      body: { ...body, movesParticipants: true, effectiveOn: dayAfter(monday, 2) },
    })
    await follow(house)
    const { days } = await admin.ask(getAttendanceMonth, { params: { personId: person.id, month: monday.slice(0, 7) } })
    const byRule = days
      .filter(({ on }) => on >= monday && on <= sunday)
      .map((day) => (day.rule.id === made.id ? 'new' : day.rule.id === rule.id ? 'old' : 'other'))
    expect(byRule).toEqual(['old', 'old', 'new', 'new', 'new', 'new', 'new'].slice(0, byRule.length))
  })

  it('a person may ask for a punch in the second in which their rule is created', async () => {
    const person = await buildStaff(admin, 'Quick')
    await admin.ask(createAttendanceRule, {
      body: {
        name: 'Quick rule',
        settings: officeHours,
        areaIds: [],
        effectiveOn: monday,
        participants: [{ kind: 'person', id: person.id }],
      },
    })
    const punch = { personId: person.id, on: monday, reason: 'forgot' }
    await admin.ask(addMissedPunch, { body: { ...punch, minute: 540 } })
    await admin.ask(addMissedPunch, { body: { ...punch, minute: 1080 } })
    await follow(house)
    expect(await dayOf(admin, person.id, monday)).toMatchObject({ verdict: 'normal', workedMinutes: 540 })
  })
})
