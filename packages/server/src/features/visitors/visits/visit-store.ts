import { AppError } from '@gatehouse/contract/errors.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'
import { violates } from '../../../db/violates.ts'
import { selectSentPortraitsOf } from '../../../people/portraits/sent-portrait-store.ts'
import { widenPasses } from '../passes/visitor-pass-store.ts'

function refuse(error: unknown): never {
  if (violates(error, 'visit_request__portrait')) throw new AppError('portrait.not-found')
  throw error
}

const visitColumns = (db: Db) =>
  db
    .selectFrom('visit_request')
    .leftJoin('person as host', 'host.id', 'visit_request.host_id')
    .selectAll('visit_request')
    .select('host.name as host_name')

export type VisitRow = NonNullable<Awaited<ReturnType<typeof findVisit>>>

export const insertVisit = (db: Db, visit: Insertable<Database['visit_request']>) =>
  db.insertInto('visit_request').values(visit).returning('id').executeTakeFirstOrThrow().catch(refuse)

export const updateVisit = (db: Db, id: string, change: Updateable<Database['visit_request']>) =>
  db.updateTable('visit_request').set(change).where('id', '=', id).execute().catch(refuse)

export const findVisit = (db: Db, id: string) => visitColumns(db).where('visit_request.id', '=', id).executeTakeFirst()

/** The visit, locked until the transaction ends: of a host and a receptionist who answer at once, one is first. */
export const lockVisit = (db: Db, id: string) =>
  visitColumns(db).where('visit_request.id', '=', id).forUpdate('visit_request').executeTakeFirst()

/** By the link of the visitor or of the host. */
export const findVisitByToken = (db: Db, column: 'token_hash' | 'host_token_hash', hash: Buffer) =>
  visitColumns(db).where(`visit_request.${column}`, '=', hash).executeTakeFirst()

/**
 * The latest visit of each of these visitors follows their period: the link on their phone, the list and the time of
 * its deletion. A pass that was valid for the whole period grows with it; if the period shrinks, the period itself
 * refuses.
 */
export async function followPeriods(
  db: Db,
  visitors: readonly { id: string; from: string; to: string }[],
  period: { from?: string | undefined; to?: string | undefined },
): Promise<void> {
  for (const { id, from, to } of visitors) {
    const [newFrom, newTo] = [period.from ?? from, period.to ?? to]
    await sql`
      update visit_request set valid_from = ${newFrom}::timestamptz, valid_to = ${newTo}::timestamptz, link_ends_at = ${newTo}::timestamptz
      where id = (select id from visit_request where person_id = ${id} and state = 'approved' order by decided_at desc, id desc limit 1)`.execute(
      db,
    )
    await widenPasses(db, id, { from, to }, { from: newFrom, to: newTo })
  }
}

/** Counts one more photograph that came by the link of this visit, up to so many. Gives whether there was room. */
export async function countUploadOf(db: Db, tokenHash: Buffer, most: number): Promise<boolean> {
  const row = await db
    .updateTable('visit_request')
    .set((update) => ({ uploads: update('uploads', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('uploads', '<', most)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts one photograph less of the link of this token: it was put off, and comes again. */
export const uncountUploadOf = (db: Db, tokenHash: Buffer) =>
  db
    .updateTable('visit_request')
    .set((update) => ({ uploads: update('uploads', '-', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('uploads', '>', 0)
    .execute()

export async function findWalkInLink(db: Db) {
  return db.selectFrom('walk_in_link').selectAll().executeTakeFirst()
}

export const replaceWalkInLink = (
  db: Db,
  link: { token_hash: Buffer; token_sealed: Buffer; created_by: string; created_at: string },
) =>
  db
    .insertInto('walk_in_link')
    .values(link)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(link))
    .execute()

/** Visits whose end is before this; gives the portraits that nobody uses. */
export async function deleteOldVisits(
  db: Db,
  before: string,
  limit: number,
): Promise<{ portraits: string[]; count: number }> {
  const old = await db
    .selectFrom('visit_request')
    .select(['id', 'portrait_id'])
    .where('valid_to', '<', before)
    .orderBy('valid_to')
    .limit(limit)
    .forUpdate()
    .execute()
  if (old.length === 0) return { portraits: [], count: 0 }
  const ids = old.map(({ id }) => id)
  const further = await selectSentPortraitsOf(db, 'visit_id', ids)
  await db.deleteFrom('visit_request').where('id', 'in', ids).execute()
  return { portraits: [...old.flatMap(({ portrait_id }) => portrait_id ?? []), ...further], count: old.length }
}

/** Approved visits of these people; their portraits belong to the people by then. */
export const deleteVisitRowsOf = (db: Db, personIds: readonly string[]) =>
  db
    .deleteFrom('visit_request')
    .where('person_id', 'in', [...personIds])
    .execute()

export const selectVisitsOf = (db: Db, personId: string) =>
  visitColumns(db).where('visit_request.person_id', '=', personId).orderBy('visit_request.created_at').execute()
