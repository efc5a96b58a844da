import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** Held until the transaction ends; taken only where a licence limits people. */
export const lockPersonLimit = (db: Db) => sql`select pg_advisory_xact_lock(7209120)`.execute(db)

export async function countPeople(db: Db): Promise<number> {
  const row = await db
    .selectFrom('person')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
