import { type PersonKind, personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../db/open-database.ts'
import type { Database } from '../db/tables.ts'

/** Those of these people who are of one of these kinds, locked in the order of their ids until the transaction ends. */
export const lockPeopleOfKinds = (db: Db, kinds: readonly PersonKind[], ids: readonly string[]) =>
  db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where(
      'kind',
      'in',
      kinds.map((kind) => personKindCodes[kind]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

export const isOfKinds = async (db: Db, kinds: readonly PersonKind[], id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where(
      'kind',
      'in',
      kinds.map((kind) => personKindCodes[kind]),
    )
    .executeTakeFirst()
  return row !== undefined
}

export const insertSuspensions = (db: Db, rows: readonly Insertable<Database['suspension']>[]) =>
  db.insertInto('suspension').values(rows).execute()

/** The suspensions of these people that last or are to come. */
export const selectLasting = (db: Db, personIds: readonly string[], now: string) =>
  db
    .selectFrom('suspension')
    .select(['person_id', 'from_at', 'to_at', 'reason'])
    .where('person_id', 'in', personIds)
    .where((one) => one.or([one('to_at', 'is', null), one('to_at', '>', now)]))
    .orderBy('id')
    .execute()

/** Ends what lasts of these people's suspensions, and deletes what has not begun; gives the people whom it concerned. */
export async function endSuspensions(
  db: Db,
  personIds: readonly string[],
  { now, by }: { now: string; by: string },
): Promise<string[]> {
  const future = await db
    .deleteFrom('suspension')
    .where('person_id', 'in', personIds)
    .where('from_at', '>=', now)
    .returning('person_id')
    .execute()
  const ended = await db
    .updateTable('suspension')
    .set({ to_at: now, ended_by: by, is_end_told: true })
    .where('person_id', 'in', personIds)
    .where('from_at', '<', now)
    .where((one) => one.or([one('to_at', 'is', null), one('to_at', '>', now)]))
    .returning('person_id')
    .execute()
  return [...new Set([...future, ...ended].map(({ person_id }) => person_id))]
}

const maxListed = 100

export const selectSuspensions = (db: Db, personId: string) =>
  db
    .selectFrom('suspension')
    .select(['id', 'from_at', 'to_at', 'reason', 'created_by', 'created_at', 'ended_by'])
    .where('person_id', '=', personId)
    .orderBy('from_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()

/** People whose suspension has ended by itself, a chunk of them, marked as told. */
export const takeEndedSuspensions = (db: Db, now: string, limit: number) =>
  db
    .updateTable('suspension')
    .set({ is_end_told: true })
    .where('id', 'in', (ended) =>
      ended
        .selectFrom('suspension')
        .select('id')
        .where('is_end_told', '=', false)
        .where('to_at', '<=', now)
        .orderBy('to_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('person_id')
    .execute()

/** People who are suspended now or will be. */
export const selectSuspended = (db: Db, now: string) =>
  db
    .selectFrom('suspension')
    .select('person_id')
    .distinct()
    .where((one) => one.or([one('to_at', 'is', null), one('to_at', '>', now)]))
    .execute()
