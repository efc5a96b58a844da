import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export const insertPortraitImage = (db: Db, image: Omit<Insertable<Database['image']>, 'kind'>) =>
  db
    .insertInto('image')
    .values({ ...image, kind: 'portrait' })
    .returning('id')
    .executeTakeFirstOrThrow()

export const insertTemplate = (db: Db, template: Insertable<Database['face_template']>) =>
  db.insertInto('face_template').values(template).execute()

/** The embedding of a portrait, sealed; undefined when there is no such portrait. */
export const findTemplate = (db: Db, imageId: string) =>
  db
    .selectFrom('face_template')
    .select(['model_id', 'embedding_sealed'])
    .where('image_id', '=', imageId)
    .executeTakeFirst()

/** Portraits that nobody took within a day of their upload. Blob hashes of those whose bytes nobody else holds. */
export async function deleteUnusedPortraits(db: Db, before: string): Promise<Buffer[]> {
  const rows = await db
    .deleteFrom('image')
    .where('kind', '=', 'portrait')
    .where('created_at', '<', before)
    .where((where) =>
      where.not(where.exists(where.selectFrom('person').select('id').whereRef('person.portrait_id', '=', 'image.id'))),
    )
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('visit_request').select('id').whereRef('visit_request.portrait_id', '=', 'image.id'),
        ),
      ),
    )
    .returning('blob_hash')
    .execute()
  return keepOrphans(
    db,
    rows.map((row) => row.blob_hash),
  )
}

export async function deletePortraits(db: Db, ids: readonly string[]): Promise<Buffer[]> {
  if (ids.length === 0) return []
  const rows = await db
    .deleteFrom('image')
    .where('id', 'in', [...ids])
    .returning('blob_hash')
    .execute()
  return keepOrphans(
    db,
    rows.map((row) => row.blob_hash),
  )
}

async function keepOrphans(db: Db, hashes: Buffer[]): Promise<Buffer[]> {
  if (hashes.length === 0) return []
  const kept = await db.selectFrom('image').select('blob_hash').where('blob_hash', 'in', hashes).execute()
  return hashes.filter((hash) => !kept.some((row) => row.blob_hash.equals(hash)))
}

/** Leaves blobs for the job that deletes their bytes after the transaction, so that a rollback finds them still there. */
export async function insertGarbage(db: Db, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return
  await db
    .insertInto('blob_garbage')
    .values(hashes.map((hash) => ({ blob_hash: hash })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
