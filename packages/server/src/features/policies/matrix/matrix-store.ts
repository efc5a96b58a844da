import type { Db } from '../../../db/open-database.ts'

/** The groups, which cannot be deleted until the transaction ends; gives those that exist. */
export async function lockGroups(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('person_group')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map(({ id }) => id)
}
