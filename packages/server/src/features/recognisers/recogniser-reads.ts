import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Db } from '../../db/open-database.ts'

/** How far the templates of a model are, by people: each counts by the main portrait. */
export type TemplateProgress = { people: number; done: number; failed: number }

export async function readProgress(db: Db, modelId: string): Promise<TemplateProgress> {
  const row = await db
    .selectFrom('person as p')
    .innerJoin('face_template as t', 't.image_id', 'p.portrait_id')
    .leftJoin('further_template as o', (join) =>
      join.onRef('o.image_id', '=', 't.image_id').on('o.model_id', '=', modelId),
    )
    .select((select) => [
      select.fn.countAll<string>().as('people'),
      select.fn
        .countAll<string>()
        .filterWhere((where) =>
          where.or([where('t.model_id', '=', modelId), where('o.embedding_sealed', 'is not', null)]),
        )
        .as('done'),
      select.fn
        .countAll<string>()
        .filterWhere((where) => where.and([where('t.model_id', '<>', modelId), where('o.failure', 'is not', null)]))
        .as('failed'),
    ])
    .executeTakeFirstOrThrow()
  return { people: Number(row.people), done: Number(row.done), failed: Number(row.failed) }
}

/** Somebody whose portrait gave no template of a model. */
export type FailedPerson = { id: string; name: string; isBlacklisted: boolean }

/** Some of the people whose portraits gave no template of a model, those on the blacklist first. */
export async function readFailed(db: Db, modelId: string, limit: number): Promise<FailedPerson[]> {
  const rows = await db
    .selectFrom('person as p')
    .innerJoin('further_template as o', 'o.image_id', 'p.portrait_id')
    .select(({ eb }) => ['p.id', 'p.name', eb('p.kind', '=', personKindCodes.blacklisted).as('isBlacklisted')])
    .where('o.model_id', '=', modelId)
    .where('o.failure', 'is not', null)
    .orderBy('isBlacklisted', 'desc')
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, isBlacklisted }) => ({ id, name, isBlacklisted: isBlacklisted === true }))
}

/** The people of these portraits. */
export async function readPeopleOf(db: Db, imageIds: readonly string[]): Promise<string[]> {
  if (imageIds.length === 0) return []
  const rows = await db
    .selectFrom('person_face')
    .select('person_id')
    .distinct()
    .where('image_id', 'in', [...imageIds])
    .execute()
  return rows.map((row) => row.person_id)
}
