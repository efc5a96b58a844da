import type { Db } from '../db/open-database.ts'

/** The latest time that was seen on this installation; null before the first. */
export async function readLatestSeen(db: Db): Promise<string | null> {
  const row = await db.selectFrom('installation').select('latest_seen_at').executeTakeFirst()
  return row?.latest_seen_at ?? null
}
