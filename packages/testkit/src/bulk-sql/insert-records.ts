import { createClient, openDatabase, openPool } from '@gatehouse/server/db/open-database.ts'
import { sumDays } from '@gatehouse/server/features/records/record-jobs.ts'
import { systemClock } from '@gatehouse/server/lib/clock.ts'
import type { FillableDatabase } from './fillable-database.ts'

type Client = { query(sql: string, values?: unknown[]): Promise<{ rows: { name: string; definition: string }[] }> }

/**
 * Records of the last 90 days: the devices and the people there are, 15 % strangers, 5 % spoofs, 10 % doors that stayed
 * closed, 2 % by card, one of 10,000 marked as a misrecognition; made by SQL in steps, into the months that a running server would have made. Indexes, counts and sums are made once, at the
 * end: ten million records would wait for them for an hour.
 */
export async function bulkInsertRecords({ pool, databaseUrl }: FillableDatabase, count: number): Promise<void> {
  // One connection: temporary tables belong to it, and to nobody else.
  const client = createClient(databaseUrl)
  await client.connect()
  try {
    await fill(client, count)
  } finally {
    await client.end()
  }
  const db = openDatabase(openPool(databaseUrl, 1))
  await sumDays({ db, clock: systemClock })
  await db.destroy()
  await pool.query('vacuum analyze summed_day, quarter_sum, device_sum, department_sum')
}

async function fill(client: Client, count: number): Promise<void> {
  await client.query(`select ensure_month_partition('recognition_record', (date_trunc('month', now()) - n * interval '1 month')::date)
    from generate_series(-1, 4) n`)
  await client.query(
    `create temporary table some_device as select id, name, row_number() over (order by id) - 1 as number from device`,
  )
  await client.query(
    `create temporary table some_person as select id, name, department_id, row_number() over (order by id) - 1 as number from person`,
  )
  // No trigger counts.
  await client.query('set session_replication_role = replica')
  const { rows: indexes } = await client.query(`select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'recognition_record' and indexname <> 'recognition_record_pkey'`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const step = 100_000
  for (let from = 0; from < count; from += step) {
    await client.query(
      `insert into recognition_record (id, recognised_at, received_at, device_id, device_sequence, device_name, kind, person_id,
         person_name, department_id, direction, entry_mode, cosine, liveness, opened, abnormal, reasons, capture_hash, has_doubtful_time, misrecognition)
       select uuidv7(at - now()), at, at + interval '1 second', d.id, n, d.name, kind, p.id, p.name, p.department_id, n % 3,
         case when n % 50 = 21 then 'ic-card' else 'face' end,
         case when kind = 1 then 0.71 end, 0.97, kind = 1 and n % 10 <> 0,
         case when kind = 3 then 'stranger' when kind = 4 then 'spoof' when n % 10 = 0 then 'outside-passage-time' else 'none' end,
         '[{"code":"group-bound","groupIds":["0190f5b0-0000-7000-8000-000000000001"]},{"code":"period-holds"}]', null, false,
         case when n % 10000 = 22 then 'other' end
       from (
         select n, now() - n * (interval '90 days' / $3) as at, case when n % 100 < 15 then 3 when n % 100 < 20 then 4 else 1 end as kind,
           (n * 7919::bigint) % (select count(*) from some_person) as person, (n * 31::bigint + n / 100) % (select count(*) from some_device) as device
         from generate_series($1::int, $2::int) n
       ) s
       join some_device d on d.number = s.device
       left join some_person p on p.number = s.person and s.kind = 1`,
      [from + 1, Math.min(from + step, count), count],
    )
  }
  for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '))
  await client.query(`insert into record_count (bucket, device_id, kind, opened, records)
    select record_bucket(recognised_at), device_id, kind, opened, count(*) from recognition_record
    where misrecognition is null group by 1, 2, 3, 4`)
  await client.query(`insert into department_record_count (bucket, department_id, opened, records)
    select record_bucket(recognised_at), department_id, opened, count(*) from recognition_record
    where department_id is not null and misrecognition is null group by 1, 2, 3`)
  await client.query('vacuum analyze recognition_record, record_count, department_record_count')
}
