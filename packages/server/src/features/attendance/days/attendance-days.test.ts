import { pushRecords } from '@gatehouse/contract/device/link.ts'
import {
  addMissedPunch,
  decidePunchRequest,
  listPunchRequests,
} from '@gatehouse/contract/features/attendance/punches.ts'
import {
  attendanceStatistics,
  attendanceSummary,
  departmentStatistics,
} from '@gatehouse/contract/features/attendance/reports.ts'
import { createAttendanceArea, updateAttendanceArea } from '@gatehouse/contract/features/attendance/areas.ts'
import {
  createAttendanceRule,
  previewAttendanceRule,
  updateAttendanceRule,
} from '@gatehouse/contract/features/attendance/rules.ts'
import {
  getAttendanceDay,
  getAttendanceMonth,
  listAttendanceDays,
  listAttendanceMonth,
  setMonthLock,
} from '@gatehouse/contract/features/attendance/days.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  dayAfter,
  dayOf,
  follow,
  instantAt,
  officeHours,
  passAt,
  pastMonday,
  zone,
} from '../../../../test/build-attendance.ts'
import { buildRecord, buildStaff, pairTestDevice, type PairedDevice } from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { closeDays } from './close-days.ts'
import { selectMarkedDays } from '../reports/month-reads.ts'

let house: TestGatehouse
let admin: Caller
let door: PairedDevice
let lab: PairedDevice
const monday = pastMonday()
const tuesday = dayAfter(monday, 1)
const saturday = dayAfter(monday, 5)
let count = 0

beforeAll(async () => {
  house = await startTestGatehouse()
  await house.db.updateTable('company').set({ time_zone: zone }).execute()
  admin = await house.asRole('superAdmin')
  door = await pairTestDevice(house, admin, 'Door')
  lab = await pairTestDevice(house, admin, 'Lab')
})
beforeEach(() => follow(house))
afterAll(() => house.close())

/** A person in a rule of their own, from the Monday on. */
async function employ(settings = officeHours, more: object = {}) {
  const person = await buildStaff(admin, `Person ${++count}`)
  const rule = await admin.ask(createAttendanceRule, {
    body: {
      name: `Rule ${count}`,
      settings,
      areaIds: [],
      participants: [{ kind: 'person', id: person.id }],
      effectiveOn: monday,
      ...more,
    },
  })
  await follow(house)
  return { person, rule }
}

const results = async (personId: string, fromOn = monday, toOn = dayAfter(monday, 6)) => {
  const { items } = await admin.ask(listAttendanceDays, { query: { personId, from: fromOn, to: toOn, size: 100 } })
  return Object.fromEntries(items.map((day) => [day.on, day.verdict]))
}

const versions = (personId: string) =>
  sql<{
    day_on: string
    at: string
  }>`select day_on, xmin::text as at from attendance_day where person_id = ${personId} order by day_on`
    .execute(house.db)
    .then(({ rows }) => Object.fromEntries(rows.map(({ day_on, at }) => [day_on, at])))

/** The newest first. */
const startingWith = (change: object): unknown =>
  expect.toSatisfy((changes: unknown[]) => {
    expect(changes[0]).toMatchObject(change)
    return true
  })

describe('[ATT-03] a week at the door', () => {
  it('a week at the door becomes days with first and last punch, hours, verdict and reasons', async () => {
    const { person } = await employ()
    await passAt(door, person.id, monday, ['08:58', '12:10', '18:02'])
    await passAt(door, person.id, tuesday, ['09:31', '18:30'])
    await passAt(door, person.id, dayAfter(monday, 2), ['09:00', '17:00'])
    await passAt(door, person.id, dayAfter(monday, 3), ['08:50', '19:30'])
    await passAt(door, person.id, dayAfter(monday, 4), ['09:00'])
    await passAt(door, person.id, saturday, ['10:00', '15:00'])
    await follow(house)
    expect(await results(person.id)).toEqual({
      [monday]: 'normal',
      [tuesday]: 'late',
      [dayAfter(monday, 2)]: 'early-leave',
      [dayAfter(monday, 3)]: 'workday-overtime',
      [dayAfter(monday, 4)]: 'missed-punch',
      [saturday]: 'holiday-overtime',
      [dayAfter(monday, 6)]: 'none',
    })
    const day = await dayOf(admin, person.id, tuesday)
    expect(day).toMatchObject({
      workedMinutes: 539,
      lateMinutes: 31,
      punchCount: 2,
      rule: { version: 1 },
      timeZone: zone,
      reasons: ['working-day', 'late', 'stayed-to-the-end', 'overtime-too-few-hours'],
      isProvisional: false,
    })
    expect(Temporal.Instant.from(day.firstAt ?? '').equals(instantAt(tuesday, '09:31'))).toBe(true)
    expect(day.punches.map(({ outcome, place }) => [outcome, place])).toEqual([
      ['counted', 'Door · Lobby'],
      ['counted', 'Door · Lobby'],
    ])
    const month = await admin.ask(getAttendanceMonth, { params: { personId: person.id, month: tuesday.slice(0, 7) } })
    expect(month.days.find(({ on }) => on === tuesday)).toMatchObject({ verdict: 'late' })
  })

  it('a week without a single punch is absence on working days, and nothing on the weekend', async () => {
    const { person } = await employ()
    expect(Object.values(await results(person.id))).toEqual([
      'none',
      'none',
      'absence',
      'absence',
      'absence',
      'absence',
      'absence',
    ])
  })

  it('a closed door, a stranger, another person and a punch from the future do not count', async () => {
    const { person } = await employ()
    const at = (time: string) => instantAt(monday, time).toString({ fractionalSecondDigits: 3 })
    const known = { kind: 'staff' as const, personId: person.id, reasons: [] }
    await door.ask(pushRecords, {
      body: {
        records: [
          buildRecord(1, { ...known, recognisedAt: at('09:00'), opened: false, abnormal: 'outside-passage-time' }),
          buildRecord(2, { recognisedAt: at('09:01') }),
          buildRecord(3, { ...known, recognisedAt: at('10:00'), opened: true, abnormal: 'none' }),
          buildRecord(4, { ...known, recognisedAt: '2199-01-01T00:00:00Z', opened: true, abnormal: 'none' }),
        ],
      },
    })
    await follow(house)
    const day = await dayOf(admin, person.id, monday)
    expect(day).toMatchObject({ verdict: 'missed-punch', punchCount: 1 })
    expect(day.punches.map(({ outcome }) => outcome)).toEqual(['door-stayed-closed', 'counted'])
    expect(await house.db.selectFrom('attendance_news').select('person_id').execute()).toEqual([])
  })

  it('a day whose punches came from a device with a doubtful clock is marked, and a day holds 500 punches', async () => {
    const { person } = await employ()
    await passAt(
      door,
      person.id,
      monday,
      Array.from(
        { length: 500 },
        (_, n) => `${String(8 + Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`,
      ),
    )
    await follow(house)
    // A time before the pairing is doubtful: it counts, and is marked.
    expect(await dayOf(admin, person.id, monday)).toMatchObject({
      punchCount: 500,
      hasDoubtfulTime: true,
      workedMinutes: 499,
    })
  })

  it('a day is provisional until it ends, and the job closes it at the rule’s own hour', async () => {
    const { person } = await employ()
    const today = Temporal.Now.plainDateISO(zone)
    const working = { ...officeHours, workingWeekdays: [1, 2, 3, 4, 5, 6, 7] }
    const rule = await admin.ask(createAttendanceRule, {
      body: { name: `Every day ${count}`, settings: working, areaIds: [], participants: [] },
    })
    await house.db.deleteFrom('attendance_participant').where('target_id', '=', person.id).execute()
    await admin.ask(updateAttendanceRule, {
      params: { id: rule.id },
      body: { participants: [{ kind: 'person', id: person.id }] },
    })
    await follow(house)
    try {
      house.clock.set(instantAt(today.add({ days: 1 }).toString(), '12:00').toString())
      await follow(house)
      await closeDays(house.gatehouse.services)
      await follow(house)
      const later = await house.asRole('subAdmin')
      expect(await dayOf(later, person.id, today.toString())).toMatchObject({
        verdict: 'absence',
        isProvisional: false,
      })
      expect(
        (await later.call(getAttendanceDay, { params: { personId: person.id, on: today.add({ days: 1 }).toString() } }))
          .message,
      ).toBe('attendance.day-not-found')
      const before = await versions(person.id)
      await closeDays(house.gatehouse.services)
      await follow(house)
      expect(await versions(person.id)).toEqual(before)

      // The clock was ahead: the day goes on, and is closed once it has really ended.
      const daysAt = async (at: string) => {
        house.clock.set(at)
        await closeDays(house.gatehouse.services)
        await follow(house)
        return Object.keys(await versions(person.id))
      }
      expect(await daysAt(Temporal.Now.instant().toString())).not.toContain(today.toString())
      expect(await daysAt(instantAt(today.add({ days: 1 }).toString(), '12:00').toString())).toContain(today.toString())
    } finally {
      house.clock.set(Temporal.Now.instant().toString())
    }
  })
})

describe('[ATT-05] later changes', () => {
  it('a late punch changes only its day, keeps the earlier verdict, and changes nothing when it is sent twice', async () => {
    const { person } = await employ()
    await passAt(door, person.id, monday, ['09:20', '18:00'])
    await passAt(door, person.id, tuesday, ['09:00', '18:00'])
    await follow(house)
    const before = await versions(person.id)
    await passAt(door, person.id, monday, ['08:59'])
    await follow(house)
    const after = await versions(person.id)
    expect(Object.keys(after).filter((on) => after[on] !== before[on])).toEqual([monday])
    const day = await dayOf(admin, person.id, monday)
    expect(day.verdict).toBe('normal')
    expect(day.changes[0]).toMatchObject({
      cause: 'punch',
      before: { verdict: 'late' },
      after: { verdict: 'normal', ruleVersion: 1 },
    })
    await sql`insert into attendance_news (person_id, from_on, to_on, cause) values (${person.id}, ${monday}, ${saturday}, 'rule')`.execute(
      house.db,
    )
    await follow(house)
    expect(await versions(person.id)).toEqual(after)
  })

  it('a changed rule makes a version that counts from its date; days before keep their own version', async () => {
    const { person, rule } = await employ()
    const bystander = await employ()
    for (const on of [monday, tuesday]) await passAt(door, person.id, on, ['09:20', '18:00'])
    await follow(house)
    const untouched = await versions(bystander.person.id)
    await admin.ask(updateAttendanceRule, {
      params: { id: rule.id },
      body: { settings: { ...officeHours, lateToleranceMinutes: 30 }, effectiveOn: tuesday, version: 1 },
    })
    await follow(house)
    expect(await dayOf(admin, person.id, monday)).toMatchObject({ verdict: 'late', rule: { version: 1 } })
    const day = await dayOf(admin, person.id, tuesday)
    expect(day).toMatchObject({
      verdict: 'normal',
      rule: { version: 2 },
      changes: startingWith({ cause: 'rule', before: { verdict: 'late', ruleVersion: 1 } }),
    })
    expect(await versions(bystander.person.id)).toEqual(untouched)
  })

  it('a holiday counts as a holiday, unless it is also a special working day', async () => {
    const { person, rule } = await employ()
    const change = (settings: typeof officeHours) =>
      admin
        .ask(updateAttendanceRule, { params: { id: rule.id }, body: { settings, effectiveOn: monday } })
        .then(() => follow(house))
    const holidays = [{ on: tuesday, isYearly: false, remark: 'Feast' }]
    await change({ ...officeHours, holidays })
    expect(await results(person.id, monday, tuesday)).toEqual({ [monday]: 'absence', [tuesday]: 'none' })
    await change({
      ...officeHours,
      holidays,
      specialWorkingDays: [
        { on: tuesday, remark: 'Worked' },
        { on: saturday, remark: '' },
      ],
    })
    expect(await results(person.id, tuesday, saturday)).toMatchObject({ [tuesday]: 'absence', [saturday]: 'absence' })
  })

  it('[ATT-02] an area’s devices decide which passages count; linking a device touches only the days of its passages', async () => {
    const area = await admin.ask(createAttendanceArea, {
      body: {
        name: 'Head office',
        location: null,
        latitude: 31.2,
        longitude: 121.5,
        radiusMetres: 100,
        deviceIds: [door.id],
      },
    })
    const { person } = await employ(officeHours, { areaIds: [area.id] })
    await passAt(door, person.id, monday, ['09:00'])
    await passAt(lab, person.id, monday, ['18:00'])
    await passAt(door, person.id, tuesday, ['09:00', '18:00'])
    await follow(house)
    const day = await dayOf(admin, person.id, monday)
    expect(day.verdict).toBe('missed-punch')
    expect(day.punches.map(({ outcome, place }) => [outcome, place])).toEqual([
      ['counted', 'Head office · Door · Lobby'],
      ['outside-areas', 'Lab · Lobby'],
    ])
    const before = await versions(person.id)
    await admin.ask(updateAttendanceArea, { params: { id: area.id }, body: { deviceIds: [door.id, lab.id] } })
    await follow(house)
    expect(await dayOf(admin, person.id, monday)).toMatchObject({
      verdict: 'normal',
      changes: startingWith({ cause: 'area' }),
    })
    const after = await versions(person.id)
    expect(Object.keys(after).filter((on) => after[on] !== before[on])).toEqual([monday])
  })

  it('[ATT-03] [ATT-05] a record that is marked as misrecognised no longer counts', async () => {
    const { person } = await employ()
    const [first] = await passAt(door, person.id, monday, ['08:00', '09:30', '18:00'])
    await follow(house)
    expect((await dayOf(admin, person.id, monday)).verdict).toBe('normal')
    await sql`update recognition_record set misrecognition = 'other-person' where id = ${first?.id}`.execute(house.db)
    await follow(house)
    const day = await dayOf(admin, person.id, monday)
    expect(day).toMatchObject({
      verdict: 'late',
      changes: startingWith({ cause: 'record', before: { verdict: 'normal' } }),
    })
    expect(day.punches.map(({ outcome }) => outcome)).toEqual(['misrecognition', 'counted', 'counted'])
  })

  it('a correction counts with its reason, and the original stays', async () => {
    const { person } = await employ()
    await passAt(door, person.id, monday, ['09:00'])
    await follow(house)
    const correct = { personId: person.id, on: monday, minute: 1081, reason: 'Left by the loading dock' }
    const request = await admin.ask(addMissedPunch, { body: correct })
    expect(request).toMatchObject({ state: 'approved', on: monday, remark: 'Left by the loading dock' })
    await follow(house)
    const day = await dayOf(admin, person.id, monday)
    expect(day).toMatchObject({
      verdict: 'normal',
      punchCount: 2,
      changes: startingWith({ cause: 'correction', before: { verdict: 'missed-punch' } }),
    })
    expect(day.punches.map(({ source, outcome }) => [source, outcome])).toEqual([
      ['device', 'counted'],
      ['correction', 'counted'],
    ])
    const requests = await admin.ask(listPunchRequests, { query: { personId: person.id } })
    expect([requests.items.length, requests.total]).toEqual([1, { count: 1, isMore: false }])
    const decide = (id: string) => admin.call(decidePunchRequest, { params: { id }, body: { isApproved: false } })
    expect((await decide(request.id)).message).toBe('attendance.request-decided')
    expect((await decide(person.id)).message).toBe('attendance.request-not-found')
    const refused = async (body: typeof correct) => (await admin.call(addMissedPunch, { body })).message
    expect(await refused({ ...correct, on: dayAfter(monday, 40) })).toBe('attendance.punch-in-future')
    expect(await refused({ ...correct, on: dayAfter(monday, -200) })).toBe('attendance.no-rule')
    expect(await refused({ ...correct, personId: request.id })).toBe('staff.not-found')
  })

  it('a locked month does not change; once it is unlocked it catches up', async () => {
    // A month that is over on any day: the month of the past Monday, or the one before.
    const month = Temporal.Now.plainDateISO(zone).toPlainYearMonth().subtract({ months: 1 })
    const on =
      [1, 2, 3]
        .map((day) => month.toPlainDate({ day }))
        .find((date) => date.dayOfWeek < 6)
        ?.toString() ?? ''
    const { person } = await employ(officeHours, { effectiveOn: on })
    expect(await results(person.id, on, on)).toEqual({ [on]: 'absence' })
    const lock = (isLocked: boolean, name = month.toString()) =>
      admin.call(setMonthLock, { params: { month: name }, body: { isLocked } })
    expect((await lock(true, Temporal.Now.plainDateISO(zone).toPlainYearMonth().toString())).message).toBe(
      'attendance.month-not-over',
    )
    const isOver = (await lock(true)).status === 200
    // On the first of a month the month before is not closed yet.
    expect(isOver).toBe(Temporal.Now.plainDateISO(zone).day > 1)
    if (!isOver) return
    await passAt(door, person.id, on, ['09:00', '18:00'])
    await follow(house)
    expect(await results(person.id, on, on)).toEqual({ [on]: 'absence' })
    const answer = await admin.call(addMissedPunch, {
      body: { personId: person.id, on, minute: 600, reason: 'forgot' },
    })
    expect(answer.message).toBe('attendance.month-locked')
    expect((await dayOf(admin, person.id, on)).isLocked).toBe(true)
    await lock(false)
    await follow(house)
    expect(await dayOf(admin, person.id, on)).toMatchObject({
      verdict: 'normal',
      changes: startingWith({ cause: 'unlocked' }),
    })
  })
})

describe('[ATT-04] statistics', () => {
  it('statistics count the facts by person, by department and in total, with the people behind each number', async () => {
    const department = await admin.ask(createDepartment, { body: { name: 'Assembly' } })
    const below = await admin.ask(createDepartment, { body: { name: 'Line 1', parentId: department.id } })
    const people = await Promise.all(
      ['Ann', 'Bob'].map((name, n) =>
        admin.ask(createStaff, { body: { name, departmentId: n === 0 ? department.id : below.id } }),
      ),
    )
    await admin.ask(createAttendanceRule, {
      body: {
        name: 'Assembly',
        settings: officeHours,
        areaIds: [],
        participants: [{ kind: 'department', id: department.id }],
        effectiveOn: monday,
      },
    })
    await follow(house)
    const [ann, bob] = people
    for (const on of [monday, tuesday]) await passAt(door, ann?.id ?? '', on, ['09:20', '18:00'])
    await passAt(door, bob?.id ?? '', monday, ['09:00', '19:30'])
    await follow(house)
    const period = { from: monday, to: dayAfter(monday, 4) }
    const all = await admin.ask(attendanceStatistics, { query: { ...period, departmentId: department.id } })
    expect(all).toMatchObject({
      total: 2,
      sum: { late: 2, absence: 7, normal: 1, workdayOvertime: 1, lateMinutes: 40, overtimeMinutes: 90 },
    })
    expect(all.items.map(({ person, late, absence }) => [person.name, late, absence])).toEqual([
      ['Ann', 2, 3],
      ['Bob', 0, 4],
    ])
    const byAbsence = await admin.ask(attendanceStatistics, {
      query: { ...period, departmentId: department.id, sort: 'absence', order: 'desc' },
    })
    expect(byAbsence.items.map(({ person }) => person.name)).toEqual(['Bob', 'Ann'])
    expect((await admin.ask(attendanceStatistics, { query: { ...period, departmentId: below.id } })).total).toBe(1)
    const departments = await admin.ask(departmentStatistics, { query: period })
    expect(departments.find((row) => row.department?.id === below.id)).toMatchObject({
      personCount: 1,
      absence: 4,
      workdayOvertime: 1,
    })
    const late = await admin.ask(listAttendanceDays, {
      query: { ...period, departmentId: department.id, fact: 'late' },
    })
    expect(late.items.map(({ person, on }) => [person.name, on])).toEqual([
      ['Ann', tuesday],
      ['Ann', monday],
    ])
    const pages = await admin.ask(listAttendanceDays, { query: { ...period, departmentId: department.id, size: 3 } })
    const more = await admin.ask(listAttendanceDays, {
      query: { ...period, departmentId: department.id, size: 200, after: pages.next ?? '' },
    })
    expect(new Set([...pages.items, ...more.items].map(({ person, on }) => person.id + on)).size).toBe(10)
    expect([pages.total, more.total]).toEqual(Array.from({ length: 2 }, () => ({ count: 10, isMore: false })))
    expect((await admin.ask(attendanceSummary, { query: { on: tuesday } })).sum.late).toBeGreaterThanOrEqual(1)
    expect((await admin.call(attendanceStatistics, { query: { from: '2020-01-01', to: monday } })).message).toBe(
      'attendance.period-too-long',
    )
  })

  it('statistics are exported as files, one row for each person or day, and no cell is a formula', async () => {
    const { person } = await employ()
    await sql`update person set name = '=HYPERLINK("http://x")', job_id = '-1' where id = ${person.id}`.execute(
      house.db,
    )
    await passAt(door, person.id, monday, ['09:00', '18:00'])
    await follow(house)
    const download = async (rows: string, language = 'en') => {
      const { body, headers } = await house.gatehouse.fastify.inject({
        url: `/api/v2/attendance/export?rows=${rows}&language=${language}&from=${monday}&to=${tuesday}&personId=${person.id}`,
        headers: { 'auth-token': admin.token },
      })
      expect(headers['content-type']).toBe('text/csv; charset=utf-8')
      return body.split('\r\n')
    }
    const [heading, row, end] = await download('people')
    expect(heading).toBe(
      '\uFEFFJob ID,Name,Department,From,To,Normal days,Late,Early leave,Missed punch,Absence,Overtime (workday),Overtime (holiday),Worked (minutes),Late (minutes),Left early (minutes),Overtime (minutes)',
    )
    expect(row).toBe(`'-1,"'=HYPERLINK(""http://x"")",,${monday},${tuesday},1,0,0,0,1,0,0,540,0,0,0`)
    expect(end).toBe('')
    const days = await download('days', 'zh')
    expect(days).toHaveLength(4)
    expect(days[1]).toContain(
      `${monday},Rule ${count} (1),工作日,09:00-18:00,正常,${monday} 09:00:00,${monday} 18:00:00,540,0,0,0,${zone},"设备时间存疑; 结算后有变动"`,
    )
    expect(days[2]).toContain('缺勤')
  })

  it('[ATT-01] a preview shows what last month would have looked like, and stores nothing', async () => {
    const month = Temporal.Now.plainDateISO(zone).toPlainYearMonth().subtract({ months: 1 })
    const on =
      [1, 2, 3]
        .map((day) => month.toPlainDate({ day }))
        .find((date) => date.dayOfWeek < 6)
        ?.toString() ?? ''
    const { person, rule } = await employ(officeHours, { effectiveOn: on })
    await passAt(door, person.id, on, ['09:20', '18:00'])
    await follow(house)
    const before = await versions(person.id)
    const preview = await admin.ask(previewAttendanceRule, {
      params: { id: rule.id },
      body: { settings: { ...officeHours, lateToleranceMinutes: 30 } },
    })
    expect(preview).toMatchObject({
      month: month.toString(),
      personCount: 1,
      changedPersonCount: 1,
      before: { late: 1, normal: 0 },
      after: { late: 0, normal: 1 },
      people: [{ name: person.name }],
    })
    expect(preview.before.absence).toBe(preview.after.absence)
    expect(await versions(person.id)).toEqual(before)
    const same = await admin.ask(previewAttendanceRule, { params: { id: rule.id }, body: { settings: officeHours } })
    expect(same.changedPersonCount).toBe(0)
  })
})

it('the lists of attendance find their rows along an index', async () => {
  await sql`insert into person (kind, name) select 1, 'Many ' || n from generate_series(1, 300) n`.execute(house.db)
  await sql`insert into attendance_day (person_id, day_on, rule_id, rule_version, day_kind, verdict, facts, punch_count, worked_minutes,
      late_minutes, early_leave_minutes, overtime_minutes, has_field_punch, has_doubtful_time, is_provisional, reasons, digest, computed_at)
    select p.id, '2025-01-01'::date + n, r.id, 1, 'working-day', case n % 20 when 0 then 2 else 1 end, 1, 2, 540, 0, 0, 0, false, false, false, 'working-day', 0, now()
    from person p, attendance_rule r, generate_series(1, 300) n where r.is_default and p.name like 'Many %'`.execute(
    house.db,
  )
  await sql`insert into attendance_punch (person_id, source, punched_at, state, requested_by)
    select id, 'correction', now(), case when n = 1 then 'waiting' else 'approved' end, 'x'
    from person, generate_series(1, 40) n where name like 'Many %'`.execute(house.db)
  await sql`insert into attendance_assignment (person_id, from_on, rule_id, via)
    select p.id, '2024-12-01', r.id, 'default' from person p, attendance_rule r where r.is_default and p.name like 'Many %'
    on conflict do nothing`.execute(house.db)
  await sql`insert into former_person (id, kind, name, search_text)
    select uuidv7(), 1, 'Many former ' || n, '' from generate_series(1, 300) n`.execute(house.db)
  await sql`analyze attendance_day, attendance_punch, attendance_assignment, person, former_person`.execute(house.db)
  const person = await house.db.selectFrom('person').select('id').where('name', '=', 'Many 7').executeTakeFirstOrThrow()
  const range = sql`day_on >= '2025-02-01'::date and day_on <= '2025-09-30'::date`
  const shapes = {
    newest: sql`select * from attendance_day where ${range} order by day_on desc, person_id limit 21`,
    notable: sql`select * from attendance_day where ${range} and verdict not in (1, 127) and facts & 2 <> 0 order by day_on desc, person_id limit 21`,
    ofPerson: sql`select * from attendance_day where ${range} and person_id = ${person.id} order by day_on desc limit 21`,
    summary: sql`select count(*) from attendance_day where day_on = '2025-03-03'`,
    waiting: sql`select * from attendance_punch where state = 'waiting' order by created_at desc, id desc limit 21`,
    refused: sql`select count(*) from (select from attendance_punch where state = 'refused' limit 10001) counted`,
    countOfPerson: sql`select count(*) from (
      select from attendance_day where ${range} and person_id = ${person.id} limit 10001) counted`,
    countNotable: sql`select count(*) from (
      select from attendance_day where ${range} and verdict not in (1, 127) and facts & 2 <> 0 limit 10001) counted`,
    requests: sql`select * from attendance_punch order by created_at desc, id desc limit 21`,
    rulesOfPerson: sql`select * from attendance_membership where person_id = any(${[person.id]}::uuid[]) order by person_id, from_on`,
  }
  for (const [name, query] of Object.entries(shapes)) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(house.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, name).toMatch(/Index (Only )?Scan/)
    expect(plan, name).not.toMatch(/Seq Scan/)
  }
  await sql`delete from person where name like 'Many %'`.execute(house.db)
})

describe('the month of many people', () => {
  it('[ATT-03] a month gives each person of a page with the marks and the sums of their days, and says how many there are', async () => {
    const month = monday.slice(0, 7)
    const staff = await Promise.all(['Zoe Grid', 'Abe Grid', 'Mia Grid'].map((name) => buildStaff(admin, name)))
    const [zoe, abe, mia] = staff
    const rule = await admin.ask(createAttendanceRule, {
      body: {
        name: 'Grid',
        settings: officeHours,
        areaIds: [],
        participants: staff.map(({ id }) => ({ kind: 'person' as const, id })),
        effectiveOn: monday,
      },
    })
    await passAt(door, zoe!.id, monday, ['08:58', '18:02'])
    await passAt(door, abe!.id, monday, ['09:40', '18:02'])
    await follow(house)
    const page = (query: { page?: number; size?: number; ruleId?: string }) =>
      admin.ask(listAttendanceMonth, { params: { month }, query: { keyword: 'Grid', ...query } })
    const whole = await page({})
    expect(whole.items.map(({ person }) => person.name)).toEqual(['Abe Grid', 'Mia Grid', 'Zoe Grid'])
    const [late, absent, normal] = whole.items.map(({ days }) => days.find(({ on }) => on === monday))
    expect([late?.verdict, absent?.verdict, normal?.verdict]).toEqual(['late', 'absence', 'normal'])
    expect(whole.items[0]?.sum.late).toBe(1)
    expect(normal?.workedMinutes).toBe(544)
    const second = await page({ page: 2, size: 1 })
    expect([second.total, second.items.map(({ person }) => person.id)]).toEqual([3, [mia!.id]])
    const outsider = await buildStaff(admin, 'Outsider Grid')
    await admin.ask(createAttendanceRule, {
      body: {
        name: 'Another',
        settings: officeHours,
        areaIds: [],
        participants: [{ kind: 'person', id: outsider.id }],
        effectiveOn: monday,
      },
    })
    await passAt(door, outsider.id, monday, ['08:58', '18:02'])
    await follow(house)
    expect((await page({})).total).toBe(4)
    expect((await page({ ruleId: rule.id })).total).toBe(3)
    const { items } = await admin.ask(listAttendanceMonth, { params: { month: '2020-01' } })
    expect(items).toEqual([])
  })

  it('the days of a page of people are read along their key', async () => {
    const plan = await house.db.transaction().execute(async (db) => {
      // the few rows of a test would be read whole
      await sql`set local enable_seqscan = off`.execute(db)
      return selectMarkedDays(db, [crypto.randomUUID(), crypto.randomUUID()], monday, saturday).explain()
    })
    expect(JSON.stringify(plan)).toContain('attendance_day_pkey')
    expect(JSON.stringify(plan)).not.toContain('Seq Scan')
  })
})
