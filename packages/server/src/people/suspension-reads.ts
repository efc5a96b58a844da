import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { selectSuspended } from './suspension-store.ts'

/** The instant from which on person `p` has left, as ISO 8601; null: no leaving date is set. The day is one of the enterprise's clock. */
export const leftAt = sql<
  string | null
>`((p.leaving_on + 1)::timestamp at time zone (select c.time_zone from company c limit 1))`

/** The suspensions of person `p` that last or are to come, as the device link writes them; a terminal takes twenty. */
export const lastingSuspensions = sql`coalesce((select json_agg(json_build_object('fromAt', s.from_at, 'toAt', s.to_at) order by s.from_at)
  from (select * from suspension where person_id = p.id and (to_at is null or to_at > now() - interval '1 day') order by from_at limit 20) s), '[]')`

/** People who are suspended now or will be. */
export async function selectSuspendedIds({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<string[]> {
  const rows = await selectSuspended(db, clock.now().toString())
  return rows.map(({ person_id }) => person_id)
}
