import type { webhookEvents } from '@gatehouse/contract/features/open-platform.ts'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

export const insertWebhook = (db: Db, row: Insertable<Database['webhook']>) =>
  db.insertInto('webhook').values(row).returning('id').executeTakeFirstOrThrow()

/** With the name of its application; undefined: no such webhook. */
export const findWebhook = (db: Db, id: string) =>
  db
    .selectFrom('webhook')
    .innerJoin('open_application', 'open_application.id', 'webhook.application_id')
    .select(['webhook.id', 'webhook.application_id', 'webhook.url', 'webhook.is_enabled', 'open_application.name'])
    .where('webhook.id', '=', id)
    .executeTakeFirst()

export const updateWebhookRow = (db: Db, id: string, change: Updateable<Database['webhook']>) =>
  db.updateTable('webhook').set(change).where('id', '=', id).execute()

export const rotateWebhookRow = (db: Db, id: string, sealed: Buffer, oldValidTo: string) =>
  db
    .updateTable('webhook')
    .set((set) => ({
      previous_secret_sealed: set.ref('secret_sealed'),
      previous_valid_to: oldValidTo,
      secret_sealed: sealed,
    }))
    .where('id', '=', id)
    .execute()

export const deleteWebhookRow = (db: Db, id: string) => db.deleteFrom('webhook').where('id', '=', id).execute()

/** The condition has no device: events without one have a lane of their own. */
export const noDevice = '00000000-0000-0000-0000-000000000000'

export const insertTestDelivery = (db: Db, webhookId: string, now: string) =>
  db
    .insertInto('webhook_delivery')
    .values({
      webhook_id: webhookId,
      device_id: noDevice,
      kind: 'test',
      subject_at: now,
      subject_id: webhookId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Queues these events again, or all failed ones; in their original order. Gives how many. */
export async function reviveDeliveries(db: Db, webhookId: string, ids: readonly string[] | undefined, now: string) {
  const which = ids ? sql`id = any(${[...ids]}::uuid[]) and state <> 'waiting'` : sql`state = 'failed'`
  const { rows } = await sql<{ count: number }>`
    with revived as (
      update webhook_delivery set state = 'waiting', attempts = 0, retry_at = null, finished_at = null, created_at = ${now}
      where webhook_id = ${webhookId} and ${which} returning 1)
    select count(*)::int as count from revived`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Its pause after failures is over, or somebody asked for a test: a person who waits for the answer waits for no pause.
 */
const isDue = (now: string) => sql`(w.retry_at is null or w.retry_at <= ${now} or exists (
  select from webhook_delivery d where d.webhook_id = w.id and d.device_id = ${noDevice} and d.state = 'waiting' and d.kind = 'test'))`

/** Webhooks that have something to send, and are due. */
export async function findDueWebhooks(db: Db, now: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from webhook w where w.is_enabled and ${isDue(now)}
      and (w.leased_until is null or w.leased_until < ${now})
      and exists (select from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting' and (d.retry_at is null or d.retry_at <= ${now}))
    order by w.id`.execute(db)
  return rows.map(({ id }) => id)
}

export type LeasedWebhook = {
  id: string
  application_id: string
  url: string
  failures: number
  /** It pauses after failures: only tests are sent. */
  is_paused: boolean
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  entries: string[]
}

/**
 * Claims a webhook for this process, or renews the claim; undefined when it belongs to another process, is off, or not
 * due.
 */
export async function leaseWebhook(
  db: Db,
  id: string,
  holder: string,
  now: string,
  until: string,
): Promise<LeasedWebhook | undefined> {
  const { rows } = await sql<LeasedWebhook>`
    update webhook w set leased_by = ${holder}, leased_until = ${until}
    where w.id = ${id} and w.is_enabled and ${isDue(now)}
      and (leased_until is null or leased_until < ${now} or leased_by = ${holder})
    returning id, application_id, url, failures, coalesce(retry_at > ${now}, false) as is_paused, secret_sealed,
      case when previous_valid_to > ${now} then previous_secret_sealed end as previous_secret_sealed,
      array(select d.entry from open_domain d where d.application_id = w.application_id and (d.valid_to is null or d.valid_to > ${now})) as entries`.execute(
    db,
  )
  return rows[0]
}

export const endLease = (db: Db, id: string, holder: string) =>
  db
    .updateTable('webhook')
    .set({ leased_by: null, leased_until: null })
    .where('id', '=', id)
    .where('leased_by', '=', holder)
    .execute()

type WebhookEvent = (typeof webhookEvents)[number]

export type DueDelivery = {
  number: number
  id: string
  kind: WebhookEvent | 'test'
  subject_at: string
  subject_id: string
  attempts: number
  created_at: string
}

/**
 * The oldest waiting event of each device, if it is due: events behind a failed one wait with it, and with no other.
 * Device by device along the index, however many wait.
 */
export async function selectHeads(
  db: Db,
  { id: webhookId, is_paused: isPaused }: Pick<LeasedWebhook, 'id' | 'is_paused'>,
  now: string,
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with recursive head as (
      (select device_id, number from webhook_delivery where webhook_id = ${webhookId} and state = 'waiting' order by device_id, number limit 1)
      union all
      select n.device_id, n.number from head h cross join lateral (
        select device_id, number from webhook_delivery where webhook_id = ${webhookId} and state = 'waiting' and device_id > h.device_id
        order by device_id, number limit 1) n
    )
    select d.number, d.id, d.kind, d.subject_at, d.subject_id, d.attempts, d.created_at
    from head h join webhook_delivery d on d.number = h.number
    where (d.retry_at is null or d.retry_at <= ${now}) and ${isPaused ? sql`d.kind = 'test'` : sql`true`} order by d.number limit ${limit}`.execute(
    db,
  )
  return rows
}

export type Attempt = {
  number: number
  state: 'waiting' | 'delivered' | 'failed'
  status: number | null
  problem: string | null
  durationMs: number | null
  retryAt: string | null
}

export async function noteAttempts(db: Db, attempts: readonly Attempt[], now: string): Promise<void> {
  const column = <K extends keyof Attempt>(name: K) => attempts.map((attempt) => attempt[name])
  await sql`
    update webhook_delivery d set state = a.state, attempts = d.attempts + 1, status = a.status, problem = a.problem,
      duration_ms = a.duration_ms, retry_at = a.retry_at, finished_at = case when a.state = 'waiting' then null else ${now}::timestamptz end
    from unnest(${column('number')}::bigint[], ${column('state')}::text[], ${column('status')}::int[], ${column('problem')}::text[],
      ${column('durationMs')}::int[], ${column('retryAt')}::timestamptz[]) as a(number, state, status, problem, duration_ms, retry_at)
    where d.number = a.number and d.state = 'waiting'`.execute(db)
}

/** A delivery succeeded: the receiver has no problem. */
export const noteSuccess = (db: Db, id: string, now: string) =>
  db
    .updateTable('webhook')
    .set({ failures: 0, failing_since: null, retry_at: null, last_success_at: now, last_problem: null })
    .where('id', '=', id)
    .execute()

/** All tried deliveries failed. */
export const noteFailure = (db: Db, id: string, problem: string, now: string, retryAt: string) =>
  sql`update webhook set failures = failures + 1, failing_since = coalesce(failing_since, ${now}), retry_at = ${retryAt},
    last_problem = ${problem} where id = ${id}`.execute(db)

const countOf = async (db: Db, statement: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with done as (${statement} returning 1) select count(*)::int as count from done`.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes a batch of old deliveries; gives how many. */
export const deleteOldDeliveries = (db: Db, before: { delivered: string; failed: string }, limit: number) =>
  countOf(
    db,
    sql`delete from webhook_delivery where number in (
      select number from webhook_delivery where created_at < ${before.delivered}
        and (state = 'delivered' or (state = 'failed' and created_at < ${before.failed})) order by created_at limit ${limit})`,
  )

/** Deletes a part of the rows of deleted webhooks. */
export const deleteLostDeliveries = (db: Db, limit: number) =>
  countOf(
    db,
    sql`delete from webhook_delivery where number in (
      select d.number from webhook_delivery d where not exists (select from webhook w where w.id = d.webhook_id) limit ${limit})`,
  )

/** Deletes a part of the events that could not be sent in all this time, and can only be sent by hand. */
export const failOldDeliveries = (db: Db, before: string, now: string, limit: number) =>
  countOf(
    db,
    sql`update webhook_delivery set state = 'failed', problem = 'too-old', finished_at = ${now} where number in (
      select number from webhook_delivery where created_at < ${before} and state = 'waiting' order by created_at limit ${limit})`,
  )
