import { sql } from 'kysely'
import type { Db } from '../db/open-database.ts'
import { prepared, unseenList } from '../db/prepared.ts'

/**
 * Notes which devices were heard and which went offline; gives how many really changed. In one order, so that two
 * server processes never wait for each other.
 */
export async function updatePresence(db: Db, changes: ReadonlyMap<string, boolean>, now: string): Promise<number> {
  const { rows } = await sql<{ is_other: boolean }>`
    ${prepared} with told as (
      select d.id, d.is_online as was_online, c.is_online
      from unnest(${unseenList('text', [...changes.keys()])}, ${unseenList('boolean', [...changes.values()])}) as c(ldid, is_online)
      join device d on d.ldid = c.ldid order by d.id for no key update of d
    )
    update device d set is_online = t.is_online,
      last_seen_at = case when t.is_online then now() else d.last_seen_at end,
      online_changed_at = case when t.was_online <> t.is_online then ${now} else d.online_changed_at end
    from told t where d.id = t.id and (t.is_online or t.was_online)
    returning t.was_online <> t.is_online as is_other`.execute(db)
  return rows.filter(({ is_other: isOther }) => isOther).length
}

/** Sets every device offline that was silent for this time, except those connected to this process. */
export async function updateSilentOffline(
  db: Db,
  connected: readonly string[],
  silentMs: number,
  now: string,
): Promise<number> {
  const { rows } = await sql`
    update device set is_online = false, online_changed_at = ${now}
    where is_online and ldid <> all(${[...connected]}::text[])
      and coalesce(last_seen_at, '-infinity') < now() - ${silentMs}::float8 * interval '1 millisecond'
    returning 1`.execute(db)
  return rows.length
}
