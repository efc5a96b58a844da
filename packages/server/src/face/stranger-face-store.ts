import { sql } from 'kysely'
import type { Db } from '../db/open-database.ts'
import { prepared } from '../db/prepared.ts'

export type SealedFace = { record_id: string; recognised_at: string; embedding_sealed: Buffer }
export type Place = Pick<SealedFace, 'record_id' | 'recognised_at'>

/** A page of the strangers' faces of one model, newest first. */
export async function selectFaces(
  db: Db,
  modelId: string,
  after: Place | undefined,
  size: number,
): Promise<SealedFace[]> {
  const { rows } = await sql<SealedFace>`
    select record_id, recognised_at, embedding_sealed from capture_template
    where embedding_sealed is not null and model_id = ${modelId}
      and ${after ? sql`(recognised_at, record_id) < (${after.recognised_at}::timestamptz, ${after.record_id}::uuid)` : sql`true`}
    order by recognised_at desc, record_id desc limit ${sql.lit(size)}`.execute(db)
  return rows
}

export async function selectLastChange(db: Db): Promise<number> {
  const { rows } = await sql<{ change: number }>`
    select greatest((select max(change) from capture_template), (select max(change) from capture_forgotten), 0) as change`.execute(
    db,
  )
  return rows[0]?.change ?? 0
}

export type Change = Omit<SealedFace, 'recognised_at' | 'embedding_sealed'> & {
  change: number
  /** null: it was deleted. */
  recognised_at: string | null
  model_id: string | null
  /** null: there was no face. */
  embedding_sealed: Buffer | null
}

/** The faces added or removed after a change, in order. */
export async function selectChanges(db: Db, after: number, limit: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    ${prepared} (select change, record_id, recognised_at, model_id, embedding_sealed from capture_template
      where change > ${after} order by change limit ${sql.lit(limit)})
    union all
    (select change, record_id, null, null, null from capture_forgotten where change > ${after} order by change limit ${sql.lit(limit)})
    order by change limit ${sql.lit(limit)}`.execute(db)
  return rows
}
