import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

export const insertPass = (db: Db, pass: Insertable<Database['visitor_pass']>) =>
  db.insertInto('visitor_pass').values(pass).returningAll().executeTakeFirstOrThrow()

export const selectPasses = (db: Db, personId: string) =>
  db
    .selectFrom('visitor_pass')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

export const findPass = (db: Db, personId: string, id: string) =>
  db.selectFrom('visitor_pass').selectAll().where('id', '=', id).where('person_id', '=', personId).executeTakeFirst()

/** Ends a pass; one that has ended already keeps its time. */
export const revokePassRow = (db: Db, id: string, now: string) =>
  db.updateTable('visitor_pass').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null).execute()

export type PassRow = Awaited<ReturnType<typeof selectPasses>>[number]

type Period = { from: string; to: string }

/** Extends passes that are valid for a visitor's whole period, when the period grows. */
export const widenPasses = (db: Db, personId: string, before: Period, after: Period) =>
  sql`
    update visitor_pass set valid_from = least(valid_from, ${after.from}::timestamptz), valid_to = greatest(valid_to, ${after.to}::timestamptz)
    where person_id = ${personId} and revoked_at is null and valid_from <= ${before.from}::timestamptz and valid_to >= ${before.to}::timestamptz`.execute(
    db,
  )
