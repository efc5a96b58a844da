import { pushRecords, type WireRecord } from '@gatehouse/contract/device/link.ts'
import {
  arrangeDashboard,
  type DashboardFigures,
  getDashboard,
  getExhibition,
  type SystemNotice,
} from '@gatehouse/contract/features/dashboard.ts'
import { markMisrecognition } from '@gatehouse/contract/features/records.ts'
import { createDoor, createSite } from '@gatehouse/contract/features/sites.ts'
import { type Role, roles } from '@gatehouse/contract/permissions.ts'
import { attendanceFacts } from '@gatehouse/engine/attendance/vocabulary.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRecord, buildStaff, type PairedDevice, pairTestDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, testPassword, type TestGatehouse } from '../../../test/gatehouse.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { logIn } from '../../../test/log-in.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { buildVisitor } from '../../../test/visits.ts'
import { hint } from '../../ctx.ts'
import { readCheckInHours, readDeviceCounts, readIsSetUp, readStrangerDoors } from './dashboard-reads.ts'
import { keepUsual } from './dashboard-service.ts'
import { endStoppedSessions, noteAddresses } from '../deployment/deployment-actions.ts'

const gb = 1024 ** 3
const zone = 'Asia/Shanghai'
let house: TestGatehouse
let gate: PairedDevice
let lab: PairedDevice
let li: { id: string }
let freeBytes = 500 * gb
let sequence = 0
const callers = new Map<Role, Caller>()
const as = (role: Role) => callers.get(role)!
/** Noon of the enterprise's day, so that no figure falls into another one. */
const noon = () => house.clock.now().toZonedDateTimeISO(zone).startOfDay().add({ hours: 12 }).toInstant()
const at = (hours: number) => noon().add({ hours }).toString()

beforeAll(async () => {
  house = await startTestGatehouse({
    environment: { HOST: '127.0.0.1' },
    measureDisk: async () => ({ freeBytes, totalBytes: 1000 * gb }),
  })
  await house.db
    .updateTable('company')
    .set({ time_zone: zone, name: 'Harbour Works', welcome: 'Good morning' })
    .execute()
  for (const role of roles) callers.set(role, await house.asRole(role))
  const owner = as('superAdmin')
  gate = await pairTestDevice(house, owner, 'Gate')
  lab = await pairTestDevice(house, owner, 'Lab')
  li = await buildStaff(owner, 'Li Wei')
})
afterAll(() => house.close())

const setPortrait = (portrait_id: string | null) =>
  house.db.updateTable('person').set({ portrait_id }).where('id', '=', li.id).execute()

const passed = (recognisedAt: string): WireRecord =>
  buildRecord(++sequence, {
    kind: 'staff',
    personId: li.id,
    cosine: 0.61,
    opened: true,
    abnormal: 'none',
    reasons: [],
    recognisedAt,
  })
const stranger = (recognisedAt: string) => buildRecord(++sequence, { recognisedAt })
const push = (device: PairedDevice, ...records: WireRecord[]) => device.ask(pushRecords, { body: { records } })
/** The figures, once they are as they should be: a hint takes its way through the database. */
const figuresWhere = (role: Role, holds: (figures: DashboardFigures) => boolean) =>
  until(async () => {
    const figures = await as(role).ask(getDashboard)
    return holds(figures) && figures
  })

describe('the dashboard', () => {
  it('[DASH-02] [DASH-03] the dashboard counts what terminals did today, in total, by hour and by device, as it happens', async () => {
    const guest = await buildVisitor(house, as('superAdmin'), { name: 'Ada Guest' })
    const visited = { ...passed(at(-2)), kind: 'visitor', personId: guest.id } satisfies WireRecord
    const [first, unknown] = [passed(at(-3)), stranger(at(-3))]
    await push(gate, first, passed(at(-3)), unknown, visited)
    await push(lab, passed(at(-1)))
    // not today's
    await push(lab, passed(at(-24)))
    // The caller is noted a moment after the call.
    const figures = await figuresWhere(
      'superAdmin',
      ({ recognitions, devices }) => recognitions?.total === 5 && devices?.online === 2,
    )
    expect(figures.recognitions).toEqual({ total: 5, staff: 3, visitor: 1, stranger: 1 })
    expect(figures.strangerDoors).toBe(1)
    expect(figures.hours).toHaveLength(24)
    expect(figures.hours?.[9]).toEqual({ total: 3, staff: 2, visitor: 0, stranger: 1 })
    expect(figures.hours?.[10]).toEqual({ total: 1, staff: 0, visitor: 1, stranger: 0 })
    expect(figures.hours?.[11]?.total).toBe(1)
    expect(figures.devices).toMatchObject({ total: 2, online: 2, offline: 0 })
    expect(figures.devices?.items.map(({ name, recognitions }) => [name, recognitions])).toEqual([
      ['Gate', 4],
      ['Lab', 1],
    ])
    // A record that is marked as misrecognised counts for nobody.
    await as('superAdmin').ask(markMisrecognition, { params: { id: unknown.id }, body: { type: 'other' } })
    await figuresWhere('superAdmin', ({ recognitions }) => recognitions?.total === 4 && recognitions.stranger === 0)
  })

  it('[DASH-02] [DASH-04] a record of a clock that is ahead counts for no door and no device of the day, and doors are counted, not devices', async () => {
    const owner = as('superAdmin')
    const site = await owner.ask(createSite, { body: { name: 'Yard', address: null, timeZone: null } })
    const places = { siteId: site.id, fromAreaId: null, toAreaId: site.areas[0]!.id, readers: [] }
    const back = await owner.ask(createDoor, { body: { name: 'Back', ...places } })
    // five days ago: two strangers at one device, nobody unknown at the other but the day before and the day after
    const days = (count: number, hours = 0) => at(24 * (count - 5) + hours)
    const midnight = (count: number) => days(count, -12)
    const day = { from: midnight(0), to: midnight(1) }
    const seen = [stranger(days(0)), stranger(days(0, 1))]
    await push(gate, ...seen)
    await push(lab, passed(days(0)), stranger(days(-1)), stranger(days(1)))
    expect(await readStrangerDoors(house.db, day)).toBe(1)
    expect((await readDeviceCounts(house.db, day)).items.find(({ id }) => id === lab.id)?.records).toBe(1)
    // the other device has two doors now, at one of which strangers were
    const doorCount = (door_count: number) =>
      house.db.updateTable('device').set({ door_count }).where('id', '=', lab.id).execute()
    await doorCount(2)
    await house.db.insertInto('door_reader').values({ door_id: back.id, device_id: lab.id, port: 2 }).execute()
    const atLab = [stranger(days(0, 2)), stranger(days(0, 3))]
    await push(lab, ...atLab)
    const ports = (port: number, ids: readonly string[]) =>
      house.db.updateTable('recognition_record').set({ port }).where('id', 'in', ids).execute()
    await ports(
      2,
      atLab.map(({ id }) => id),
    )
    expect(await readStrangerDoors(house.db, day)).toBe(2)
    await ports(1, [atLab[0]!.id])
    expect(await readStrangerDoors(house.db, day)).toBe(3)
    await house.db.deleteFrom('door_reader').where('door_id', '=', back.id).execute()
    await doorCount(1)
  })

  it('[DASH-04] [DASH-05] the dashboard shows today’s door-access alarms and check-ins, and yesterday’s attendance', async () => {
    const now = noon().toString()
    const yesterday = noon().toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 })
    const alarm = (code: number, raisedAt: string) => sql`
      insert into alarm (id, raised_at, last_at, received_at, device_id, device_name, code, status, can_release, has_doubtful_time, trace)
      values (gen_random_uuid(), ${raisedAt}, ${raisedAt}, ${raisedAt}, ${gate.id}, 'Gate', ${code}, 'raised', false, false, '[]')`
    await alarm(90001, now).execute(house.db)
    await alarm(90002, now).execute(house.db)
    await alarm(90002, at(-24)).execute(house.db)
    const day = (on: string, facts: number, punches: number) => sql`
      insert into attendance_day (person_id, day_on, rule_id, rule_version, day_kind, verdict, facts, punch_count, worked_minutes, late_minutes,
        early_leave_minutes, overtime_minutes, has_field_punch, has_doubtful_time, is_provisional, reasons, digest, computed_at)
      select ${li.id}, ${on}, id, 1, 'working-day', 4, ${facts}, ${punches}, 0, 5, 5, 0, false, false, false, '', 0, now()
      from attendance_rule limit 1
      on conflict (person_id, day_on) do update set facts = excluded.facts, punch_count = excluded.punch_count`
    const missed = 1 << attendanceFacts.indexOf('missedPunch')
    await day(yesterday.toString(), 0b110 | missed, 2).execute(house.db)
    await day(yesterday.add({ days: 1 }).toString(), 0, 1).execute(house.db)
    const portraitId = await insertNamedPortrait(house, 'Li Wei')
    await setPortrait(portraitId)
    await hint(house.gatehouse.services, { to: 'consoles', topic: 'alarms' })
    const { alarms, attendance, checkIns } = await figuresWhere(
      'subAdmin',
      (figures) => figures.checkIns?.present === 1,
    )
    expect(alarms?.doorAccess).toEqual({ blacklisted: 1, 'outside-time': 1, strangers: 0, 'offline-too-long': 0 })
    expect(alarms?.hours[12]).toBe(2)
    expect(alarms?.hours.reduce((sum, count) => sum + count)).toBe(2)
    expect(alarms?.open.map(({ type, count, raised, devices }) => [type, count, raised, devices])).toEqual([
      ['blacklisted', 1, 1, 1],
      ['outside-time', 2, 2, 1],
    ])
    expect(alarms?.open[0]?.newest.deviceName).toBe('Gate')
    expect(checkIns).toMatchObject({ present: 1, staff: 1, usual: null })
    expect(attendance).toMatchObject({ missedPunch: 1, missedPunchPortraitIds: [portraitId] })
    const { late, earlyLeave, absence } = attendance ?? {}
    expect([attendance?.on, late, earlyLeave, absence]).toEqual([yesterday.toString(), 1, 1, 0])
    await setPortrait(null)
  })

  it('the dashboard shows published packages that failed at a device, firmware and applications apart', async () => {
    const fail = (kind: string, isPublished: boolean, state: string) => sql<{ package_id: string }>`
      with p as (
        insert into upgrade_package (kind, title, description_zh, description_en, hardware_versions, from_versions, version, form, strategy,
          is_forced, file_name, size, signed_sha256, key_id, signature, is_published, uploaded_by)
        values (${kind}, 'P', '', '', '', '', ${`${kind} ${String(isPublished)} ${state}`}, 'full', 'silent', false, 'p', 1, '', '', '', ${isPublished}, 'admin')
        returning id)
      insert into upgrade_device (package_id, device_id, is_begun, is_first, state, updated_at)
      select id, ${gate.id}, true, true, ${state}, now() from p
      returning package_id`
    const failedId = (await fail('firmware', true, 'failed').execute(house.db)).rows[0]?.package_id
    await fail('firmware', true, 'done').execute(house.db)
    await fail('firmware', false, 'failed').execute(house.db)
    await fail('application', true, 'rolled-back').execute(house.db)
    await hint(house.gatehouse.services, { to: 'consoles', topic: 'devices' })
    const failures = ({ attention }: DashboardFigures) => attention.filter(({ kind }) => kind.startsWith('failed'))
    const figures = await figuresWhere('deviceAdmin', (these) => failures(these).length >= 2)
    expect(failures(figures)).toEqual([
      { kind: 'failed-firmware', count: 1, isMore: false, oneId: failedId },
      { kind: 'failed-applications', count: 1, isMore: false, oneId: expect.any(String) },
    ])
  })

  it('the dashboard shows waiting registrations to the accounts that decide on them', async () => {
    const register = (name: string, state: string) =>
      sql`insert into registration (name, lookup_hash, state) values (${name}, ${Buffer.from(name)}, ${state})`
    await register('Selma', 'pending').execute(house.db)
    await register('Rita', 'rejected').execute(house.db)
    await hint(house.gatehouse.services, { to: 'consoles', topic: 'registrations' })
    const { attention } = await figuresWhere('subAdmin', (figures) =>
      figures.attention.some(({ kind }) => kind === 'pending-registrations'),
    )
    expect(attention).toContainEqual({ kind: 'pending-registrations', count: 1, isMore: false, oneId: null })
    expect((await as('visitorAdmin').ask(getDashboard)).attention).toEqual([])
  })

  it('the dashboard shows each role what it may see, and nothing else', async () => {
    const seen = new Map<Role, DashboardFigures>()
    for (const role of roles) seen.set(role, await as(role).ask(getDashboard))
    const parts = (role: Role) => {
      const { recognitions, hours, checkIns, devices, alarms, attendance } = seen.get(role)!
      return Object.entries({ recognitions, hours, checkIns, devices, alarms, attendance }).flatMap(([part, value]) =>
        value === null ? [] : [part],
      )
    }
    const all = ['recognitions', 'hours', 'checkIns', 'devices', 'alarms', 'attendance']
    for (const role of ['superAdmin', 'mainAdmin', 'subAdmin'] as const) expect(parts(role)).toEqual(all)
    expect(parts('deviceAdmin')).toEqual(['devices', 'alarms'])
    expect(seen.get('deviceAdmin')?.devices?.items.map(({ recognitions }) => recognitions)).toEqual([null, null])
    expect(parts('visitorAdmin')).toEqual(['recognitions', 'hours'])
    expect(seen.get('visitorAdmin')?.recognitions).toEqual({ total: 1, staff: null, visitor: 1, stranger: 0 })
    expect(seen.get('visitorAdmin')?.attention).toEqual([])
  })

  it('the lobby display shows who came in, by name and picture alone, and keeps its session', async () => {
    const { passages, branding } = await until(async () => {
      const shown = await as('superAdmin').ask(getExhibition)
      return (shown.passages?.length ?? 0) > 0 && shown
    })
    expect(branding).toMatchObject({ name: 'Harbour Works', welcome: 'Good morning' })
    // Each of them once, however often they have passed.
    expect(passages?.map(({ name }) => name)).toEqual(['Li Wei', 'Ada Guest'])
    expect(passages?.[0]).toEqual({
      id: expect.any(String),
      name: 'Li Wei',
      kind: 'staff',
      picture: null,
      device: 'Lab',
      recognisedAt: expect.any(String),
    })
    expect((await as('deviceAdmin').ask(getExhibition)).passages).toBeNull()
    const { passages: guests } = await as('visitorAdmin').ask(getExhibition)
    expect(guests?.map(({ name, kind }) => [name, kind])).toEqual([['Ada Guest', 'visitor']])
    const display = await house.asRole('visitorAdmin')
    const calls = async (hours: number) => {
      house.clock.advance({ hours })
      return (await display.call(getExhibition)).status
    }
    // Sessions end after a day, and after two hours without a call.
    for (let hour = 0; hour < 30; hour++) expect(await calls(1)).toBe(200)
    expect(await calls(3)).toBe(401)
    house.clock.advance({ hours: -33 })
  })
})

describe('the arrangement of a dashboard', () => {
  const own = [
    { name: 'events', place: 'main', width: 'half' },
    { name: 'devices', place: 'off', width: 'whole' },
  ] as const
  const arrangementOf = async (caller: Caller) => (await caller.ask(getDashboard)).arrangement

  it('an account arranges its own dashboard, nobody else’s, and goes back to that of its role', async () => {
    const [first, second] = [await house.asRole('subAdmin'), await house.asRole('subAdmin')]
    expect(await arrangementOf(first)).toBeNull()
    await first.ask(arrangeDashboard, { body: { widgets: [...own] } })
    expect(await arrangementOf(first)).toEqual(own)
    expect(await arrangementOf(second)).toBeNull()
    await first.ask(arrangeDashboard, { body: { widgets: [own[1]] } })
    expect(await arrangementOf(first)).toEqual([own[1]])
    await first.ask(arrangeDashboard, { body: { widgets: null } })
    expect(await arrangementOf(first)).toBeNull()
  })

  it('a widget that is named twice or that nobody knows is refused, and left out where an older release has stored it', async () => {
    const caller = await house.asRole('deviceAdmin')
    const doubled = await caller.call(arrangeDashboard, { body: { widgets: [own[0], own[0]] } })
    expect(doubled.status).toBe(400)
    await caller.ask(arrangeDashboard, { body: { widgets: [own[0]] } })
    const stored = JSON.stringify([{ ...own[0], name: 'weather' }, own[1], own[1]])
    await house.db.updateTable('dashboard_arrangement').set({ widgets: stored }).execute()
    expect(await arrangementOf(caller)).toEqual([own[1]])
  })
})

it('[DASH-04] check-ins stand beside what the same weekday usually has, a week without anybody left out', async () => {
  const today = noon().toZonedDateTimeISO(zone).toPlainDate()
  const people = await Promise.all(['Anna', 'Ben', 'Cem'].map((name) => buildStaff(as('superAdmin'), name)))
  const came = (on: Temporal.PlainDate, hour: number, id: string) =>
    sql`
    insert into attendance_day (person_id, day_on, rule_id, rule_version, day_kind, verdict, facts, first_at, punch_count, worked_minutes, late_minutes,
      early_leave_minutes, overtime_minutes, has_field_punch, has_doubtful_time, is_provisional, reasons, digest, computed_at)
    select ${id}, ${on.toString()}, id, 1, 'working-day', 1, 0, ${on.toZonedDateTime({ timeZone: zone }).add({ hours: hour, minutes: 30 }).toInstant().toString()},
      1, 0, 0, 0, 0, false, false, false, '', 0, now() from attendance_rule limit 1
    on conflict (person_id, day_on) do update set first_at = excluded.first_at`.execute(house.db)
  for (const { id } of people) await came(today.subtract({ weeks: 1 }), 8, id)
  await came(today.subtract({ weeks: 2 }), 8, people[0]!.id)
  await came(today.subtract({ weeks: 2 }), 10, people[1]!.id)
  await came(today.subtract({ weeks: 5 }), 9, people[1]!.id)
  const usual = await keepUsual(house.db)(today, zone)
  expect(usual?.map((count, hour) => [hour, count]).filter(([, count]) => count !== 0)).toEqual([
    [8, 2],
    [10, 1],
  ])
  expect(await keepUsual(house.db)(today.subtract({ days: 1 }), zone)).toBeNull()
  expect((await readCheckInHours(house.db, [today.subtract({ weeks: 1 }).toString()], 'UTC'))[0]?.[0]).toBe(3)
})

it('a company counts as set up once the last of the first steps is done', async () => {
  expect(await readIsSetUp(house.db)).toBe(false)
  const portraitId = await insertNamedPortrait(house, 'Li Wei')
  await setPortrait(portraitId)
  expect(await readIsSetUp(house.db)).toBe(true)
  const visitorAdmin = as('visitorAdmin')
  await until(async () => (await visitorAdmin.ask(getDashboard)).isSetUp)
})

describe('[DASH-01] notices', () => {
  const notices = async (role: Role) => (await as(role).ask(getDashboard)).notices
  const noticed = async (role: Role, kind: string) => {
    // a change by time or by the disk is seen with the next hint, or after a few seconds
    await hint(house.gatehouse.services, { to: 'consoles', topic: 'storage' })
    return until(async () => (await notices(role)).find((notice) => notice.kind === kind))
  }

  it('a notice says that a disk has under 40 GB, and under 20 GB that history is overwritten', async () => {
    expect(await notices('visitorAdmin')).toEqual([])
    freeBytes = 39 * gb
    expect(await noticed('visitorAdmin', 'disk-low')).toMatchObject({ freeBytes, warnGb: 40 })
    freeBytes = 19 * gb
    expect(await noticed('superAdmin', 'disk-overwriting')).toMatchObject({ freeBytes, overwriteGb: 20 })
    expect((await notices('superAdmin')).map(({ kind }) => kind)).toEqual(['disk-overwriting'])
    freeBytes = 500 * gb
  })

  it('a notice tells the accounts that can renew the licence in how many days it ends', async () => {
    house.clock.set('2099-12-20T00:00:00Z')
    const main = await house.asRole('mainAdmin')
    const sub = await house.asRole('subAdmin')
    await hint(house.gatehouse.services, { to: 'consoles', topic: 'storage' })
    const isIt = ({ kind }: SystemNotice) => kind === 'licence-expires'
    const found = await until(async () => (await main.ask(getDashboard)).notices.find(isIt))
    expect(found).toEqual({ kind: 'licence-expires', days: 11, endsAt: '2100-01-01T00:00:00Z' })
    expect((await sub.ask(getDashboard)).notices.some(isIt)).toBe(false)
    house.clock.set(Temporal.Now.instant().toString())
  })

  it('the notice counts 30 days from the first call from the internet; then only the super administrator signs in', async () => {
    const { services } = house.gatehouse
    await noteAddresses(services, ['10.0.0.1', 'gate.example.com'])
    await noteAddresses(services, ['8.8.8.8'])
    expect(await noticed('deviceAdmin', 'internet-deployed')).toMatchObject({ days: 30 })
    await house.asRole('subAdmin')
    const account = await house.db
      .selectFrom('account')
      .select('account')
      .where('role', '=', 2)
      .executeTakeFirstOrThrow()
    expect((await logIn(house.nobody, account.account, testPassword)).status).toBe(200)
    for (let week = 0; week < 5; week++) {
      house.clock.advance({ hours: 24 * 6 + 1 })
      await noteAddresses(services, ['[2606:4700::1111]'])
    }
    const refused = await logIn(house.nobody, account.account, testPassword)
    expect([refused.status, refused.message]).toEqual([403, 'auth.internet-stopped'])
    const others = house.db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .where('role', '<>', 0)
    await endStoppedSessions(services)
    expect(await others.select('role').execute()).toEqual([])
    // A licence may allow it.
    await house.db.updateTable('licence').set({ allows_internet: true }).execute()
    expect((await logIn(house.nobody, account.account, testPassword)).status).toBe(200)
  })
})
