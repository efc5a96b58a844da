import type { Db } from '../../db/open-database.ts'
import type { Clock } from '../../lib/clock.ts'
import { licenceAllowsInternet } from '../licence/licence-reads.ts'

/** The days from the first call at a public address. */
const graceDays = 30
/** After this time without a call at a public address, the installation counts as gone from the internet. */
const maxUnseenDays = 7

/** When an installation on the internet stops; null where it is not there, or its licence allows it. */
export async function readInternetStop(db: Db, clock: Clock): Promise<{ stopsAt: string; days: number } | null> {
  const row = await db
    .selectFrom('installation')
    .select(['internet_since', 'internet_seen_at'])
    .executeTakeFirstOrThrow()
  const now = clock.now()
  if (!row.internet_since || !row.internet_seen_at || (await licenceAllowsInternet(db, now))) return null
  if (now.since(row.internet_seen_at).total('hours') > maxUnseenDays * 24) return null
  const stopsAt = Temporal.Instant.from(row.internet_since).add({ hours: graceDays * 24 })
  const days = Math.max(0, Math.ceil(stopsAt.since(now).total('hours') / 24))
  return { stopsAt: stopsAt.toString(), days }
}
