import type { FillableDatabase } from './fillable-database.ts'

/** Adds this many departments, in a tree ten levels deep. */
export async function bulkInsertDepartments({ pool }: FillableDatabase, count: number): Promise<void> {
  let above: (string | null)[] = [null]
  const perLevel = count / 10
  for (let level = 1; level <= 10; level++) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into department (name, parent_id)
       select 'Level ' || $1::int || ' no ' || n, ($2::uuid[])[1 + n % cardinality($2::uuid[])] from generate_series(1, $3::int) n returning id`,
      [level, above, perLevel],
    )
    above = rows.map(({ id }) => id)
  }
  await pool.query('analyze department')
}
