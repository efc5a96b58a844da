import type { TraceEntry } from '@gatehouse/contract/features/alarms.ts'
import type { AlarmStatus } from '@gatehouse/engine/alarm/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import { discardRows } from '../../blobs/garbage-store.ts'
import type { Db } from '../../db/open-database.ts'

/** Locks alarms in the same order as messages of devices do, so that two transactions that lock several never wait for each other. */
const locked = (ids: readonly string[]) =>
  sql`select raised_at, id from alarm where id = any(${[...ids]}::uuid[]) order by id for update`
const matchesLocked = sql`a.raised_at = l.raised_at and a.id = l.id`
const withEntry = (entry: TraceEntry) => sql`a.trace || ${JSON.stringify([entry])}::jsonb`

type Person = { id: string; name: string }

/** Notes that somebody handles these alarms; acknowledged and released alarms stay as they are. Gives how many it changed. */
export async function acknowledge(db: Db, ids: readonly string[], by: Person, entry: TraceEntry): Promise<number> {
  const { rows } = await sql`
    with l as (${locked(ids)})
    update alarm a set acknowledged_at = ${entry.at}, status = case when a.status = 'released' then a.status else 'acknowledged' end,
      handler_id = coalesce(a.handler_id, ${by.id}), handler_name = coalesce(a.handler_name, ${by.name}), trace = ${withEntry(entry)}
    from l where ${matchesLocked} and a.acknowledged_at is null returning 1`.execute(db)
  return rows.length
}

/** Assigns alarms to an account, or to nobody (null). Gives how many it changed. */
export async function assign(
  db: Db,
  ids: readonly string[],
  handler: Person | null,
  entry: TraceEntry,
): Promise<number> {
  const { rows } = await sql`
    with l as (${locked(ids)})
    update alarm a set handler_id = ${handler?.id ?? null}, handler_name = ${handler?.name ?? null}, trace = ${withEntry(entry)}
    from l where ${matchesLocked} and a.handler_id is distinct from ${handler?.id ?? null}::uuid returning 1`.execute(
    db,
  )
  return rows.length
}

/** More would make one row too large to read at once. */
const maxTrace = 500

/** false: the trace is full. */
export async function addComment(db: Db, id: string, entry: TraceEntry): Promise<boolean> {
  const { rows } = await sql`
    update alarm a set trace = ${withEntry(entry)}
    where a.id = ${id} and jsonb_array_length(a.trace) < ${maxTrace} returning 1`.execute(db)
  return rows.length > 0
}

export type ReleaseRow = {
  id: string
  deviceId: string | null
  deviceAlarmId: string | null
  port: number | null
  isDeviceOnline: boolean
  code: number
  status: AlarmStatus
  canRelease: boolean
  isReleasing: boolean
}

/** Locks these alarms and reads what a release needs of them. */
export async function lockForRelease(db: Db, ids: readonly string[]): Promise<ReleaseRow[]> {
  const { rows } = await sql<ReleaseRow>`
    select a.id, d.id as "deviceId", a.device_alarm_id as "deviceAlarmId", a.port, coalesce(d.is_online, false) as "isDeviceOnline", a.code,
      a.status, a.can_release as "canRelease", a.release_command_id is not null as "isReleasing"
    from alarm a left join device d on d.id = a.device_id
    where a.id = any(${[...ids]}::uuid[]) order by a.id for update of a`.execute(db)
  return rows
}

export const closeByHand = (db: Db, ids: readonly string[], entry: TraceEntry) =>
  sql`
    update alarm a set status = 'released', released_at = greatest(${entry.at}::timestamptz, a.last_at), is_closed_by_hand = true,
      release_command_id = null, trace = ${withEntry(entry)}
    where a.id = any(${[...ids]}::uuid[])`.execute(db)

export const noteReleaseAsked = (db: Db, id: string, commandId: string, entry: TraceEntry) =>
  sql`update alarm a set release_command_id = ${commandId}, trace = ${withEntry(entry)} where a.id = ${id}`.execute(db)

export const upsertSeen = (db: Db, accountId: string, now: string) =>
  db
    .insertInto('alarm_seen')
    .values({ account_id: accountId, seen_at: now })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ seen_at: now }))
    .execute()

/** Deletes up to `limit` alarms between two instants, oldest first; their pictures become garbage. */
export const deleteAlarmsBetween = (db: Db, from: string, before: string, limit: number) =>
  deleteWhere(db, sql`raised_at >= ${from}::timestamptz and raised_at < ${before}::timestamptz`, limit)

/** Deletes up to `limit` released alarms that are older, oldest first; an alarm with a doubtful time counts from its arrival. */
export const deleteOldAlarms = (db: Db, before: string, limit: number) =>
  deleteWhere(
    db,
    sql`raised_at < ${before}::timestamptz and status = 'released'
    and (received_at < ${before}::timestamptz or not has_doubtful_time)`,
    limit,
  )

async function deleteWhere(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with gone as (
      delete from alarm a using (
        select raised_at, id from alarm where ${condition}
        order by raised_at, id limit ${limit} for update) d
      where a.raised_at = d.raised_at and a.id = d.id returning a.image_hash),
    garbage as (${discardRows(sql`select distinct image_hash from gone where image_hash is not null`)})
    select count(*)::int as deleted from gone`.execute(db)
  return rows[0]?.deleted ?? 0
}
