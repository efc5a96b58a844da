import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** Everything that a chain of reasons names by id, with its present name; people only for readers who see all of them. */
export async function readReasonNames(
  db: Db,
  reasons: readonly object[],
  seesPeople: boolean,
): Promise<Record<string, string>> {
  const ids = [...new Set(reasons.flatMap(idsOf))]
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from person_group where id = any(${ids}::uuid[])
    union all select id, name from timetable where id = any(${ids}::uuid[])
    union all select id, name from area where id = any(${ids}::uuid[])
    union all select id, name from door where id = any(${ids}::uuid[])
    union all select id, concat_ws(' · ', level, scope_name) from lockdown
      where id = any(${ids}::uuid[]) and coalesce(level, scope_name) is not null
    union all select id, name from person where ${seesPeople} and id = any(${ids}::uuid[])`.execute(db)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The ids that a reason names; a device of another maker may have written anything. */
function idsOf(reason: object): string[] {
  const named: Record<string, unknown> = { ...reason }
  const single = ['groupId', 'timetableId', 'areaId', 'lockdownId', 'escortId'].map((field) => named[field])
  const several = ['groupIds', 'areaIds', 'doorIds'].flatMap((field): unknown[] => {
    const ids = named[field]
    return Array.isArray(ids) ? ids : []
  })
  return [...single, ...several].filter((id): id is string => typeof id === 'string' && uuid.test(id))
}
