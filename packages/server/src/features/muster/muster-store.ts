import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export type MusterRow = Selectable<Database['muster']>
export type PersonRow = Selectable<Database['muster_person']>
export type EventRow = Insertable<Database['muster_event']>

/** undefined: one of this site is running. */
export const insertMuster = (db: Db, muster: Insertable<Database['muster']>) =>
  db
    .insertInto('muster')
    .values(muster)
    .onConflict((conflict) => conflict.column('site_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()

/** The muster, locked until the transaction ends: its people change one after another, so that revisions leave no gap. */
export const lockMuster = (db: Db, id: string): Promise<MusterRow | undefined> =>
  db.selectFrom('muster').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateMuster = (db: Db, id: string, change: Updateable<Database['muster']>) =>
  db.updateTable('muster').set(change).where('id', '=', id).execute()

/** A statement has room for 65,535 values. */
const chunk = 2_500

const chunksOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / chunk) }, (_, index) => rows.slice(index * chunk, (index + 1) * chunk))

/** Those of these people who are in the database; they cannot be deleted until the transaction ends. */
export async function lockPeople(db: Db, personIds: readonly string[]): Promise<Set<string>> {
  if (personIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('id', 'in', personIds)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Adds people; those who are in the muster already stay as they are. */
export async function insertPeople(db: Db, people: readonly Insertable<Database['muster_person']>[]): Promise<void> {
  for (const rows of chunksOf(people))
    await db
      .insertInto('muster_person')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['muster_id', 'person_id']).doNothing())
      .execute()
}

/** Writes the whole rows of people who are in the muster, and whom the caller has read under its lock. */
export async function updatePeople(db: Db, people: readonly PersonRow[]): Promise<void> {
  for (const rows of chunksOf(people))
    await db
      .insertInto('muster_person')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((update) => ({
          area_id: update.ref('excluded.area_id'),
          area_name: update.ref('excluded.area_name'),
          door_id: update.ref('excluded.door_id'),
          door_name: update.ref('excluded.door_name'),
          since: update.ref('excluded.since'),
          doubts: update.ref('excluded.doubts'),
          state: update.ref('excluded.state'),
          marked_at: update.ref('excluded.marked_at'),
          marked_how: update.ref('excluded.marked_how'),
          marked_by: update.ref('excluded.marked_by'),
          marked_point_id: update.ref('excluded.marked_point_id'),
          marked_point_name: update.ref('excluded.marked_point_name'),
          revision: update.ref('excluded.revision'),
        })),
      )
      .execute()
}

/** Adds lines to the history; one that is known stays as it is. */
export async function insertEvents(db: Db, events: readonly EventRow[]): Promise<void> {
  for (const rows of chunksOf(events))
    await db
      .insertInto('muster_event')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['muster_id', 'id']).doNothing())
      .execute()
}

/** Those of these people in the muster, by their ids in it. */
export const selectPeople = (db: Db, musterId: string, ids: readonly string[]): Promise<PersonRow[]> =>
  db.selectFrom('muster_person').selectAll().where('muster_id', '=', musterId).where('id', 'in', ids).execute()

/** Those of these persons who are in the muster. */
export const selectPeopleOf = (db: Db, musterId: string, personIds: readonly string[]): Promise<PersonRow[]> =>
  db
    .selectFrom('muster_person')
    .selectAll()
    .where('muster_id', '=', musterId)
    .where('person_id', 'in', personIds)
    .execute()

/** Those of these marks that are known. */
export const selectMarks = (db: Db, musterId: string, ids: readonly string[]) =>
  db
    .selectFrom('muster_event')
    .select(['id', 'is_late', 'received_at'])
    .where('muster_id', '=', musterId)
    .where('id', 'in', ids)
    .execute()

/** The last mark, once nobody is missing; null: somebody is, and undefined: nobody was marked. */
export async function findClearedAt(db: Db, musterId: string): Promise<string | null | undefined> {
  const missing = await db
    .selectFrom('muster_person')
    .select('id')
    .where('muster_id', '=', musterId)
    .where('state', '=', 'missing')
    .limit(1)
    .executeTakeFirst()
  if (missing) return null
  const { last } = await db
    .selectFrom('muster_person')
    .where('muster_id', '=', musterId)
    .select(sql<string | null>`max(marked_at)`.as('last'))
    .executeTakeFirstOrThrow()
  return last ?? undefined
}
