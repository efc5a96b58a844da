import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/open-database.ts'
import type { Database } from '../db/tables.ts'
import { discardRows } from './garbage-store.ts'

/** Every picture that is stored as one: portraits, and those of the enterprise. */
export type NewImage = Insertable<Database['image']>

export const insertImage = (db: Db, image: NewImage) =>
  db.insertInto('image').values(image).returning('id').executeTakeFirstOrThrow()

/** Deletes the pictures of these rows; their bytes are deleted a little later, unless another row names them. */
export async function deleteImages(db: Db, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    with gone as (delete from image where id in (${ids}) returning blob_hash)
    ${discardRows(sql`select distinct blob_hash from gone`)}`.execute(db)
}
