import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/open-database.ts'

/** Discards the blobs with these hashes, as a part of the statement that deletes the rows which named them. */
export const discardRows = (hashes: RawBuilder<unknown>) =>
  sql`insert into blob_garbage (blob_hash) ${hashes} on conflict do nothing`

/**
 * Discards blobs that the caller's rows no longer name. A job deletes the bytes after the transaction, so that a rollback finds
 * them still there; those that another row names stay.
 */
export async function discardBlobs(db: Db, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length > 0) await discardRows(sql`select distinct unnest(${[...hashes]}::bytea[])`).execute(db)
}

/** Whether anything still names a blob of `blob_garbage`. */
const isNamed = sql<boolean>`(
        exists (select from image where image.blob_hash = blob_garbage.blob_hash)
        or exists (select from recognition_record r where r.capture_hash = blob_garbage.blob_hash)
        or exists (select from alarm a where a.image_hash = blob_garbage.blob_hash)
        or exists (select from import_run where source_hash = blob_garbage.blob_hash)
        or exists (select from import_row where source_hash = blob_garbage.blob_hash)
        or exists (select from import_part where import_part.blob_hash = blob_garbage.blob_hash)
        or exists (select from upgrade_piece where upgrade_piece.blob_hash = blob_garbage.blob_hash)
        or exists (select from floor_plan where floor_plan.blob_hash = blob_garbage.blob_hash))`

type Garbage = { blob_hash: Buffer; is_named: boolean }

/** Takes up to `limit` blobs that were discarded before an instant out of the garbage. */
export async function takeSettledGarbage(db: Db, before: string, limit: number): Promise<Garbage[]> {
  const { rows } = await sql<Garbage>`
    delete from blob_garbage where blob_hash in (select blob_hash from blob_garbage where created_at < ${before} limit ${limit})
    returning blob_hash, ${isNamed} as is_named`.execute(db)
  return rows
}

/** Removes these blobs from the garbage. */
export async function takeGarbage(db: Db, hashes: readonly Buffer[]): Promise<Garbage[]> {
  const { rows } = await sql<Garbage>`
    delete from blob_garbage where blob_hash = any(${[...hashes]}::bytea[]) returning blob_hash, ${isNamed} as is_named`.execute(
    db,
  )
  return rows
}
