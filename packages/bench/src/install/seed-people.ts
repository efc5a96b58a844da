import type { Installation } from './installation.ts'

/** Members of staff in 200 departments (20 with people of one name each), made by SQL. Gives the ids of the first `wanted`. */
export async function seedPeople({ pool }: Installation, count: number, wanted = 0): Promise<string[]> {
  const { rows: departments } = await pool.query<{ id: string }>(
    `insert into department (name) select 'Department ' || n from generate_series(1, 200) n returning id`,
  )
  await pool.query(
    `insert into person (kind, name, job_id, department_id, phone_masked, created_at)
     select 1, (array['Li Wei','Wang Fang','Zhang Min','Liu Yang','Chen Jing','Anna Berg','Tom Hill','Sara Blum'])[1 + n % 8] || ' ' || n,
       'J' || lpad(n::text, 7, '0'), ($2::uuid[])[1 + n % 200], '138****' || lpad((n % 10000)::text, 4, '0'),
       now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [count, departments.map(({ id }) => id)],
  )
  await pool.query(`insert into group_member (group_id, person_id)
    select g.id, p.id from person p, person_group g where g.kind = 1 and g.is_default`)
  await pool.query('analyze person, group_member, department')
  const { rows } = await pool.query<{ id: string }>('select id from person order by created_at limit $1', [wanted])
  return rows.map(({ id }) => id)
}
