import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

/** All portraits of a person with their faces, the main one first, then in the order in which they came. */
export const selectPersonPortraits = (db: Db, personId: string) =>
  db
    .selectFrom('person_face as f')
    .innerJoin('face_template as t', 't.image_id', 'f.image_id')
    .leftJoin('person_portrait as p', 'p.image_id', 'f.image_id')
    .select(['f.image_id', 'f.is_main', 't.model_id', 't.embedding_sealed', 't.checks', 't.source', 't.created_at'])
    .select(['p.record_id', 'p.added_by', 'p.added_at'])
    .where('f.person_id', '=', personId)
    .orderBy('f.is_main', 'desc')
    .orderBy('p.added_at')
    .orderBy('f.image_id')
    .execute()
export type PersonPortraitRow = Awaited<ReturnType<typeof selectPersonPortraits>>[number]

export const insertPersonPortrait = (db: Db, portrait: Insertable<Database['person_portrait']>) =>
  db.insertInto('person_portrait').values(portrait).execute()

/** Takes further portraits from their people; the pictures are still there. Gives those of them that were. */
export async function deletePersonPortraits(db: Db, imageIds: readonly string[]): Promise<string[]> {
  if (imageIds.length === 0) return []
  const rows = await db
    .deleteFrom('person_portrait')
    .where('image_id', 'in', [...imageIds])
    .returning('image_id')
    .execute()
  return rows.map((row) => row.image_id)
}

/** The further portraits of these people. */
export async function selectFurtherPortraits(db: Db, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return []
  const rows = await db
    .selectFrom('person_portrait')
    .select('image_id')
    .where('person_id', 'in', [...personIds])
    .execute()
  return rows.map((row) => row.image_id)
}
