import { bulkInsertBlacklist } from '@gatehouse/testkit/bulk-sql/insert-visitors.ts'
import type { FillableDatabase } from '@gatehouse/testkit/bulk-sql/fillable-database.ts'

type Fill = (pool: FillableDatabase['pool'], count: number) => Promise<unknown>

/** Rows of the lists that no other benchmark fills, as many of each; people, devices and records are there already. */
export async function fillLists(installation: FillableDatabase, count: number): Promise<void> {
  await bulkInsertBlacklist(installation, count)
  const fills = [insertAlarms, insertOperations, insertAccounts, insertPolicies, insertRegistrations, insertAttendance]
  for (const fill of fills) await fill(installation.pool, count)
}

const insertAlarms: Fill = (pool, count) =>
  pool.query(
    `insert into alarm (id, raised_at, last_at, received_at, device_id, device_name, code, status, can_release, has_doubtful_time, trace)
     select gen_random_uuid(), t, t, t, d.id, d.name, 10001, 'raised', true, false, '[]'
     from generate_series(1, $1::int) n
     cross join lateral (select now() - n * interval '1 minute' as t) times
     cross join lateral (select id, name from device order by id offset n % 20 limit 1) d`,
    [count],
  )

const insertOperations: Fill = (pool, count) =>
  pool.query(
    `insert into operation_log (at, actor_kind, actor_name, module, event, item, side, result)
     select now() - n * interval '1 minute', 'account', 'admin', 'staff', 'update', 'Anna Berg ' || n, 'console', 'success'
     from generate_series(1, $1::int) n`,
    [count],
  )

const insertAccounts: Fill = (pool, count) =>
  pool.query(
    `insert into account (account, name, role, password_hash)
     select 'guard' || n, 'Guard ' || n, 3, 'nobody logs in' from generate_series(1, $1::int) n`,
    [count],
  )

/** A timetable for each of them, at the doors in turn. */
const insertPolicies: Fill = (pool, count) =>
  pool.query(
    `with made as (
       insert into timetable (name, week, holiday)
       select 'Timetable ' || n, jsonb_build_array(d, d, d, d, d, '[]'::jsonb, '[]'::jsonb), '[]'
       from generate_series(1, $1::int) n cross join jsonb_build_array(jsonb_build_object('startMinute', 540, 'endMinute', 1080)) d
       returning id)
     insert into pass_policy (device_id, group_id, timetable_id)
     select d.id, g.id, m.id from (select id, row_number() over () as n from made) m
     join (select id, row_number() over (order by id) as n, count(*) over () as all_of_them from device) d
       on d.n = 1 + m.n % d.all_of_them
     cross join (select id from person_group where kind = 1 and is_default) g`,
    [count],
  )

const insertRegistrations: Fill = (pool, count) =>
  pool.query(
    `insert into registration (name, phone_masked, lookup_hash, created_at)
     select 'Anna Berg ' || n, '138****' || lpad(n::text, 4, '0'), decode(md5(n::text), 'hex'), now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [count],
  )

/** The results of yesterday, as if somebody had come late. */
const insertAttendance: Fill = (pool, count) =>
  pool.query(
    `insert into attendance_day (person_id, day_on, rule_id, rule_version, day_kind, verdict, facts, first_at, last_at, punch_count,
       worked_minutes, late_minutes, early_leave_minutes, overtime_minutes, has_field_punch, has_doubtful_time, is_provisional, reasons,
       digest, computed_at)
     select p.id, current_date - 1, r.id, 1, 'working-day', 2, 0, now() - interval '1 day', now() - interval '16 hours', 2,
       480, 10, 0, 0, false, false, false, '', 0, now()
     from person p cross join attendance_rule r where p.kind = 1 and r.is_default order by p.id limit $1`,
    [count],
  )
