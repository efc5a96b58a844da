import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Clock } from '../../lib/clock.ts'

/** From the day when it was first seen under a public address. */
const graceDays = 30
/** Without having been seen there for so long, it is taken to be gone from the internet. */
const forgetDays = 7

/** When an installation on the internet stops; null where it is not there, or its licence allows it. */
export async function readInternetStop(db: Db, clock: Clock): Promise<{ stopsAt: string; days: number } | null> {
  const { rows } = await sql<{ internet_since: string | null; internet_seen_at: string | null; is_allowed: boolean }>`
    select internet_since, internet_seen_at,
      coalesce((select allows_internet from licence order by created_at desc, id desc limit 1), false) as is_allowed
    from installation`.execute(db)
  const [row] = rows
  if (!row?.internet_since || !row.internet_seen_at || row.is_allowed) return null
  const now = clock.now()
  if (now.since(row.internet_seen_at).total('hours') > forgetDays * 24) return null
  const stopsAt = Temporal.Instant.from(row.internet_since).add({ hours: graceDays * 24 })
  const days = Math.max(0, Math.ceil(stopsAt.since(now).total('hours') / 24))
  return { stopsAt: stopsAt.toString(), days }
}
