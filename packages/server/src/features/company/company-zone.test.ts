import { pushRecords } from '@gatehouse/contract/device/link.ts'
import { createAttendanceRule } from '@gatehouse/contract/features/attendance/rules.ts'
import { setMonthLock } from '@gatehouse/contract/features/attendance/days.ts'
import { getAccount } from '@gatehouse/contract/features/auth.ts'
import { getCompany, getZoneChange, updateCompany } from '@gatehouse/contract/features/company.ts'
import { getDashboard } from '@gatehouse/contract/features/dashboard.ts'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { getOperation, listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { getRecordStatistics } from '@gatehouse/contract/features/records.ts'
import { getPublicCompany } from '@gatehouse/contract/public-api.ts'
import { seeded } from '@gatehouse/engine/attendance/evaluate-slowly.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayAfter, dayOf, follow, officeHours, passAt, pastMonday } from '../../../test/build-attendance.ts'
import { buildRecord, buildStaff, pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { startPairedTerminal } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildApplication, buildKey, createApplicationCaller } from '../../../test/application-caller.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { closeDays } from '../attendance/days/close-days.ts'
import { sumDays } from '../records/record-jobs.ts'

let house: TestGatehouse
let admin: Caller
let door: PairedDevice
const monday = pastMonday()

beforeAll(async () => {
  house = await startTestGatehouse({ environment: { TIME_ZONE: 'Asia/Tokyo' } })
  admin = await house.asRole('superAdmin')
  door = await pairTestDevice(house, admin, 'Door')
})
afterAll(() => house.close())

const setZone = (timeZone: string, caller = admin) => caller.call(updateCompany, { body: { timeZone } })

describe('[BU-01] the time zone of the enterprise', () => {
  it('the time zone is that of the environment at the first start', async () => {
    expect(await admin.ask(getCompany)).toMatchObject({ timeZone: 'Asia/Tokyo', isZoneChosen: true, zoneWaits: 0 })
    const other = await startTestGatehouse()
    expect((await (await other.asRole('superAdmin')).ask(getCompany)).isZoneChosen).toBe(false)
    await other.close()
  })

  it('only super and main administrators change the time zone, to one that exists, with an audit entry', async () => {
    for (const role of ['subAdmin', 'deviceAdmin', 'visitorAdmin'] as const)
      expect((await setZone('Asia/Shanghai', await house.asRole(role))).message).toBe('auth.permission-denied')
    for (const zone of ['Mars/Olympus', '+08:00', '', "x'; drop table person; --"])
      expect((await setZone(zone)).message).toBe('request.invalid')
    expect((await admin.ask(getCompany)).timeZone).toBe('Asia/Tokyo')
    const mainAdmin = await house.asRole('mainAdmin')
    expect((await setZone('Asia/Shanghai', mainAdmin)).data).toMatchObject({ timeZone: 'Asia/Shanghai' })
    const { items } = await admin.ask(listOperations, { query: { size: 1 } })
    expect(items[0]).toMatchObject({ module: 'company', event: 'update', result: 'success' })
    const { changes } = await admin.ask(getOperation, { params: { id: items[0]?.id ?? '' } })
    expect(JSON.stringify(changes)).toContain('Asia/Tokyo')
  })

  it('every process, every session, third parties and terminals without a zone of their own follow the time zone', async () => {
    const serverUrl = await listenForTerminals(house)
    const terminal = await startPairedTerminal(admin.ask, serverUrl, { name: 'North door' })
    const own = await startPairedTerminal(admin.ask, serverUrl, { name: 'Berlin door' })
    await admin.ask(updateDevice, { params: { id: own.id }, body: { timeZone: 'Europe/Berlin' } })
    const another = await house.startAnother(admin.token)
    const open = createApplicationCaller(
      house,
      await buildKey(admin, await buildApplication(house, admin), 'records.read'),
    )
    const seen = async () => {
      const { timeZone, todayOn } = await another.ask(getDashboard)
      return [timeZone, todayOn, (await another.ask(getAccount)).timeZone, (await open.ask(getPublicCompany)).timeZone]
    }
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await setZone(zone)
      const today = house.clock.now().toZonedDateTimeISO(zone).toPlainDate().toString()
      await until(async () => (await seen()).join() === [zone, today, zone, zone].join())
      await until(() => terminal.state.configuration?.settings.timeZone === zone)
    }
    expect(own.state.configuration?.settings.timeZone).toBe('Europe/Berlin')
    await Promise.all([terminal.stop(), own.stop(), another.close()])
  })

  it('a new time zone counts the days and hours of existing records, before and after their sums are computed', async () => {
    const random = seeded(9)
    const instants = Array.from({ length: 120 }, () =>
      Temporal.PlainDate.from(monday)
        .toZonedDateTime('UTC')
        .add({ minutes: Math.floor(random() * 5 * 1440) })
        .toInstant(),
    )
    const records = instants.map((at, n) =>
      buildRecord(50_000 + n, { recognisedAt: at.round('millisecond').toString() }),
    )
    await door.ask(pushRecords, { body: { records } })
    await sumDays(house.gatehouse.services)
    for (const zone of ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Kiritimati']) {
      await setZone(zone)
      const local = instants.map((at) => at.toZonedDateTimeISO(zone))
      const query = { from: dayAfter(monday, -2), to: dayAfter(monday, 7) }
      for (const by of ['day', 'hour'] as const) {
        const { steps, timeZone } = await admin.ask(getRecordStatistics, { query: { ...query, by } })
        const counted = Map.groupBy(local, (at) =>
          by === 'day' ? at.toPlainDate().toString() : String(at.hour).padStart(2, '0'),
        )
        expect(timeZone).toBe(zone)
        expect(steps.map(({ step, total }) => [step, total])).toEqual(
          steps.map(({ step }) => [step, counted.get(step)?.length ?? 0]),
        )
        expect(steps.reduce((sum, { total }) => sum + total, 0)).toBe(instants.length)
      }
    }
  })

  it('a new time zone evaluates attendance again where a rule has none, says how much waits, and leaves locked months', async () => {
    await setZone('UTC')
    await follow(house)
    const month = Temporal.PlainYearMonth.from(monday.slice(0, 7))
    const before = month.subtract({ months: 1 })
    const lockedOn = before.toPlainDate({ day: 10 }).toString()
    const hire = async (name: string, timeZone: string | null) => {
      const person = await buildStaff(admin, name)
      await admin.ask(createAttendanceRule, {
        body: {
          name: `Rule of ${name}`,
          areaIds: [],
          effectiveOn: before.toPlainDate({ day: 1 }).toString(),
          settings: { ...officeHours, timeZone, workingWeekdays: [1, 2, 3, 4, 5, 6, 7] },
          participants: [{ kind: 'person', id: person.id }],
        },
      })
      // 09:00 to 18:00 in Shanghai, 01:00 to 10:00 in Greenwich: before a day begins there, and within one.
      for (const on of [lockedOn, monday, dayAfter(monday, 1)]) await passAt(door, person.id, on, ['09:00', '18:00'])
      return person.id
    }
    const followed = await hire('In the zone', null)
    const own = await hire('With a zone', 'Europe/Berlin')
    await follow(house)
    const days = async (id: string) =>
      (
        await sql<object>`select day_on, rule_version, verdict, first_at, last_at, punch_count, worked_minutes, is_provisional
          from attendance_day where person_id = ${id} and (day_on >= ${`${month.toString()}-02`}::date or day_on = ${lockedOn}::date)
          order by day_on`.execute(house.db)
      ).rows
    const [inUtc, inBerlin] = [await days(followed), await days(own)]
    const lock = { params: { month: before.toString() } }
    const isLocked = (await admin.call(setMonthLock, { ...lock, body: { isLocked: true } })).status === 200
    const change = await admin.ask(getZoneChange, { query: { timeZone: 'Asia/Shanghai' } })
    expect(change).toMatchObject({ lockedThrough: isLocked ? before.toString() : null, devices: 2 })
    expect(change.people).toBeGreaterThan(0)

    expect((await setZone('Asia/Shanghai')).data.zoneWaits).toBeGreaterThan(0)
    await follow(house)
    await closeDays(house.gatehouse.services)
    await follow(house)
    expect((await admin.ask(getCompany)).zoneWaits).toBe(0)
    const inShanghai = await days(followed)
    expect(inShanghai).not.toEqual(inUtc)
    expect(await dayOf(admin, followed, monday)).toMatchObject({ verdict: 'normal', timeZone: 'Asia/Shanghai' })
    expect(await days(own)).toEqual(inBerlin)
    if (isLocked) {
      expect(inShanghai[0]).toEqual(inUtc[0])
      expect(await dayOf(admin, followed, lockedOn)).toMatchObject({ isLocked: true, timeZone: 'UTC' })
    }

    // Days that are computed from nothing are the same: no old day is left.
    await sql`delete from attendance_day where person_id = ${followed} and day_on > ${`${month.toString()}-01`}::date`.execute(
      house.db,
    )
    await sql`insert into attendance_news (person_id, from_on, to_on, cause)
      values (${followed}, ${`${month.toString()}-02`}::date, ${dayAfter(monday, 30)}::date, 'rule')`.execute(house.db)
    await follow(house)
    expect(await days(followed)).toEqual(inShanghai)

    // The change back restores the days.
    await setZone('UTC')
    await follow(house)
    await closeDays(house.gatehouse.services)
    await follow(house)
    expect(await days(followed)).toEqual(inUtc)
  })
})
