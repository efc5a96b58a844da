import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** Seen under a public address: the clock starts, unless it runs. Not seen for a week, it starts anew. */
export const noteInternet = (db: Db, now: string) =>
  sql`
    update installation set internet_seen_at = ${now},
      internet_since = case when internet_seen_at > ${now}::timestamptz - interval '7 days' then internet_since else ${now} end`.execute(
    db,
  )

/** Ends the sessions of everybody but the super administrator. */
export const endOtherSessions = (db: Db) =>
  sql`delete from session s using account a where a.id = s.account_id and a.role <> 0`.execute(db)
