import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../db/open-database.ts'
import type { Database } from '../db/tables.ts'

/** The recognisers that were put in, the oldest first. */
export const selectRecognisers = (db: Db) =>
  db.selectFrom('recogniser').selectAll().orderBy('added_at').orderBy('model_id').execute()
export type RecogniserRow = Awaited<ReturnType<typeof selectRecognisers>>[number]

export const upsertRecogniser = (db: Db, row: Insertable<Database['recogniser']>) =>
  db
    .insertInto('recogniser')
    .values(row)
    .onConflict((conflict) => conflict.column('model_id').doUpdateSet({ spec: row.spec, byte_size: row.byte_size }))
    .execute()

export const deleteRecogniser = (db: Db, modelId: string) =>
  db.deleteFrom('recogniser').where('model_id', '=', modelId).execute()

export const selectRecogniserState = (db: Db) => db.selectFrom('recogniser_state').selectAll().executeTakeFirstOrThrow()
export type RecogniserState = Awaited<ReturnType<typeof selectRecogniserState>>

/** Until the transaction ends nobody else changes the recogniser. */
export const lockRecogniserState = (db: Db) =>
  db.selectFrom('recogniser_state').selectAll().forUpdate().executeTakeFirstOrThrow()

export const updateRecogniserState = (db: Db, change: Updateable<Database['recogniser_state']>) =>
  db.updateTable('recogniser_state').set(change).execute()
