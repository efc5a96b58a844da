import { createECDH } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type addPushBrowser,
  maxPushBrowsers,
  type PushBrowser,
  type PushConfig,
  type setPushConfig,
} from '@gatehouse/contract/features/push/push.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { type BlockList, isIP } from 'node:net'
import webPush from 'web-push'
import { type Ctx, hint } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { blindIndex, seal } from '../../lib/seal.ts'
import { isPublicAddress, isWithin } from '../../lib/ssrf-guard.ts'
import type { OutboundHttp } from '../../lib/outbound-http.ts'
import { refusalOf } from './push-refusals.ts'
import { endpointContext, keysContext, privateKeyContext } from './push-seals.ts'
import {
  countOtherBrowsers,
  countPushBrowsers,
  deleteOwnBrowser,
  findOwnBrowser,
  findPushConfig,
  type PushBrowserRow,
  type PushConfigRow,
  selectPushBrowsers,
  upsertPushBrowser,
  upsertPushConfig,
} from './push-store.ts'
import { testText } from './push-words.ts'
import { sendToBrowser } from './send-push.ts'

const configOf = (row: PushConfigRow | undefined) => ({
  isEnabled: row?.is_enabled ?? false,
  namesDoors: row?.names_doors ?? false,
  contact: row?.contact ?? '',
})

export const getPush = async (ctx: Ctx): Promise<PushConfig> => ({
  ...configOf(await findPushConfig(ctx.db)),
  browsers: await countPushBrowsers(ctx.db),
})

export async function setPush(ctx: Ctx, input: Body<typeof setPushConfig>): Promise<PushConfig> {
  const before = await findPushConfig(ctx.db)
  const made = before ? undefined : webPush.generateVAPIDKeys()
  await upsertPushConfig(ctx.db, {
    is_enabled: input.isEnabled,
    names_doors: input.namesDoors,
    contact: input.contact,
    public_key: before?.public_key ?? made?.publicKey ?? '',
    private_key_sealed:
      before?.private_key_sealed ?? seal(ctx.keys.column, Buffer.from(made?.privateKey ?? ''), privateKeyContext),
  })
  ctx.audit.changes = changesBetween(configOf(before), input)
  await hint(ctx, { to: 'consoles', topic: 'service-config' })
  return getPush(ctx)
}

type ShownRow = Pick<PushBrowserRow, 'id' | 'user_agent' | 'service' | 'created_at' | 'last_sent_at'>
const browserOf = (row: ShownRow): PushBrowser => ({
  id: row.id,
  userAgent: row.user_agent,
  service: row.service,
  createdAt: row.created_at,
  lastSentAt: row.last_sent_at,
})

export async function getOwn(ctx: Ctx) {
  const config = await findPushConfig(ctx.db)
  const rows = await selectPushBrowsers(ctx.db, accountOf(ctx)).execute()
  return { publicKey: config?.is_enabled ? config.public_key : null, browsers: rows.map(browserOf) }
}

/**
 * @param networks private addresses that the operator allows
 * @throws AppError push.off, push.address-forbidden, push.key-wrong, push.too-many
 */
export async function addBrowser(
  ctx: Ctx,
  input: Body<typeof addPushBrowser>,
  { userAgent, networks }: { userAgent: string | undefined; networks: BlockList | undefined },
): Promise<PushBrowser> {
  const config = await findPushConfig(ctx.db)
  if (!config?.is_enabled) throw new AppError('push.off')
  const url = new URL(input.endpoint)
  if (!mayReach(url, networks)) throw new AppError('push.address-forbidden')
  requirePoint(input.p256dh)
  const accountId = accountOf(ctx)
  const endpointHash = blindIndex(ctx.keys.blindIndex, input.endpoint)
  // one that is there already is renewed, also when the list is full
  if ((await countOtherBrowsers(ctx.db, accountId, endpointHash)) >= maxPushBrowsers)
    throw new AppError('push.too-many')
  const row = await upsertPushBrowser(ctx.db, {
    account_id: accountId,
    endpoint_hash: endpointHash,
    endpoint_sealed: seal(ctx.keys.column, Buffer.from(input.endpoint), endpointContext),
    keys_sealed: seal(
      ctx.keys.column,
      Buffer.from(JSON.stringify({ p256dh: input.p256dh, auth: input.auth })),
      keysContext,
    ),
    language: input.language,
    user_agent: userAgent?.slice(0, 400) ?? null,
    service: url.host,
    created_at: ctx.clock.now().round('millisecond').toString(),
  })
  ctx.audit.item = url.host
  return browserOf(row)
}

/** Over TLS to the internet, or into a network that the operator allows; a name is checked again when something is sent. */
function mayReach({ protocol, hostname, username }: URL, networks: BlockList | undefined): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (username !== '') return false
  if (isIP(literal)) return isWithin(networks, literal) || (protocol === 'https:' && isPublicAddress(literal))
  return protocol === 'https:'
}

/** A point that is not of the curve would fail for each notice again. */
function requirePoint(p256dh: string): void {
  try {
    const own = createECDH('prime256v1')
    own.generateKeys()
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch {
    throw new AppError('push.key-wrong')
  }
}

/** @throws AppError push.off, push.not-found, and each of `push-refusals.ts` */
export async function testBrowser(ctx: Ctx, http: OutboundHttp, id: string): Promise<void> {
  const config = await findPushConfig(ctx.db)
  if (!config?.is_enabled) throw new AppError('push.off')
  const browser = await findOwnBrowser(ctx.db, accountOf(ctx), id)
  if (!browser) throw new AppError('push.not-found')
  ctx.audit.item = browser.service
  const problem = await sendToBrowser(ctx, http, config, browser, testText)
  if (problem !== null) throw refusalOf(problem, browser.service)
}

/** @throws AppError push.not-found */
export async function removeBrowser(ctx: Ctx, id: string): Promise<void> {
  const removed = await deleteOwnBrowser(ctx.db, accountOf(ctx), id)
  if (!removed) throw new AppError('push.not-found')
  ctx.audit.item = removed.service
}

function accountOf({ actor }: Ctx): string {
  if (actor.kind !== 'account') throw new Error('browsers are of an account')
  return actor.id
}
