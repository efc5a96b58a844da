import { takeLock } from '../db/advisory-locks.ts'
import type { Db } from '../db/open-database.ts'

/** Held until the transaction ends; taken only where a licence limits people. */
export const lockPersonLimit = (db: Db) => takeLock(db, 'personLimit')

/** From the counts that every change of people keeps, not from half a million rows. */
export async function countPeople(db: Db): Promise<number> {
  const row = await db
    .selectFrom('person_count')
    .select((select) => select.fn.sum<string | null>('people').as('people'))
    .executeTakeFirstOrThrow()
  return Number(row.people ?? 0)
}
