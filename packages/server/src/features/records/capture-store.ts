import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import { takeLock } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/open-database.ts'

type DueCapture = { record_id: string; recognised_at: string; capture_hash: Buffer | null; failures: number }

/** Takes the capture that waits longest; it waits again when the transaction fails. `capture_hash` null: its record is gone. */
export async function takeDueCapture(db: Db): Promise<DueCapture | undefined> {
  const { rows } = await sql<DueCapture>`
    with taken as (
      delete from capture_due where id = (select id from capture_due order by id limit 1 for update skip locked)
      returning recognised_at, record_id, failures)
    select t.record_id, t.recognised_at, t.failures, r.capture_hash
    from taken t left join recognition_record r on r.recognised_at = t.recognised_at and r.id = t.record_id`.execute(db)
  return rows[0]
}

export const returnDueCapture = (db: Db, { record_id, recognised_at, failures }: Omit<DueCapture, 'capture_hash'>) =>
  db.insertInto('capture_due').values({ record_id, recognised_at, failures }).execute()

export const deleteDueCaptures = (db: Db) => db.deleteFrom('capture_due').execute()

/**
 * Storing the face of a record and deleting records take turns, each for one short transaction: no face is left behind
 * by a record that was deleted while the face was read, and changes are numbered in the order in which others see them.
 */
export const lockCaptureTemplates = (db: Db) => takeLock(db, 'captureTemplates')

type Template = { recordId: string; recognisedAt: string; modelId: string; sealed: Buffer | null }

/**
 * Stores the face of a stranger's record; null: there is no face on the picture. False: the record is gone, or is no longer a stranger's.
 */
export async function insertCaptureTemplate(db: Db, { recordId, recognisedAt, modelId, sealed }: Template) {
  const { numAffectedRows } = await sql`
    insert into capture_template (record_id, recognised_at, model_id, embedding_sealed)
    select r.id, r.recognised_at, ${modelId}, ${sealed}::bytea from recognition_record r
    where r.recognised_at = ${recognisedAt} and r.id = ${recordId} and r.kind = ${sql.lit(personKindCodes.stranger)}
      and r.capture_hash is not null and (r.linked_by is null or r.linked_person_id is not null)
    on conflict (record_id) do nothing`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Counts a stranger by how alike they were to the most alike of so many people: a sum, from which nobody can be told. */
export const countStrangerScore = (db: Db, { day, cosine, people }: { day: string; cosine: number; people: number }) =>
  db
    .insertInto('stranger_score')
    .values({ seen_on: day, hundredth: Math.floor(Math.max(0, Math.min(1, cosine)) * 100), strangers: 1, people })
    .onConflict((conflict) =>
      conflict.columns(['seen_on', 'hundredth']).doUpdateSet((update) => ({
        strangers: update('stranger_score.strangers', '+', 1),
        people: update('stranger_score.people', '+', people),
      })),
    )
    .execute()

export const deleteOldScores = (db: Db, before: string) =>
  db.deleteFrom('stranger_score').where('seen_on', '<', before).execute()

/** Processes that hold faces in memory query the removals far more often. */
export const deleteForgottenCaptures = (db: Db, before: string) =>
  db.deleteFrom('capture_forgotten').where('created_at', '<', before).execute()

/** Names the blacklisted ones of these people as those whom the stranger of a record may be; a record that names somebody already stays. */
export async function addCandidates(
  db: Db,
  { record_id, recognised_at }: Pick<DueCapture, 'record_id' | 'recognised_at'>,
  near: readonly { personId: string; cosine: number }[],
  limit: number,
): Promise<void> {
  const people = await db
    .selectFrom('person')
    .select(['id', 'name', 'kind'])
    .where('kind', '=', personKindCodes.blacklisted)
    .where(
      'id',
      'in',
      near.map(({ personId }) => personId),
    )
    .execute()
  const candidates = near.flatMap(({ personId, cosine }) => {
    const person = people.find(({ id }) => id === personId)
    return person ? [{ ...person, cosine }] : []
  })
  if (candidates.length === 0) return
  await db
    .updateTable('recognition_record')
    .set({ candidates: JSON.stringify(candidates.slice(0, limit)) })
    .where('recognised_at', '=', recognised_at)
    .where('id', '=', record_id)
    .where('kind', '=', personKindCodes.stranger)
    .where('candidates', 'is', null)
    .execute()
}

export const deleteAllScores = (db: Db) => db.deleteFrom('stranger_score').execute()
