import type { Db } from '../db/open-database.ts'

/** Those of these people who are in the database; they cannot be deleted until the transaction ends. */
export const lockPeopleShared = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom('person')
    .select(['id', 'kind', 'name'])
    .where('id', 'in', personIds)
    .orderBy('id')
    .forKeyShare()
    .execute()
