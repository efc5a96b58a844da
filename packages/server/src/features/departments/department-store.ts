import { sql } from 'kysely'
import { AppError } from '@gatehouse/contract/errors.ts'
import { takeLock } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

export type DepartmentRow = { id: string; parent_id: string | null; name: string; manager_id: string | null }

/**
 * Locks the whole tree for this transaction: moving two branches at once could otherwise make a circle that neither
 * move would make alone.
 */
export const lockDepartmentTree = (db: Db) => takeLock(db, 'departmentTree')

export const findDepartment = (db: Db, id: string): Promise<DepartmentRow | undefined> =>
  db.selectFrom('department').select(['id', 'parent_id', 'name', 'manager_id']).where('id', '=', id).executeTakeFirst()

/** The department and all above it, itself first. */
export async function selectAncestors(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .withRecursive('chain', (query) =>
      query
        .selectFrom('department')
        .select(['id', 'parent_id'])
        .where('id', '=', id)
        .unionAll(
          query
            .selectFrom('department')
            .innerJoin('chain', 'chain.parent_id', 'department.id')
            .select(['department.id', 'department.parent_id']),
        ),
    )
    .selectFrom('chain')
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The number of levels from a department down, itself included. */
export async function countLevelsBelow(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ levels: number }>`
    with recursive branch as (
      select id, 1 as level from department where id = ${id}
      union all
      select d.id, branch.level + 1 from department d join branch on d.parent_id = branch.id
    ) select max(level) as levels from branch`.execute(db)
  return rows[0]?.levels ?? 0
}

export async function countMembers(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('person')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('department_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function countChildren(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('department')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('parent_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

const refuseTakenName = (error: unknown): never => {
  if (violates(error, 'department__name')) throw new AppError('department.name-taken')
  throw error
}

export const insertDepartment = (db: Db, department: Omit<DepartmentRow, 'id'>) =>
  db.insertInto('department').values(department).returning('id').executeTakeFirstOrThrow().catch(refuseTakenName)

export const updateDepartment = (db: Db, id: string, change: Partial<Omit<DepartmentRow, 'id'>>) =>
  db
    .updateTable('department')
    .set({ ...change, id })
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenName)

/** A person may have been added to it since its people were counted. */
export const deleteDepartmentRow = (db: Db, id: string) =>
  db
    .deleteFrom('department')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'person__department')) throw new AppError('department.has-members', { count: 1 })
      throw error
    })

export const selectTree = (db: Db) => db.selectFrom('department').select(['id', 'parent_id', 'name']).execute()

export async function clearManagers(db: Db, personIds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; manager_id: string }>`
    update department d set manager_id = null from department before
    where before.id = d.id and d.manager_id = any(${[...personIds]}::uuid[])
    returning d.id, d.name, before.manager_id`.execute(db)
  return rows
}

/** Gives the departments whose manager was restored. */
export async function restoreManagers(
  db: Db,
  managers: readonly { departmentId: string; personId: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update department d set manager_id = m.person_id
    from (select distinct on (department_id) department_id, person_id
      from unnest(${managers.map((one) => one.departmentId)}::uuid[], ${managers.map((one) => one.personId)}::uuid[]) as u(department_id, person_id)
      order by department_id, person_id) m
    where d.id = m.department_id and d.manager_id is null returning d.id`.execute(db)
  return rows.map((row) => row.id)
}
