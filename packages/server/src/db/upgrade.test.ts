import { createHash, randomBytes } from 'node:crypto'
import { listAccounts } from '@gatehouse/contract/features/accounts.ts'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { listAttendanceDays } from '@gatehouse/contract/features/attendance/days.ts'
import { listAttendanceRules } from '@gatehouse/contract/features/attendance/rules.ts'
import { getAccount } from '@gatehouse/contract/features/auth.ts'
import { getCompany } from '@gatehouse/contract/features/company.ts'
import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { getDevice, listDevices } from '@gatehouse/contract/features/devices.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { listPolicies } from '@gatehouse/contract/features/policies.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { deleteStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { getStorage } from '@gatehouse/contract/features/storage.ts'
import { listTimetables } from '@gatehouse/contract/features/timetables.ts'
import { listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, withClient } from '../../test/database.ts'
import { startTestGatehouse } from '../../test/gatehouse.ts'
import { verifyOperationLog } from '../features/operation-log/operation-log-chain-reads.ts'
import { formerMigrations } from './before-release/before-release.ts'
import { migrate, ownMigrations } from './migrate.ts'

const token = randomBytes(32).toString('base64url')
const tokenHash = createHash('sha256').update(token).digest('hex')

/** The data of an installation in use: a row of everything that later migrations change. */
const inUse = `
  insert into company (name, time_zone) values ('Old company', 'Asia/Shanghai');
  insert into account (account, name, role, password_hash) values ('admin', 'Admin', 0, 'x'), ('door', 'Door', 3, 'x');
  insert into session (token_hash, account_id, expires_at)
    select '\\x${tokenHash}', id, now() + interval '1 hour' from account where role = 0;
  insert into licence (kind, serial_number, signature, udid, activation_code, edition, valid_from, valid_to)
    values ('file', 'GH-1', '', '', '', 'enterprise', now() - interval '1 day', now() + interval '1 day');
  insert into operation_log (actor_kind, module, event, side, result, item)
    select 'system', 'staff', 'create', 'console', 'success', 'line ' || n from generate_series(1, 3) n;
  insert into department (name) values ('Workshop');
  insert into person (kind, name, department_id, job_id) select 1, 'Li Wei', id, 'J1' from department;
  insert into person (kind, name) values (2, 'Guest');
  insert into group_member select g.id, p.id from person_group g join person p on p.kind = g.kind;
  insert into device (ldid, secret_hash, name, type, serial_number)
    values ('DEMO-' || repeat('0', 32), '\\x00', 'Main door', 'DEMO', 'S1');
  insert into device_record_progress (device_id) select id from device;
  insert into device_group select d.id, g.id from device d, person_group g;
  insert into device_command (device_id, kind, created_by, expires_at) select id, 'open-once', 'admin', now() from device;
  insert into pairing_code (code_hash, name, direction, expires_at) values ('\\x01', 'Next door', 0, now() + interval '1 day');
  insert into timetable (name, week, holiday) values ('Days', '[[],[],[],[],[],[],[]]', '[]');
  insert into pass_policy (device_id, group_id, timetable_id)
    select d.id, g.id, t.id from device d, person_group g, timetable t where g.kind = 1;
  insert into recognition_record (id, recognised_at, device_id, device_sequence, device_name, kind, person_id, person_name,
      direction, entry_mode, opened, abnormal, reasons, capture_hash, has_doubtful_time)
    select gen_random_uuid(), now() - interval '2 hours', d.id, p.kind, d.name, p.kind, p.id, p.name, 0, 'face', true, 'none', '[]'::jsonb, null::bytea, false
    from device d, person p
    union all
    select gen_random_uuid(), now() - interval '1 hour', id, 3, name, 3, null, null, 0, 'face', false, 'stranger', '[]', '\\x02', false from device;`

/** Tables that migrations from before 0.1.0 made later, and changed after that. */
const later = `
  insert into alarm (id, raised_at, last_at, received_at, device_id, device_name, code, status, can_release, has_doubtful_time, trace)
    select gen_random_uuid(), now(), now(), now(), id, name, 10001, 'raised', false, false, '[]' from device;
  insert into attendance_day (person_id, day_on, rule_id, rule_version, day_kind, verdict, facts, punch_count, worked_minutes, late_minutes,
      early_leave_minutes, overtime_minutes, has_field_punch, has_doubtful_time, is_provisional, reasons, digest, computed_at)
    select p.id, '2026-01-05', r.id, 1, 'working', 7, 0, 0, 0, 0, 0, 0, false, false, false, '[]', 0, now()
    from person p, attendance_rule r where p.kind = 1;
  insert into capture_template (record_id, recognised_at, model_id, embedding_sealed)
    select id, recognised_at, 'none', '\\x03' from recognition_record where kind = 3;
  insert into operation_log (actor_kind, module, event, side, result, item) values ('system', 'staff', 'create', 'console', 'success', 'line 4');`

/** The rows above as those migrations changed them; 0.1.0 has these columns from the start. */
const placedByFormer = `
  update person set valid_from = created_at, valid_to = created_at + interval '1 day' where kind = 2;
  insert into visitor (person_id) select id from person where kind = 2;
  insert into capture_due (recognised_at, record_id) select recognised_at, id from recognition_record where kind = 3;`

const chosen = 'update storage_setting set warn_gb = 40, overwrite_gb = 12'
const chosenOfRelease = 'update storage_setting set own_overwrite_gb = 12'

/** Each release that an installation may come from, with the function that makes its database. */
const releases: [release: string, build: (url: string) => Promise<void>][] = [
  [
    'before 0.1.0',
    async (url) => {
      const upTo = (last: number) => migrate(url, formerMigrations, ({ number }) => number <= last)
      await upTo(1)
      await withClient(url, (client) => client.query(inUse))
      await upTo(10)
      await withClient(url, (client) => client.query(later))
      await upTo(20)
      await withClient(url, (client) => client.query(chosen))
    },
  ],
  [
    '0.1.0',
    async (url) => {
      await migrate(url, ownMigrations, ({ number }) => number <= 7)
      await withClient(url, (client) => client.query(inUse + placedByFormer + later + chosenOfRelease))
    },
  ],
]

it.each(releases)(
  'an installation of %s is upgraded to this release with all its data, and works',
  async (_release, build) => {
    const database = await createEmptyDatabase()
    await build(database.url)
    const house = await startTestGatehouse({ database })
    const admin = house.withToken(token)

    expect(await admin.ask(getAccount)).toMatchObject({ account: 'admin' })
    expect((await admin.ask(listAccounts)).items).toHaveLength(2)
    expect(await admin.ask(getCompany)).toMatchObject({ name: 'Old company' })
    expect(await admin.ask(listDepartments)).toMatchObject([{ name: 'Workshop', memberCount: 1 }])
    const staff = await admin.ask(listStaff, { query: { keyword: 'Wei' } })
    expect(staff).toMatchObject({ items: [{ name: 'Li Wei', jobId: 'J1' }], total: 1 })
    expect((await admin.ask(listVisitors)).items).toMatchObject([{ name: 'Guest' }])
    expect(await admin.ask(listGroups, { query: { kind: 'staff' } })).toMatchObject([{ memberCount: 1 }])
    const devices = await admin.ask(listDevices)
    expect(devices.items).toMatchObject([{ name: 'Main door' }])
    await admin.ask(getDevice, { params: { id: devices.items[0]?.id ?? '' } })
    expect((await admin.ask(listTimetables)).items).toMatchObject([{ name: 'Days' }])
    expect((await admin.ask(listPolicies)).items).toHaveLength(1)
    expect((await admin.ask(listRecords)).items.map(({ kind }) => kind).toSorted()).toEqual([
      'staff',
      'stranger',
      'visitor',
    ])
    expect((await admin.ask(listAlarms)).items).toHaveLength(1)
    // The former default depends on the disk, a set value stays.
    expect((await admin.ask(getStorage)).settings).toEqual({ warnGb: null, overwriteGb: 12 })
    expect(await admin.ask(listAttendanceRules)).toHaveLength(1)
    const { rows } = await sql`
    select (select sum(records)::int from record_count) as counted, (select count(*)::int from capture_due) as due,
      (select count(*)::int from attendance_news where cause = 'moved') as news`.execute(house.db)
    expect(rows).toEqual([{ counted: 3, due: 1, news: 1 }])
    expect(await verifyOperationLog(house.db)).toMatchObject({ links: 4, faults: [] })
    expect((await admin.ask(listOperations)).items).toHaveLength(4)

    await admin.ask(deleteStaff, { body: { ids: staff.items.map(({ id }) => id) } })
    // A deleted person keeps the evaluated days.
    const days = await admin.ask(listAttendanceDays, { query: { from: '2026-01-05', to: '2026-01-05' } })
    expect(days.items).toMatchObject([{ person: { name: 'Li Wei' }, verdict: 'absence' }])
    await house.close()
  },
)
