import type { Installation } from '../install/installation.ts'

/** Those of the one terminal that there is: how many, with how many numbers, and the highest of these. */
export async function countRecords({ pool }: Installation) {
  const { rows } = await pool.query<{ count: number; numbers: number; highest: number }>(
    `select count(*)::int as count, count(distinct device_sequence)::int as numbers, coalesce(max(device_sequence), 0)::int as highest
     from recognition_record`,
  )
  return rows[0] ?? { count: 0, numbers: 0, highest: 0 }
}
