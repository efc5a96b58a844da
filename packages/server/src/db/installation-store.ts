import { sql } from 'kysely'
import type { Db } from './open-database.ts'

/** Marks the trial as used; false when it was used before. */
export async function takeTrial(db: Db, now: string): Promise<boolean> {
  const rows = await db
    .updateTable('installation')
    .set({ trial_started_at: now })
    .where('trial_started_at', 'is', null)
    .returning('install_id')
    .execute()
  return rows.length > 0
}

export const getInstallation = (db: Db) => db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()

/**
 * Moves the latest time seen ahead; by at most `maxSeconds` at a time, so that a clock that was wrong for a while does
 * not use a trial up.
 */
export const noteLatestTime = (db: Db, now: string, maxSeconds: number) =>
  db
    .updateTable('installation')
    .set({
      latest_seen_at: sql<string>`greatest(latest_seen_at, least(${now}::timestamptz,
        coalesce(latest_seen_at, ${now}::timestamptz) + make_interval(secs => ${maxSeconds})))`,
    })
    .execute()

/**
 * Notes a call under a public address: the period starts, unless it runs. After a week without such a call it starts
 * again.
 */
export const noteInternet = (db: Db, now: string) =>
  sql`
    update installation set internet_seen_at = ${now},
      internet_since = case when internet_seen_at > ${now}::timestamptz - interval '7 days' then internet_since else ${now} end`.execute(
    db,
  )

/** The installation with the mark of its master key, locked until the transaction ends. */
export const lockInstallation = (db: Db) =>
  db.selectFrom('installation').select(['install_id', 'key_check']).forUpdate().executeTakeFirstOrThrow()

export const updateKeyCheck = (db: Db, mark: Buffer) =>
  db.updateTable('installation').set({ key_check: mark }).execute()
