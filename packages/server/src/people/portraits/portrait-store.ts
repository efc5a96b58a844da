import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export const insertPortraitImage = (
  db: Db,
  image: Omit<Insertable<Database['image']>, 'kind'> & { kind: 'portrait' | 'display' },
) => db.insertInto('image').values(image).returning('id').executeTakeFirstOrThrow()

export const insertTemplate = (db: Db, template: Insertable<Database['face_template']>) =>
  db.insertInto('face_template').values(template).execute()

/** The embedding of a portrait, sealed; undefined when there is no such portrait. */
export const findTemplate = (db: Db, imageId: string) =>
  db
    .selectFrom('face_template')
    .select(['model_id', 'embedding_sealed'])
    .where('image_id', '=', imageId)
    .executeTakeFirst()

/** No person has this picture, and no visit that waits for an answer. */
const isNobodys = sql<boolean>`
  not exists (select from person p where p.portrait_id = image.id)
  and not exists (select from person p where p.display_portrait_id = image.id)
  and not exists (select from visit_request r where r.portrait_id = image.id)
  and not exists (select from registration r where r.portrait_id = image.id and r.state = 'pending')`

/** Whether this is a picture of this kind that is free, or the person's own already. */
export async function isFree(db: Db, id: string, kind: 'portrait' | 'display', ownId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from image where id = ${id} and kind = ${kind} and not exists (
      select from person p where (p.portrait_id = image.id or p.display_portrait_id = image.id) and p.id is distinct from ${ownId}::uuid)`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether the person is recognised by this portrait already. */
export async function isPortraitOf(db: Db, id: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('portrait_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Portraits that nobody took within a day of their upload. Blob hashes of those whose bytes nobody else holds. */
export async function deleteUnusedPortraits(db: Db, before: string): Promise<Buffer[]> {
  const rows = await db
    .deleteFrom('image')
    .where('kind', 'in', ['portrait', 'display'])
    .where('created_at', '<', before)
    .where(isNobodys)
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
    .where(isNobodys)
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
