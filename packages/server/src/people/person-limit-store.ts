import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../ctx.ts'
import { takeLock, tryLock } from '../db/advisory-locks.ts'
import type { Db } from '../db/open-database.ts'

/** The lock is held until the transaction ends, and taken only if a licence limits people. */
export const lockPersonLimit = (db: Db) => takeLock(db, 'personLimit')

/** Reads the counts that every change of people updates, and not half a million rows. */
export async function countPeople(db: Db): Promise<number> {
  const row = await db
    .selectFrom('person_count')
    .select((select) => select.fn.sum<string | null>('people').as('people'))
    .executeTakeFirstOrThrow()
  return Number(row.people ?? 0)
}

/** Sums up the differences in `person_count`, so that a count reads one row per department. */
export const compactCounters = (ctx: Pick<Ctx, 'db'>) =>
  inTransaction(ctx, async ({ db }) => {
    if (!(await tryLock(db, 'personCounts'))) return
    await sql`
      with gone as (delete from person_count returning kind, department_id, people)
      insert into person_count (kind, department_id, people)
      select kind, department_id, sum(people) from gone group by 1, 2 having sum(people) <> 0`.execute(db)
  })
