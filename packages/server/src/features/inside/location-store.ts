import { AppError } from '@gatehouse/contract/errors.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { type ListType, prepared, unseenList } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'
import { violates } from '../../db/violates.ts'
import { deliverMovements, hearsMovements } from '../open-platform/webhooks/webhook-delivery-fragments.ts'

export type LocationRow = Required<Omit<Insertable<Database['person_location']>, 'overdue_told_for'>>

/** The locations of these people, locked in one order until the transaction ends. */
export const lockLocations = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom('person_location')
    .selectAll()
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .forUpdate()
    .execute()

const locationColumns = [
  'person_id',
  'area_id',
  'since',
  'inside_since',
  'source',
  'record_id',
  'door_id',
  'doubts',
] as const

const listOf = (rows: readonly LocationRow[], column: (typeof locationColumns)[number], type: ListType) =>
  unseenList(
    type,
    rows.map((row) => row[column]),
  )

/** The rows as lists, one for each column: the statement is the same for any number of them, and planned once. */
function asTable(rows: readonly LocationRow[]) {
  const doubts = rows.map((row) => `{${row.doubts.join(',')}}`)
  return sql<Selectable<Database['person_location']>>`(
    select person_id, area_id, since, inside_since, source, record_id, door_id, doubts::text[]
    from unnest(${listOf(rows, 'person_id', 'uuid')}, ${listOf(rows, 'area_id', 'uuid')}, ${listOf(rows, 'since', 'timestamptz')},
      ${listOf(rows, 'inside_since', 'timestamptz')}, ${listOf(rows, 'source', 'text')}, ${listOf(rows, 'record_id', 'uuid')},
      ${listOf(rows, 'door_id', 'uuid')}, ${unseenList('text', doubts)})
      as t(person_id, area_id, since, inside_since, source, record_id, door_id, doubts))`.as<'sent'>(sql`sent`)
}

/**
 * Writes the locations of people, in one order, so that two transactions never wait for each other. If two of them write
 * the first location of a person at once, the later passage stays; a correction by hand always does. Webhooks that hear of movements are told of everybody who
 * is in another area now.
 * @throws AppError area.not-found
 */
export const upsertLocations = (db: Db, rows: readonly LocationRow[]) =>
  db
    .with('changed', (changing) =>
      changing
        .insertInto('person_location')
        .columns(locationColumns)
        .expression((from) => from.selectFrom(asTable(rows)).select(locationColumns).orderBy('person_id'))
        .onConflict((conflict) =>
          conflict
            .column('person_id')
            .doUpdateSet((update) => ({
              area_id: update.ref('excluded.area_id'),
              since: update.ref('excluded.since'),
              inside_since: update.ref('excluded.inside_since'),
              source: update.ref('excluded.source'),
              record_id: update.ref('excluded.record_id'),
              door_id: update.ref('excluded.door_id'),
              doubts: update.ref('excluded.doubts'),
            }))
            .where((row) =>
              row.or([
                row(row.ref('excluded.since'), '>=', row.ref('person_location.since')),
                row(row.ref('excluded.source'), '=', 'correction'),
              ]),
            ),
        )
        .returningAll(),
    )
    // The rows as they were before this statement.
    .with('before', (reading) =>
      reading
        .selectFrom('person_location')
        .select(['person_id', 'area_id'])
        .where(sql<boolean>`person_id = any(${listOf(rows, 'person_id', 'uuid')})`),
    )
    .with('moved', (writing) =>
      writing
        .insertInto('movement')
        .columns(['person_id', 'moved_at', 'from_area_id', 'to_area_id', 'source', 'door_id', 'record_id', 'doubts'])
        .expression((made) =>
          made
            .selectFrom('changed as c')
            .leftJoin('before as b', 'b.person_id', 'c.person_id')
            .where('c.area_id', 'is distinct from', (row) => row.ref('b.area_id'))
            .where(hearsMovements)
            .orderBy('c.since')
            .select(['c.person_id', 'c.since', 'b.area_id as from_area_id', 'c.area_id', 'c.source', 'c.door_id'])
            .select((row) => [
              row.case().when('c.source', '=', 'passage').then(row.ref('c.record_id')).end().as('record_id'),
              'c.doubts',
            ]),
        )
        .returningAll(),
    )
    .with('told', deliverMovements)
    .selectFrom('changed')
    .select('person_id')
    .modifyEnd(prepared)
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'person_location__area')) throw new AppError('area.not-found')
      throw error
    })

/** Movements are kept as long as a delivery of one may wait or be sent again. */
export const deleteOldMovements = (db: Db, before: string) =>
  db.deleteFrom('movement').where('created_at', '<', before).execute()

/** Notes about which end of their visit somebody was told. */
export const noteOverdueTold = (db: Db, personIds: readonly string[]) =>
  db
    .updateTable('person_location as l')
    .from('person as p')
    .whereRef('p.id', '=', 'l.person_id')
    .where('l.person_id', 'in', personIds)
    .set((row) => ({ overdue_told_for: row.ref('p.valid_to') }))
    .execute()
