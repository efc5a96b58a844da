import type { Db } from '../../db/open-database.ts'

/** The face of a portrait, sealed, with its person. */
export type SealedTemplate = { id: string; image_id: string; model_id: string; embedding_sealed: Buffer }

const selectTemplates = (db: Db) =>
  db
    .selectFrom('person_face as f')
    .innerJoin('face_template as t', 't.image_id', 'f.image_id')
    .select(['f.person_id as id', 't.image_id', 't.model_id', 't.embedding_sealed'])
    .orderBy('f.person_id')
    .orderBy('f.is_main', 'desc')
    .orderBy('t.image_id')

/** All the templates of the next `limit` people after one id, in the order of their ids; of the first if `after` is empty. */
export function pageOfTemplates(db: Db, after: string, limit: number) {
  const people = db
    .selectFrom('person')
    .innerJoin('face_template as m', 'm.image_id', 'person.portrait_id')
    .select('person.id')
    .orderBy('person.id')
    .limit(limit)
  // Person by person, along the indexes: joined in one piece, each page would read the portraits of everybody.
  return db
    .selectFrom((after ? people.where('person.id', '>', after) : people).as('p'))
    .innerJoinLateral(
      (page) =>
        page
          .selectFrom('person_face as f')
          .select(['f.image_id', 'f.is_main'])
          .whereRef('f.person_id', '=', 'p.id')
          .offset(0)
          .as('own'),
      (join) => join.onTrue(),
    )
    .innerJoin('face_template as t', 't.image_id', 'own.image_id')
    .select(['p.id', 't.image_id', 't.model_id', 't.embedding_sealed'])
    .orderBy('p.id')
    .orderBy('own.is_main', 'desc')
    .orderBy('t.image_id')
}

export const readTemplates = (db: Db, after: string, limit: number): Promise<SealedTemplate[]> =>
  pageOfTemplates(db, after, limit).execute()

/** The templates of a person, that of the main portrait first. */
export const findTemplates = (db: Db, personId: string): Promise<SealedTemplate[]> =>
  selectTemplates(db).where('f.person_id', '=', personId).execute()

/** The number of people with a portrait, counted as far as `most`. */
export async function countFaces(db: Db, most: number): Promise<number> {
  const { count } = await db
    .selectFrom(db.selectFrom('person').select('id').where('portrait_id', 'is not', null).limit(most).as('some'))
    .select((some) => some.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
