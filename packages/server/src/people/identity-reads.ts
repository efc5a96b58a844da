import type { Db } from '../db/open-database.ts'

/** The entries of one face that doors decide about together with this person: without those that are joined, or others by somebody's word. */
export async function dropOthers(db: Db, personId: string, entryIds: readonly string[]): Promise<string[]> {
  if (entryIds.length === 0) return []
  const everybody = [personId, ...entryIds]
  const joined = await db.selectFrom('joined_entry').select('person_id').where('person_id', 'in', everybody).execute()
  const twins = await db
    .selectFrom('person_twin')
    .select(['person_id', 'twin_id'])
    .where('person_id', 'in', everybody)
    .execute()
  const kept: string[] = []
  for (const id of entryIds) {
    const isApart = twins.some(
      (pair) => pair.person_id === id && (pair.twin_id === personId || kept.includes(pair.twin_id)),
    )
    if (!isApart && !joined.some((entry) => entry.person_id === id)) kept.push(id)
  }
  return kept
}

/** Who holds where one of these people is one of two entries of a person, in the order of the pairs. */
export const selectHolding = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom('face_pair as f')
    .innerJoin('person as p', 'p.id', 'f.main_id')
    .select(['p.id', 'p.name'])
    .where('f.verdict', '=', 'one')
    .where((pair) => pair.or([pair('f.first_id', 'in', personIds), pair('f.second_id', 'in', personIds)]))
    .orderBy('f.first_id')
    .orderBy('f.second_id')
    .execute()

/** The entries that hold for these people. */
export async function selectMainsOf(db: Db, joinedIds: readonly string[]): Promise<string[]> {
  if (joinedIds.length === 0) return []
  const rows = await db
    .selectFrom('joined_entry')
    .select('main_id')
    .where('person_id', 'in', [...joinedIds])
    .execute()
  return rows.map((row) => row.main_id)
}
