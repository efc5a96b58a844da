import type { PassageAnswer } from '@gatehouse/contract/features/policies.ts'
import type { KnownPerson } from '@gatehouse/engine/passage/may-pass.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'
import { leftAt } from '../../people/suspension-reads.ts'
import { likePattern } from '../../lib/like-pattern.ts'

type PersonRow = {
  id: string
  name: string
  kind: number
  portrait_id: string | null
}

const toPerson = (row: PersonRow): PassageAnswer['person'] => ({
  id: row.id,
  name: row.name,
  kind: groupKindOf(row.kind),
  portraitId: row.portrait_id,
})

/** People as the passage engine knows them; unknown ones are left out. */
export async function readSubjects(
  db: Db,
  ids: readonly string[],
): Promise<{ person: PassageAnswer['person']; subject: KnownPerson }[]> {
  const { rows } = await sql<
    PersonRow & {
      valid_from: string | null
      valid_to: string | null
      left_at: string | null
      suspensions: { fromAt: string; toAt: string | null }[]
      group_ids: string[]
    }
  >`
    select p.id, p.name, p.kind, p.portrait_id, p.valid_from, p.valid_to, ${leftAt} as left_at,
      coalesce((select json_agg(json_build_object('fromAt', s.from_at, 'toAt', s.to_at) order by s.from_at)
        from suspension s where s.person_id = p.id), '[]') as suspensions,
      array(select m.group_id from group_member m where m.person_id = p.id order by m.group_id)::text[] as group_ids
    from person p where p.id = any(${[...ids]}::uuid[]) order by p.created_at, p.id`.execute(db)
  const msOf = (at: string) => Temporal.Instant.from(at).epochMilliseconds
  const ms = (at: string | null) => (at === null ? null : msOf(at))
  return rows.map((row) => ({
    person: toPerson(row),
    subject: {
      kind: groupKindOf(row.kind),
      groupIds: row.group_ids,
      validFromMs: ms(row.valid_from),
      validToMs: ms(row.valid_to),
      suspensions: row.suspensions.map(({ fromAt, toAt }) => ({ fromMs: msOf(fromAt), toMs: ms(toAt) })),
      leftMs: ms(row.left_at),
    },
  }))
}

const maxFound = 20

/** People by name, shortest match first: the first few to choose from; or the one of this id. */
export async function findPeopleByName(
  db: Db,
  { keyword, id }: { keyword?: string | undefined; id?: string | undefined },
) {
  const pattern = likePattern(keyword ?? '')
  const { rows } = await sql<PersonRow>`
    select p.id, p.name, p.kind, p.portrait_id from person p
    where ${id ? sql`p.id = ${id}` : sql`p.name ilike ${pattern}`} order by p.name, p.id limit ${maxFound}`.execute(db)
  return rows.map(toPerson)
}

/** Groups, timetables, areas and doors by id, with their present names. */
export async function readReasonNames(db: Db, reasons: readonly object[]): Promise<Record<string, string>> {
  const ids = [...new Set(reasons.flatMap(idsOf))]
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from person_group where id = any(${ids}::uuid[])
    union all select id, name from timetable where id = any(${ids}::uuid[])
    union all select id, name from area where id = any(${ids}::uuid[])
    union all select id, name from door where id = any(${ids}::uuid[])`.execute(db)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The ids that a reason names; a device of another maker may have written anything. */
function idsOf(reason: object): string[] {
  const { groupId, groupIds, timetableId, areaId, areaIds, doorIds }: Record<string, unknown> = { ...reason }
  const several = [groupIds, areaIds, doorIds].flatMap((ids): unknown[] => (Array.isArray(ids) ? ids : []))
  return [groupId, timetableId, areaId, ...several].filter(
    (id): id is string => typeof id === 'string' && uuid.test(id),
  )
}
