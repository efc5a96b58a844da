import { sql } from 'kysely'
import type { Db } from '../db/open-database.ts'
import { after, type Clock } from '../lib/clock.ts'

/** A counter without a new failure for this long starts again at zero. */
const fadeHours = 1

/** Nobody waits longer; a block that ends later is from before the clock was set back. */
const maxWaitSeconds = 900

/** The wait after the `failures`-th failure: 0 while they are free, then 5 s, 10 s, 20 s …, 900 s. */
export const waitSeconds = (failures: number, free: number) =>
  failures < free ? 0 : Math.min(maxWaitSeconds, 5 * 2 ** (failures - free))

/** The remaining block of one of these; undefined if none is blocked. */
export async function findWait(
  db: Db,
  clock: Clock,
  subjects: readonly string[],
): Promise<{ seconds: number; untilAt: string } | undefined> {
  const now = clock.now()
  const row = await db
    .selectFrom('login_throttle')
    .select((select) => select.fn.max('blocked_until').as('until'))
    .where('subject', 'in', subjects)
    .where('blocked_until', '<=', after(now, maxWaitSeconds))
    .executeTakeFirst()
  const seconds = row?.until ? Math.ceil(Temporal.Instant.from(row.until).since(now).total('seconds')) : 0
  return row?.until && seconds > 0 ? { seconds, untilAt: row.until } : undefined
}

/**
 * Marks these blocks as logged; gives whether one of them was not. Each follows from a failure, so there are never more
 * lines than failures.
 */
export async function takeAsNoted(db: Db, clock: Clock, subjects: readonly string[]): Promise<boolean> {
  const noted = await db
    .updateTable('login_throttle')
    .set((set) => ({ noted_until: set.ref('blocked_until') }))
    .where('subject', 'in', subjects)
    .where('blocked_until', '>', clock.now().toString())
    .where((where) => where('noted_until', 'is distinct from', where.ref('blocked_until')))
    .returning('subject')
    .execute()
  return noted.length > 0
}

/** Counts one more failure and sets the block that follows from the count: the first `free` cost nothing. */
export async function recordFailure(db: Db, clock: Clock, subject: string, free: number) {
  const now = clock.now().toString()
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
  const seconds = waitSeconds(failures, free)
  await db
    .updateTable('login_throttle')
    .set({ blocked_until: seconds > 0 ? after(clock.now(), seconds) : null })
    .where('subject', '=', subject)
    .execute()
}

export const clearFailures = (db: Db, subject: string) =>
  db.deleteFrom('login_throttle').where('subject', '=', subject).execute()

/** All counts of these subjects, and of those with these prefixes. */
export const clearFailuresOf = (db: Db, { subjects, prefix }: { subjects: readonly string[]; prefix: string }) =>
  db
    .deleteFrom('login_throttle')
    .where((where) => where.or([where('subject', 'in', subjects), sql<boolean>`starts_with(subject, ${prefix})`]))
    .execute()

export const deleteFadedFailures = (db: Db, now: string) =>
  db
    .deleteFrom('login_throttle')
    .where('last_failure_at', '<', sql<string>`${now}::timestamptz - interval '1 day'`)
    .execute()
