import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export type SealedFace = { record_id: string; recognised_at: string; embedding_sealed: Buffer }
type Place = Pick<SealedFace, 'record_id' | 'recognised_at'>

/** A page of the strangers' faces since an instant, newest first, of one model. */
export async function readFacePage(
  db: Db,
  { since, modelId, after, size }: { since: string; modelId: string; after: Place | undefined; size: number },
): Promise<SealedFace[]> {
  const { rows } = await sql<SealedFace>`
    select record_id, recognised_at, embedding_sealed from capture_template
    where embedding_sealed is not null and recognised_at >= ${since}::timestamptz and model_id = ${modelId}
      and ${after ? sql`(recognised_at, record_id) < (${after.recognised_at}::timestamptz, ${after.record_id}::uuid)` : sql`true`}
    order by recognised_at desc, record_id desc limit ${size}`.execute(db)
  return rows
}

/** The face of one record; undefined when there is none, or none yet. */
export async function findFace(db: Db, recordId: string) {
  const row = await db
    .selectFrom('capture_template')
    .select(['model_id', 'embedding_sealed'])
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return row?.embedding_sealed ? { modelId: row.model_id, sealed: row.embedding_sealed } : undefined
}

/** How many captures wait to be read, counted up to a bound. */
export async function countDueCaptures(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from capture_due limit 10000) due`.execute(db)
  return rows[0]?.count ?? 0
}
