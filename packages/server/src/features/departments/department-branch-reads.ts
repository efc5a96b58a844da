import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** The ids of these departments and of all below them, as a part of a statement. */
export const branchOf = (departmentIds: readonly string[]) => sql`(
  with recursive branch as (
    select id from department where id = any(${[...departmentIds]}::uuid[])
    union select d.id from department d join branch b on d.parent_id = b.id
  ) select id from branch)`

/** The same for one department, ahead of a statement whose plan depends on their number. */
export async function readBranch(db: Db, departmentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${branchOf([departmentId])} b`.execute(db)
  return rows.map(({ id }) => id)
}
