import type { Insertable } from 'kysely'
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
