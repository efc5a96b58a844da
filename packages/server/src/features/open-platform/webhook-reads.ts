import { maxCountedWaiting } from '@gatehouse/contract/paging.ts'
import {
  type Delivery,
  deliveryStates,
  type listDeliveries,
  type Webhook,
  webhookEvents,
  type webhookStates,
} from '@gatehouse/contract/features/open-platform.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Ctx } from '../../ctx.ts'

type Row = {
  id: string
  url: string
  sends_records: boolean
  sends_alarms: boolean
  sends_movements: boolean
  sends_musters: boolean
  sends_lockdowns_begun: boolean
  sends_lockdowns_released: boolean
  is_enabled: boolean
  failures: number
  failing_since: string | null
  retry_at: string | null
  last_success_at: string | null
  last_problem: string | null
  previous_valid_to: string | null
  created_at: string
  waiting: number
}

const columnOfEvent = {
  record: 'sends_records',
  alarm: 'sends_alarms',
  movement: 'sends_movements',
  muster: 'sends_musters',
  'lockdown-begun': 'sends_lockdowns_begun',
  'lockdown-released': 'sends_lockdowns_released',
} as const

/** The webhooks of an application, the oldest first; or one of them. */
export async function readWebhooks(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  applicationId: string,
  id?: string,
): Promise<Webhook[]> {
  const { rows } = await sql<Row>`
    select w.id, w.url, w.sends_records, w.sends_alarms, w.sends_movements, w.sends_musters, w.sends_lockdowns_begun,
      w.sends_lockdowns_released, w.is_enabled, w.failures, w.failing_since, w.retry_at, w.last_success_at,
      w.last_problem, w.previous_valid_to, w.created_at,
      (select count(*)::int from (
        select from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting' limit ${maxCountedWaiting}) counted) as waiting
    from webhook w where w.application_id = ${applicationId} and ${id === undefined ? sql`true` : sql`w.id = ${id}`} order by w.id`.execute(
    db,
  )
  const now = clock.now().toString()
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    events: webhookEvents.filter((event) => row[columnOfEvent[event]]),
    isEnabled: row.is_enabled,
    state: stateOf(row),
    failingSinceAt: row.failing_since,
    retryAt: row.retry_at,
    lastSuccessAt: row.last_success_at,
    lastProblem: row.last_problem,
    waiting: row.waiting,
    previousValidToAt: row.previous_valid_to !== null && row.previous_valid_to > now ? row.previous_valid_to : null,
    createdAt: row.created_at,
  }))
}

function stateOf({ is_enabled, failures, last_success_at }: Row): (typeof webhookStates)[number] {
  if (!is_enabled) return 'off'
  if (failures > 0) return 'failing'
  return last_success_at === null ? 'unused' : 'healthy'
}

type DeliveryRow = {
  number: number
  id: string
  kind: Delivery['kind']
  subject_id: string
  subject_at: string
  state: Delivery['state']
  attempts: number
  retry_at: string | null
  status: number | null
  problem: string | null
  duration_ms: number | null
  created_at: string
  finished_at: string | null
}

/** One page of the delivery log, newest first. */
export async function readDeliveryPage(db: Db, webhookId: string, query: Query<typeof listDeliveries>) {
  const before = /^\d{1,16}$/.test(query.after ?? '') ? Number(query.after) : null
  const state = deliveryStates.find((one) => one === query.state)
  const { rows } = await sql<DeliveryRow>`
    select number, id, kind, subject_id, subject_at, state, attempts, retry_at, status, problem, duration_ms, created_at, finished_at
    from webhook_delivery where webhook_id = ${webhookId} and ${state ? sql`state = ${sql.lit(state)}` : sql`true`}
      and ${before === null ? sql`true` : sql`number < ${before}`}
    order by number desc limit ${query.size + 1}`.execute(db)
  const items = rows.slice(0, query.size).map((row): Delivery => ({
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    subjectAt: row.subject_at,
    state: row.state,
    attempts: row.attempts,
    retryAt: row.retry_at,
    status: row.status,
    problem: row.problem,
    durationMs: row.duration_ms,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }))
  return { items, next: rows.length > query.size ? String(rows[query.size - 1]?.number ?? '') : null }
}
