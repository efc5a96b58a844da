import type { Db } from '../db/open-database.ts'

/** The face of somebody's portrait, sealed. */
export type SealedTemplate = { id: string; image_id: string; model_id: string; embedding_sealed: Buffer }

const selectTemplates = (db: Db) =>
  db
    .selectFrom('person')
    .innerJoin('face_template', 'face_template.image_id', 'person.portrait_id')
    .select(['person.id', 'face_template.image_id', 'face_template.model_id', 'face_template.embedding_sealed'])

/** `limit` templates in the order of the people's ids, after one id; from the first if `after` is empty. */
export function readTemplates(db: Db, after: string, limit: number): Promise<SealedTemplate[]> {
  const query = selectTemplates(db).orderBy('person.id').limit(limit)
  return (after ? query.where('person.id', '>', after) : query).execute()
}

export const findTemplate = (db: Db, personId: string): Promise<SealedTemplate | undefined> =>
  selectTemplates(db).where('person.id', '=', personId).executeTakeFirst()
