import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

/** The people of these kinds who have these portraits and may be asked for others, in the order of their names: staff, and visitors whose visit is not over. */
export const selectPeopleOfPortraits = (
  db: Db,
  portraitIds: readonly string[],
  { kinds, now }: { kinds: readonly ('staff' | 'visitor')[]; now: string },
) =>
  db
    .selectFrom('person_face as f')
    .innerJoin('person as p', 'p.id', 'f.person_id')
    .select(['p.id', 'p.name', 'p.email_sealed'])
    .select((select) =>
      select.case().when('p.kind', '=', personKindCodes.visitor).then(select.ref('p.valid_to')).end().as('valid_to'),
    )
    .distinctOn(['p.name', 'p.id'])
    .where('f.image_id', 'in', [...portraitIds])
    .where(
      'p.kind',
      'in',
      kinds.map((kind) => personKindCodes[kind]),
    )
    .where((where) =>
      where.or([
        where('p.kind', '=', personKindCodes.staff),
        where.and([where('p.kind', '=', personKindCodes.visitor), where('p.valid_to', '>', now)]),
      ]),
    )
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()

/** Replaces the person's earlier request by a new one. */
export const replaceRequest = (db: Db, request: Insertable<Database['portrait_request']>) =>
  db
    .insertInto('portrait_request')
    .values(request)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ ...request, answered_at: null, uploads: 0 }))
    .execute()

export const deleteRequest = (db: Db, personId: string) =>
  db.deleteFrom('portrait_request').where('person_id', '=', personId).execute()

/** The person whom the link of this token asks, while it is valid: that of a visitor ends with the visit as it stands now. */
export const findAsked = (db: Db, tokenHash: Buffer, now: string) =>
  db
    .selectFrom('portrait_request as r')
    .innerJoin('person as p', 'p.id', 'r.person_id')
    .select(['p.id', 'p.name', 'p.phone_sealed', 'p.phone_hash', 'p.phone_masked', 'p.department_id', 'p.kind'])
    .where('r.token_hash', '=', tokenHash)
    .where('r.expires_at', '>', now)
    .where('r.answered_at', 'is', null)
    .where((where) =>
      where.or([
        where('p.kind', '=', personKindCodes.staff),
        where.and([where('p.kind', '=', personKindCodes.visitor), where('p.valid_to', '>', now)]),
      ]),
    )
    .executeTakeFirst()

/** Counts one more photograph that came by this link, up to so many. Gives whether there was room. */
export async function countUploadOf(db: Db, tokenHash: Buffer, most: number): Promise<boolean> {
  const row = await db
    .updateTable('portrait_request')
    .set((update) => ({ uploads: update('uploads', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('uploads', '<', most)
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts one photograph less: it was put off, and comes again. */
export const uncountUploadOf = (db: Db, tokenHash: Buffer) =>
  db
    .updateTable('portrait_request')
    .set((update) => ({ uploads: update('uploads', '-', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('uploads', '>', 0)
    .execute()

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
