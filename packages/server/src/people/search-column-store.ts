import type { Db } from '../db/open-database.ts'
import type { PersonName } from './person-columns.ts'

/** People whom a release without the search columns wrote. */
export const selectUnsearchable = (db: Db, limit: number) =>
  db
    .selectFrom('person')
    .select(['id', 'name', 'email_sealed'])
    .where('name_search', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

type SearchColumns = { name: PersonName; name_search: string; email_masked: string | null }

/** Fills the search columns of a person; a person who was renamed meanwhile is left for the next run. */
export const fillSearchRow = (db: Db, id: string, { name, name_search, email_masked }: SearchColumns) =>
  db
    .updateTable('person')
    .set({ name_search, email_masked })
    .where('id', '=', id)
    .where('name', '=', name)
    .where('name_search', 'is', null)
    .execute()
