import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

/** Portraits for which no template of this model was tried yet, in the order of their ids. */
export async function selectUntried(db: Db, modelId: string, after: string | undefined, limit: number) {
  const untried = db
    .selectFrom('face_template as t')
    .innerJoin('image as i', 'i.id', 't.image_id')
    .select(['t.image_id', 'i.blob_hash'])
    .where('t.model_id', '<>', modelId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('further_template as o')
            .select('o.image_id')
            .whereRef('o.image_id', '=', 't.image_id')
            .where('o.model_id', '=', modelId),
        ),
      ),
    )
    .orderBy('t.image_id')
    .limit(limit)
  return (after === undefined ? untried : untried.where('t.image_id', '>', after)).execute()
}

/** Another server may have made it meanwhile, and the portrait may be gone. */
export const insertFurtherTemplate = (db: Db, template: Insertable<Database['further_template']>) =>
  db
    .insertInto('further_template')
    .columns(['image_id', 'model_id', 'embedding_sealed', 'failure', 'made_at'])
    .expression((insert) =>
      insert
        .selectFrom('image')
        .select(({ val, cast }) => [
          'id',
          val(template.model_id).as('model_id'),
          cast<Buffer | null>(val(template.embedding_sealed ?? null), 'bytea').as('embedding_sealed'),
          cast<string | null>(val(template.failure ?? null), 'text').as('failure'),
          cast<string>(val(template.made_at), 'timestamptz').as('made_at'),
        ])
        .where('id', '=', template.image_id)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * Puts the templates of this model in force; the former ones stay beside them. Portraits without one keep theirs. Gives the portraits that
 * changed.
 */
export async function exchangeTemplates(db: Db, modelId: string, now: string): Promise<string[]> {
  await db
    .insertInto('further_template')
    .columns(['image_id', 'model_id', 'embedding_sealed', 'made_at'])
    .expression((insert) =>
      insert
        .selectFrom('face_template as t')
        .innerJoin('further_template as o', 'o.image_id', 't.image_id')
        .select(({ val, cast }) => [
          't.image_id',
          't.model_id',
          't.embedding_sealed',
          cast<string>(val(now), 'timestamptz').as('made_at'),
        ])
        .where('o.model_id', '=', modelId)
        .where('o.embedding_sealed', 'is not', null)
        .where('t.model_id', '<>', modelId),
    )
    .onConflict((conflict) =>
      conflict.columns(['image_id', 'model_id']).doUpdateSet((update) => ({
        embedding_sealed: update.ref('excluded.embedding_sealed'),
        failure: null,
        made_at: update.ref('excluded.made_at'),
      })),
    )
    .execute()
  const changed = await db
    .updateTable('face_template as t')
    .from('further_template as o')
    .set((update) => ({
      model_id: update.ref('o.model_id'),
      embedding_sealed: update.ref('o.embedding_sealed').$notNull(),
    }))
    .whereRef('o.image_id', '=', 't.image_id')
    .where('o.model_id', '=', modelId)
    .where('o.embedding_sealed', 'is not', null)
    .where('t.model_id', '<>', modelId)
    .returning('t.image_id')
    .execute()
  await db
    .deleteFrom('further_template as o')
    .using('face_template as t')
    .whereRef('t.image_id', '=', 'o.image_id')
    .whereRef('t.model_id', '=', 'o.model_id')
    .execute()
  return changed.map((row) => row.image_id)
}

/** Templates of a recogniser that is taken out. */
export const deleteTemplatesOf = (db: Db, modelId: string) =>
  db.deleteFrom('further_template').where('model_id', '=', modelId).execute()

/** Portraits whose picture could not be read before an instant are tried again. */
export const deleteUnreadableBefore = (db: Db, modelId: string, before: string) =>
  db
    .deleteFrom('further_template')
    .where('model_id', '=', modelId)
    .where('failure', '=', 'unreadable')
    .where('made_at', '<', before)
    .execute()

/** Those that were tried in vain are tried again. */
export const deleteFailures = (db: Db, modelId: string) =>
  db.deleteFrom('further_template').where('model_id', '=', modelId).where('failure', 'is not', null).execute()
