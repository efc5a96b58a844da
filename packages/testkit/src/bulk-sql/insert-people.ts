import type { FillableDatabase } from './fillable-database.ts'

/** Names as they are written, and as `nameColumns` says they sound: half Chinese, half Latin. */
export const names = [
  ['李伟', 'liwei', 'lw'],
  ['王芳', 'wangfang', 'wf'],
  ['张敏', 'zhangmin', 'zm'],
  ['刘洋', 'liuyang', 'ly'],
  ['Li Wei', '', ''],
  ['Anna Berg', '', ''],
  ['Tom Hill', '', ''],
  ['Sara Blum', '', ''],
]

const chunk = 50_000

/** Half a million people one by one into the index of words take minutes; gives how to make it again, in one piece. */
export async function dropSearchIndex(pool: FillableDatabase['pool']): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ definition: string }>(
    `select pg_get_indexdef('person__search'::regclass) as definition`,
  )
  await pool.query('drop index person__search')
  return async () => {
    const client = await pool.connect()
    try {
      await client.query('set statement_timeout = 0')
      await client.query(rows[0]?.definition ?? '')
      // As autovacuum would have left the tables.
      await client.query('vacuum person, group_member')
    } finally {
      client.release(true)
    }
  }
}

/**
 * Members of staff in 200 departments (20 with people of one name each), every fiftieth an intern, made by SQL; their names are followed by a number.
 * All are in the default group, and every twentieth in the group `Night shift` too.
 * Gives the ids of `wanted` of them, of all names and departments.
 */
export async function bulkInsertPeople({ pool }: FillableDatabase, count: number, wanted = 0): Promise<string[]> {
  const { rows: departments } = await pool.query<{ id: string }>(
    `insert into department (name) select 'Department ' || n from generate_series(1, 200) n returning id`,
  )
  const makeSearchable = await dropSearchIndex(pool)
  // A chunk stays far below the time that a statement of the pool may take.
  for (let from = 1; from <= count; from += chunk)
    await pool.query(
      `insert into person (kind, name, name_search, job_id, staff_type, department_id, phone_masked, created_at)
     select 1, name || ' ' || n,
       case reading when '' then lower(replace(name, ' ', '')) || n else reading || n || E'\n' || initials || n || E'\n' || name || n end,
       'J' || lpad(n::text, 7, '0'), case when n % 50 = 0 then 2 else 1 end, ($2::uuid[])[1 + n % 200], '138****' || lpad((n % 10000)::text, 4, '0'),
       now() - n * interval '1 minute'
     from generate_series($1::int, $6::int) n
     cross join lateral (select ($3::text[])[1 + n % 8] as name, ($4::text[])[1 + n % 8] as reading, ($5::text[])[1 + n % 8] as initials) named`,
      [
        from,
        departments.map(({ id }) => id),
        names.map(([name]) => name),
        names.map(([, reading]) => reading),
        names.map(([, , initials]) => initials),
        Math.min(count, from + chunk - 1),
      ],
    )
  await pool.query(`insert into group_member (group_id, person_id)
    select g.id, p.id from person p, person_group g where g.kind = 1 and g.is_default`)
  await pool.query(`with shift as (insert into person_group (kind, name) values (1, 'Night shift') returning id)
    insert into group_member (group_id, person_id)
    select shift.id, p.id from (select id, row_number() over (order by created_at) as n from person where kind = 1) p, shift
    where n % 20 = 0`)
  await makeSearchable()
  // Their attendance is taken as computed: else the server works through a year of half a million people meanwhile.
  await pool.query('truncate attendance_news')
  await pool.query('analyze person, group_member, department')
  const { rows } = await pool.query<{ id: string }>('select id from person order by md5(name) limit $1', [wanted])
  return rows.map(({ id }) => id)
}
