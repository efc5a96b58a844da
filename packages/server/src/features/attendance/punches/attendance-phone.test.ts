import {
  askForPunch,
  decidePunchRequest,
  endPhoneLink,
  getOwnAttendance,
  listPunchRequests,
  makePhoneLink,
  punchByPhone,
} from '@gatehouse/contract/features/attendance/punches.ts'
import { createAttendanceArea } from '@gatehouse/contract/features/attendance/areas.ts'
import { createAttendanceRule } from '@gatehouse/contract/features/attendance/rules.ts'
import { listAttendanceDays, setMonthLock } from '@gatehouse/contract/features/attendance/days.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayAfter, dayOf, follow, officeHours, pastMonday, zone } from '../../../../test/build-attendance.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
let token: string
let personId: string
const monday = pastMonday()
const gate = { latitude: 31.2397, longitude: 121.4912 }
const settings = { ...officeHours, workingWeekdays: [1, 2, 3, 4, 5, 6, 7], earliestPunchMinute: 0 }

beforeAll(async () => {
  house = await startTestGatehouse()
  await house.db.updateTable('company').set({ time_zone: zone }).execute()
  admin = await house.asRole('mainAdmin')
  const area = await admin.ask(createAttendanceArea, {
    body: { name: 'Gate', location: null, ...gate, radiusMetres: 150, deviceIds: [] },
  })
  personId = (await admin.ask(createStaff, { body: { name: 'Li Wei' } })).id
  await admin.ask(createAttendanceRule, {
    body: {
      name: 'Gate',
      settings,
      areaIds: [area.id],
      participants: [{ kind: 'person', id: personId }],
      effectiveOn: monday,
    },
  })
  await follow(house)
  token = await makeLink()
})
afterAll(() => house.close())

async function makeLink() {
  const { url, isMailed } = await admin.ask(makePhoneLink, { params: { personId }, body: {} })
  expect(isMailed).toBe(false)
  return /\/m\/punch\/([\w-]{43})$/.exec(url)?.[1] ?? ''
}
const own = () => house.nobody.ask(getOwnAttendance, { params: { token } })
const punch = (place: object) =>
  house.nobody.call(punchByPhone, { params: { token }, body: { ...gate, accuracyMetres: 20, ...place } })

describe('[ATT-03] a phone', () => {
  it('a phone shows a person their own days and nobody else’s', async () => {
    const mine = await own()
    expect(mine).toMatchObject({ name: 'Li Wei', timeZone: zone, workStartMinute: 540, punches: [] })
    expect(mine.days.length).toBeGreaterThan(5)
    const other = await house.nobody.call(getOwnAttendance, { params: { token: 'x'.repeat(43) } })
    expect(other.message).toBe('attendance-link.not-found')
  })

  it('a phone punch inside an area has the server’s time and the position’s accuracy', async () => {
    const answer = await punch({ latitude: gate.latitude + 0.001 })
    expect(answer.data).toMatchObject({ isField: false, area: 'Gate', distanceMetres: 0 })
    // the punch is there at once, before the day is evaluated
    const { on, punches } = await own()
    expect(punches).toMatchObject([
      { source: 'phone', outcome: 'counted', place: 'Gate', isField: false, accuracyMetres: 20 },
    ])
    await follow(house)
    const day = await dayOf(admin, personId, on)
    expect(day).toMatchObject({ punchCount: 1, hasFieldPunch: false, isProvisional: true })
    expect(day.punches[0]).toMatchObject({ latitude: gate.latitude + 0.001, accuracyMetres: 20 })
  })

  it('a phone punch outside every area, or with a vague position, needs a remark and counts once it is approved, as a field punch', async () => {
    const far = { latitude: gate.latitude + 0.05 }
    expect((await punch(far)).message).toBe('attendance.remark-required')
    expect((await punch({ accuracyMetres: 2_000 })).message).toBe('attendance.remark-required')
    const answer = await punch({ ...far, remark: 'At the customer’s' })
    expect(answer.data).toMatchObject({ isField: true, area: null })
    expect(answer.data.distanceMetres).toBeGreaterThan(5_000)
    await follow(house)
    const { on } = await own()
    const before = await dayOf(admin, personId, on)
    expect(before).toMatchObject({ punchCount: 1, hasFieldPunch: false })
    expect(before.punches.map(({ outcome }) => outcome)).toEqual(['counted', 'waiting-for-approval'])
    const { items } = await admin.ask(listPunchRequests, { query: { state: 'waiting' } })
    expect(items).toMatchObject([
      { isField: true, remark: 'At the customer’s', requestedBy: 'Li Wei', accuracyMetres: 20 },
    ])
    await admin.ask(decidePunchRequest, { params: { id: items[0]?.id ?? '' }, body: { isApproved: true } })
    await follow(house)
    expect(await dayOf(admin, personId, on)).toMatchObject({ punchCount: 2, hasFieldPunch: true })
    const field = await admin.ask(listAttendanceDays, { query: { from: on, to: on, isField: 'true' } })
    expect(field.items.map((day) => day.person.id)).toEqual([personId])
  })

  it('a request for a missed punch needs a reason; a refused one stays and changes nothing', async () => {
    const ask = (body: { on: string; minute: number; reason: string }) =>
      house.nobody.call(askForPunch, { params: { token }, body })
    const tuesday = dayAfter(monday, 1)
    expect((await ask({ on: dayAfter(monday, 40), minute: 0, reason: 'soon' })).message).toBe(
      'attendance.punch-in-future',
    )
    expect((await ask({ on: tuesday, minute: 540, reason: ' ' })).message).toBe('request.invalid')
    expect((await ask({ on: tuesday, minute: 540, reason: 'Forgot' })).status).toBe(200)
    const { items } = await admin.ask(listPunchRequests, { query: { state: 'waiting' } })
    await admin.ask(decidePunchRequest, {
      params: { id: items[0]?.id ?? '' },
      body: { isApproved: false, remark: 'You were on leave' },
    })
    await follow(house)
    const day = await dayOf(admin, personId, tuesday)
    expect(day).toMatchObject({ verdict: 'absence', punches: [{ outcome: 'refused', remark: 'Forgot' }], changes: [] })
    expect((await own()).requests[0]).toMatchObject({ state: 'refused', decisionRemark: 'You were on leave' })
  })

  it('a request for the morning after a night is refused when the month of that night is locked', async () => {
    const monthEnd = Temporal.PlainDate.from(dayAfter(monday, 0)).with({ day: 1 }).subtract({ days: 1 }).toString()
    const { id } = await admin.ask(createStaff, { body: { name: 'Night Nurse' } })
    await admin.ask(createAttendanceRule, {
      body: {
        name: 'Nights',
        settings: officeHours,
        areaIds: [],
        participants: [{ kind: 'person', id }],
        effectiveOn: dayAfter(monthEnd, -1),
      },
    })
    await follow(house)
    const { url } = await admin.ask(makePhoneLink, { params: { personId: id }, body: {} })
    const nightToken = url.split('/').at(-1) ?? ''
    const body = { on: monthEnd, minute: 120, reason: 'Left at two' }
    expect((await house.nobody.call(askForPunch, { params: { token: nightToken }, body })).message).toBe('success')
    const { items } = await admin.ask(listPunchRequests, { query: { state: 'waiting' } })
    const params = { month: monthEnd.slice(0, 7) }
    await admin.ask(setMonthLock, { params, body: { isLocked: true } })
    const decide = () =>
      admin.call(decidePunchRequest, { params: { id: items[0]?.id ?? '' }, body: { isApproved: true } })
    expect((await decide()).message).toBe('attendance.month-locked')
    await admin.ask(setMonthLock, { params, body: { isLocked: false } })
    expect((await decide()).status).toBe(200)
  })

  it('the phone says of a day whether the person works on it', async () => {
    const { on, dayKind } = await own()
    const { id } = await admin.ask(createStaff, { body: { name: 'On holiday' } })
    const holidays = [{ on, isYearly: false, remark: '' }]
    await admin.ask(createAttendanceRule, {
      body: {
        name: 'Holiday',
        settings: { ...settings, holidays },
        areaIds: [],
        effectiveOn: monday,
        participants: [{ kind: 'person', id }],
      },
    })
    await follow(house)
    const { url } = await admin.ask(makePhoneLink, { params: { personId: id }, body: {} })
    const params = { token: url.split('/').at(-1) ?? '' }
    const free = await house.nobody.ask(getOwnAttendance, { params })
    expect([dayKind, free.dayKind]).toEqual(['working-day', 'holiday'])
  })

  it('a new link ends the earlier one; an ended or expired link opens nothing', async () => {
    const old = token
    token = await makeLink()
    const answer = await house.nobody.call(getOwnAttendance, { params: { token: old } })
    expect(answer.message).toBe('attendance-link.not-found')
    expect((await own()).name).toBe('Li Wei')
    house.clock.advance({ hours: 24 * 181 })
    expect((await punch({})).message).toBe('attendance-link.not-found')
    house.clock.advance({ hours: -24 * 181 })
    await admin.ask(endPhoneLink, { params: { personId } })
    expect((await punch({})).message).toBe('attendance-link.not-found')
  })
})
