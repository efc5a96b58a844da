import { sql } from 'kysely'
import type { Db } from '../db/open-database.ts'
import { prepared } from '../db/prepared.ts'

/** Notes who came and went; gives how many devices really changed. */
export async function updatePresence(db: Db, changes: ReadonlyMap<string, boolean>, now: string): Promise<number> {
  const { rows } = await sql`
    ${prepared} update device d set is_online = c.is_online, online_changed_at = ${now}
    from unnest(${[...changes.keys()]}::text[], ${[...changes.values()]}::boolean[]) as c(ldid, is_online)
    where d.ldid = c.ldid and d.is_online <> c.is_online
    returning 1`.execute(db)
  return rows.length
}

/** Sets everybody offline but these. */
export async function updateOthersOffline(db: Db, onlineLdids: readonly string[], now: string): Promise<number> {
  const { rows } = await sql`
    update device set is_online = false, online_changed_at = ${now}
    where is_online and ldid <> all(${[...onlineLdids]}::text[]) returning 1`.execute(db)
  return rows.length
}
