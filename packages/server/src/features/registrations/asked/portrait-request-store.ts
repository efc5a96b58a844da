import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

/** The members of staff who have these portraits, in the order of their names. */
export const selectStaffOfPortraits = (db: Db, portraitIds: readonly string[]) =>
  db
    .selectFrom('person_face as f')
    .innerJoin('person as p', 'p.id', 'f.person_id')
    .select(['p.id', 'p.name', 'p.email_sealed'])
    .distinctOn(['p.name', 'p.id'])
    .where('f.image_id', 'in', [...portraitIds])
    .where('p.kind', '=', personKindCodes.staff)
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()

/** Replaces the person's earlier request by a new one. */
export const replaceRequest = (db: Db, request: Insertable<Database['portrait_request']>) =>
  db
    .insertInto('portrait_request')
    .values(request)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ ...request, answered_at: null }))
    .execute()

export const deleteRequest = (db: Db, personId: string) =>
  db.deleteFrom('portrait_request').where('person_id', '=', personId).execute()

/** The member of staff whom the link of this token asks, while it is valid. */
export const findAsked = (db: Db, tokenHash: Buffer, now: string) =>
  db
    .selectFrom('portrait_request as r')
    .innerJoin('person as p', 'p.id', 'r.person_id')
    .select(['p.id', 'p.name', 'p.phone_sealed', 'p.phone_hash', 'p.phone_masked', 'p.department_id'])
    .where('r.token_hash', '=', tokenHash)
    .where('r.expires_at', '>', now)
    .where('r.answered_at', 'is', null)
    .where('p.kind', '=', personKindCodes.staff)
    .executeTakeFirst()

/** Ends the request of this token as answered; of two answers at once one is the first. Gives whether this one is. */
export async function answerRequest(db: Db, tokenHash: Buffer, now: string): Promise<boolean> {
  const row = await db
    .updateTable('portrait_request')
    .set({ answered_at: now })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('answered_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}
