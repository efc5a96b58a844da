import type { Department } from '@gatehouse/contract/features/departments.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { likePattern } from '../../lib/like-pattern.ts'
import { hasLeftAt } from '../../people/suspension-reads.ts'

type Row = {
  id: string
  number: number
  name: string
  parent_id: string | null
  manager_id: string | null
  manager_name: string | null
  member_count: number
}

const toDepartment = (row: Row): Department => ({
  id: row.id,
  number: row.number,
  name: row.name,
  parentId: row.parent_id,
  manager: row.manager_id && row.manager_name !== null ? { id: row.manager_id, name: row.manager_name } : null,
  memberCount: row.member_count,
})

/** All departments, parents before children, siblings by name. People who have left by `now` are not counted. */
export async function readDepartments(db: Db, now: string): Promise<Department[]> {
  const { rows } = await sql<Row>`
    select d.id, d.number, d.name, d.parent_id, d.manager_id, m.name as manager_name, greatest(coalesce(c.members, 0) - coalesce(l.leavers, 0), 0)::int as member_count
    from department d
    left join person m on m.id = d.manager_id
    left join (
      select department_id, sum(people) as members from person_count
      where kind = ${sql.lit(personKindCodes.staff)} group by 1) c on c.department_id = d.id
    left join (
      select p.department_id, count(*) as leavers from person p
      where p.kind = ${sql.lit(personKindCodes.staff)} and ${hasLeftAt(now)} group by 1) l on l.department_id = d.id
    order by d.name, d.id`.execute(db)
  const below = Map.groupBy(rows.map(toDepartment), ({ parentId }) => parentId)
  const ordered = [...(below.get(null) ?? [])]
  // The loop also visits the elements that it adds: level after level.
  for (const { id } of ordered) ordered.push(...(below.get(id) ?? []))
  return ordered
}

export async function readDepartment(db: Db, id: string, now: string): Promise<Department | undefined> {
  const { rows } = await sql<Row>`
    select d.id, d.number, d.name, d.parent_id, d.manager_id, m.name as manager_name,
      (select coalesce(sum(people), 0) from person_count c
        where c.department_id = d.id and c.kind = ${sql.lit(personKindCodes.staff)})::int
      - (select count(*) from person p where p.kind = ${sql.lit(personKindCodes.staff)} and p.department_id = d.id
        and ${hasLeftAt(now)})::int as member_count
    from department d left join person m on m.id = d.manager_id where d.id = ${id}`.execute(db)
  return rows[0] && toDepartment(rows[0])
}

/** Departments whose name contains the keyword, the shortest names first, each with its whole path. */
export async function findDepartmentPaths(db: Db, keyword: string, limit: number) {
  const { rows } = await sql<{ id: string; path: string }>`
    with recursive found as (
      select id, parent_id, name from department where name ilike ${likePattern(keyword)}
      order by length(name), name, id limit ${limit}
    ), above as (
      select id, parent_id, name as path from found
      union all
      select a.id, d.parent_id, d.name || ' / ' || a.path from above a join department d on d.id = a.parent_id
    )
    select id, path from above where parent_id is null order by path, id`.execute(db)
  return rows
}

export async function hasDepartments(db: Db): Promise<boolean> {
  const row = await db.selectFrom('department').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}
