import { sql } from 'kysely'
import type { Db } from '../db/open-database.ts'

/** A count that nothing was added to for this long begins anew. */
const fadeHours = 1

export async function findBlockedUntil(db: Db, subjects: string[]): Promise<string | null> {
  const row = await db
    .selectFrom('login_throttle')
    .select((select) => select.fn.max('blocked_until').as('until'))
    .where('subject', 'in', subjects)
    .executeTakeFirst()
  return row?.until ?? null
}

/** Counts one more failure and sets the block that follows from the count. */
export async function recordFailure(
  db: Db,
  subject: string,
  now: string,
  blockedUntil: (failures: number) => string | null,
) {
  const { failures } = await db
    .insertInto('login_throttle')
    .values({ subject, failures: 1, last_failure_at: now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql<number>`case when login_throttle.last_failure_at < ${now}::timestamptz - make_interval(hours => ${fadeHours})
          then 1 else login_throttle.failures + 1 end`,
        last_failure_at: now,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('login_throttle')
    .set({ blocked_until: blockedUntil(failures) })
    .where('subject', '=', subject)
    .execute()
}

export const clearFailures = (db: Db, subject: string) =>
  db.deleteFrom('login_throttle').where('subject', '=', subject).execute()

export const deleteFadedFailures = (db: Db, now: string) =>
  db
    .deleteFrom('login_throttle')
    .where('last_failure_at', '<', sql<string>`${now}::timestamptz - interval '1 day'`)
    .execute()
