import { AppError } from '@gatehouse/contract/errors.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { violates } from '../../db/violates.ts'

export type LocationRow = Required<Insertable<Database['person_location']>>

/** The locations of these people, locked in one order until the transaction ends. */
export const lockLocations = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom('person_location')
    .selectAll()
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .forUpdate()
    .execute()

/** Those of these people who are in the database; they cannot be deleted until the transaction ends. */
export const lockPeopleShared = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom('person')
    .select(['id', 'kind', 'name'])
    .where('id', 'in', personIds)
    .orderBy('id')
    .forKeyShare()
    .execute()

/**
 * Writes the locations of people, in one order, so that two transactions never wait for each other. If two of them write
 * the first location of a person at once, the later passage stays.
 * @throws AppError area.not-found
 */
export const upsertLocations = (db: Db, rows: readonly LocationRow[]) =>
  db
    .insertInto('person_location')
    .values(rows.toSorted((a, b) => (a.person_id < b.person_id ? -1 : 1)))
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
        .whereRef('excluded.since', '>=', 'person_location.since'),
    )
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'person_location__area')) throw new AppError('area.not-found')
      throw error
    })
