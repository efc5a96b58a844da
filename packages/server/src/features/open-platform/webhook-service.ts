import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  createWebhook as createRoute,
  updateWebhook as updateRoute,
  Webhook,
} from '@gatehouse/contract/features/open-platform.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { after } from '../../lib/clock.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { seal } from '../../lib/seal.ts'
import { requireBelowLimit, notify } from './application-service.ts'
import { selectDomains } from './application-store.ts'
import { isOneOf } from './calling-hosts.ts'
import { readDeliveryPage, readWebhooks } from './webhook-reads.ts'
import {
  deleteWebhookRow,
  findWebhook,
  insertTestDelivery,
  insertWebhook,
  reviveDeliveries,
  rotateWebhookRow,
  updateWebhookRow,
} from './webhooks/webhook-store.ts'

const maxWebhooks = 10
export const webhookSealContext = 'webhook.secret'

/** A webhook with its secret: it leaves the server only this once. */
type IssuedWebhook = { webhook: Webhook; secret: string }

/** Whether a webhook leads to a host that was reviewed. */
export const isApprovedHost = (url: string, entries: readonly string[]): boolean =>
  entries.includes(hostOf(url)) || (isIP(hostOf(url)) > 0 && isOneOf(entries, hostOf(url)))
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

function requireApprovedHost(url: string, entries: readonly string[]): void {
  if (!isApprovedHost(url, entries)) throw new AppError('open-platform.webhook-host', { host: hostOf(url) })
}

/** @throws AppError of `requireBelowLimit`, open-platform.webhook-host */
export async function createWebhook(
  ctx: Ctx,
  applicationId: string,
  input: Body<typeof createRoute>,
): Promise<IssuedWebhook> {
  const { name, entries } = await requireBelowLimit(ctx, applicationId, 'webhook', maxWebhooks)
  ctx.audit.item = `${name}: ${input.url}`
  requireApprovedHost(input.url, entries)
  const secret = makeSecret()
  const { id } = await insertWebhook(ctx.db, {
    application_id: applicationId,
    url: input.url,
    ...columnsOf(input.events),
    secret_sealed: seal(ctx.keys.column, secret, webhookSealContext),
  })
  await notify(ctx)
  return { webhook: await getWebhook(ctx, id), secret: shown(secret) }
}

/** @throws AppError open-platform.webhook-not-found, open-platform.webhook-host */
export async function changeWebhook(ctx: Ctx, id: string, input: Body<typeof updateRoute>): Promise<Webhook> {
  const { application_id } = await require(ctx, id)
  const before = await getWebhook(ctx, id)
  if (input.url !== undefined) {
    const domains = await selectDomains(ctx.db, [application_id], ctx.clock.now().toString())
    requireApprovedHost(
      input.url,
      domains.map(({ entry }) => entry),
    )
  }
  const change = {
    ...(input.url !== undefined && { url: input.url }),
    ...(input.events && columnsOf(input.events)),
    ...(input.isEnabled !== undefined && { is_enabled: input.isEnabled }),
    // Somebody has resolved the problem: waiting events are tried at once.
    failures: 0,
    failing_since: null,
    retry_at: null,
  }
  await updateWebhookRow(ctx.db, id, change)
  ctx.audit.changes = changesBetween(before, input)
  await notifyAll(ctx)
  return getWebhook(ctx, id)
}

/** @throws AppError open-platform.webhook-not-found */
export async function rotateWebhook(ctx: Ctx, id: string, overlapHours: number): Promise<IssuedWebhook> {
  await require(ctx, id)
  ctx.audit.facts = { overlapHours }
  const secret = makeSecret()
  const sealed = seal(ctx.keys.column, secret, webhookSealContext)
  await rotateWebhookRow(ctx.db, id, sealed, after(ctx.clock.now(), overlapHours * 3600))
  await notify(ctx)
  return { webhook: await getWebhook(ctx, id), secret: shown(secret) }
}

/** @throws AppError open-platform.webhook-not-found */
export async function deleteWebhook(ctx: Ctx, id: string): Promise<null> {
  await require(ctx, id)
  await deleteWebhookRow(ctx.db, id)
  await notify(ctx)
  return null
}

/** @throws AppError open-platform.webhook-not-found, open-platform.webhook-off */
export async function testWebhook(ctx: Ctx, id: string): Promise<{ deliveryId: string }> {
  await requireOn(ctx, id)
  const delivery = await insertTestDelivery(ctx.db, id, ctx.clock.now().toString())
  await notifyAll(ctx)
  return { deliveryId: delivery.id }
}

/** @throws AppError open-platform.webhook-not-found, open-platform.webhook-off */
export async function replayDeliveries(
  ctx: Ctx,
  id: string,
  ids: readonly string[] | undefined,
): Promise<{ count: number }> {
  await requireOn(ctx, id)
  const count = await reviveDeliveries(ctx.db, id, ids, ctx.clock.now().toString())
  ctx.audit.facts = { deliveries: count }
  await notifyAll(ctx)
  return { count }
}

/** @throws AppError open-platform.webhook-not-found */
export async function listDeliveries(ctx: Ctx, id: string, query: Parameters<typeof readDeliveryPage>[2]) {
  await require(ctx, id)
  return readDeliveryPage(ctx.db, id, query)
}

async function getWebhook(ctx: Ctx, id: string): Promise<Webhook> {
  const row = await findWebhook(ctx.db, id)
  const [webhook] = row ? await readWebhooks(ctx, row.application_id, id) : []
  if (!webhook) throw new AppError('open-platform.webhook-not-found')
  return webhook
}

async function require(ctx: Ctx, id: string) {
  const row = await findWebhook(ctx.db, id)
  if (!row) throw new AppError('open-platform.webhook-not-found')
  ctx.audit.item = `${row.name}: ${row.url}`
  return row
}

async function requireOn(ctx: Ctx, id: string): Promise<void> {
  if (!(await require(ctx, id)).is_enabled) throw new AppError('open-platform.webhook-off')
}

const columnsOf = (events: readonly string[]) => ({
  sends_records: events.includes('record'),
  sends_alarms: events.includes('alarm'),
  sends_movements: events.includes('movement'),
  sends_musters: events.includes('muster'),
  sends_lockdowns_begun: events.includes('lockdown-begun'),
  sends_lockdowns_released: events.includes('lockdown-released'),
})

const notifyAll = async (ctx: Ctx) => {
  await notify(ctx)
  await hint(ctx, { to: 'servers', what: 'webhooks' })
}

const makeSecret = () => randomBytes(32)
/** As the Standard Webhooks specification writes secrets. */
const shown = (secret: Buffer) => `whsec_${secret.toString('base64')}`
