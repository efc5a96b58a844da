import type { PresentSuspension } from '@gatehouse/contract/features/suspensions.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { selectSuspended } from './suspension-store.ts'

/** The instant from which on person `p` has left, as ISO 8601; null: no leaving date is set. The day is one of the enterprise's clock. */
export const leftAt = sql<
  string | null
>`((p.leaving_on + 1)::timestamp at time zone (select c.time_zone from company c limit 1))`

/** The people whose suspensions keep person `p` out: themselves, and the entry for which they hold. */
export const suspendedWith = sql`any(array(select p.id union all select j.person_id from joined_entry j where j.main_id = p.id))`

/** The suspensions of person `p` that last or are to come, as the device link writes them; a terminal takes twenty. */
export const lastingSuspensions = sql`coalesce((select json_agg(json_build_object('fromAt', s.from_at, 'toAt', s.to_at) order by s.from_at)
  from (select * from suspension where person_id = ${suspendedWith} and (to_at is null or to_at > now() - interval '1 day') order by from_at limit 20) s), '[]')`

/** The suspension of person `p` that lasts at `now`, or is the next one. */
export const presentSuspension = (now: string) => sql<PresentSuspension | null>`(
  select json_build_object('fromAt', s.from_at, 'toAt', s.to_at, 'reason', s.reason, 'createdBy', s.created_by,
    'hasBegun', s.from_at <= ${now}::timestamptz)
  from suspension s where s.person_id = p.id and (s.to_at is null or s.to_at > ${now}::timestamptz)
  order by s.from_at limit 1)`

/** Whether person `p` is suspended at `now`, for a list of which few are: suspensions that are over are not read. */
export const isSuspendedAt = (now: string) => sql<boolean>`p.id in (
  select s.person_id from suspension s
  where coalesce(s.to_at, 'infinity') > ${now}::timestamptz and s.from_at <= ${now}::timestamptz)`

/** Whether the last day of person `p` is over at `now`, by the clock of the enterprise. */
export const hasLeftAt = (now: string) => sql<boolean>`(p.leaving_on is not null
  and p.leaving_on < (${now}::timestamptz at time zone (select c.time_zone from company c limit 1))::date)`

/** People who are suspended now or will be. */
export async function selectSuspendedIds({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<string[]> {
  const rows = await selectSuspended(db, clock.now().toString())
  return rows.map(({ person_id }) => person_id)
}
