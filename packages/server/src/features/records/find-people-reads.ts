import type { PassageAnswer } from '@gatehouse/contract/features/policies.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { likePattern } from '../../lib/like-pattern.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'

export type PersonRow = {
  id: string
  name: string
  kind: number
  portrait_id: string | null
}

export const toPerson = (row: PersonRow): PassageAnswer['person'] => ({
  id: row.id,
  name: row.name,
  kind: groupKindOf(row.kind),
  portraitId: row.portrait_id,
})

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
