import { maxCountedWaiting } from '@gatehouse/contract/paging.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** The face of one record; undefined when there is none, or none yet. */
export async function findFace(db: Db, recordId: string) {
  const row = await db
    .selectFrom('capture_template')
    .select(['model_id', 'embedding_sealed'])
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return row?.embedding_sealed ? { modelId: row.model_id, sealed: row.embedding_sealed } : undefined
}

/** The number of captures that wait to be read, counted up to a limit. */
export async function countDueCaptures(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from capture_due limit ${maxCountedWaiting}) due`.execute(db)
  return rows[0]?.count ?? 0
}
