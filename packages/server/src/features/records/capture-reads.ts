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

/**
 * The capture of a record that names this person: recognised, linked by somebody, or among those whom the face may be. Undefined for a
 * record that was marked as a misrecognition, and for another one.
 */
export async function findConfirmable(db: Db, recordId: string, personId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('recognition_record')
    .select('capture_hash')
    .where('id', '=', recordId)
    .where('misrecognition', 'is', null)
    .where((where) =>
      where.or([
        where('person_id', '=', personId),
        where('linked_person_id', '=', personId),
        sql<boolean>`candidates @> ${JSON.stringify([{ id: personId }])}::jsonb`,
      ]),
    )
    .executeTakeFirst()
  return row?.capture_hash ?? undefined
}
