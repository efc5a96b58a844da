import { randomUUID } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type createStewardLink as createRoute,
  maxStewardLinks,
  type StewardLink,
} from '@gatehouse/contract/features/muster.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { type Ctx, hint, personOfActor } from '../../ctx.ts'
import { after } from '../../lib/clock.ts'
import { makeLinkToken } from '../../lib/link-token.ts'
import { insertEvents } from './muster-store.ts'
import { getMuster, requireMuster, requirePoint, requireRunning } from './muster-service.ts'
import { insertLink, type LinkRow, selectLinksOf, updateLink } from './steward-link-store.ts'

/** The state of a link; one that was taken back says so even when its muster is over. */
export function stateOf({ revoked_at, ended_at, expires_at }: LinkRow, now: Temporal.Instant): StewardLink['state'] {
  if (revoked_at !== null) return 'revoked'
  if (ended_at !== null) return 'ended'
  return Temporal.Instant.compare(Temporal.Instant.from(expires_at), now) > 0 ? 'usable' : 'expired'
}

async function readLinks(ctx: Ctx, musterId: string): Promise<StewardLink[]> {
  const rows = await selectLinksOf(ctx.db, musterId)
  return rows.map((row) => ({
    id: row.id,
    steward: row.steward,
    point: row.point_id === null || row.point_name === null ? null : { id: row.point_id, name: row.point_name },
    state: stateOf(row, ctx.clock.now()),
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastSeenAt: row.last_seen_at,
    marks: Number(row.marks),
  }))
}

/** @throws AppError muster.not-found */
export async function getLinks(ctx: Ctx, musterId: string): Promise<StewardLink[]> {
  await getMuster(ctx, musterId)
  return readLinks(ctx, musterId)
}

/** @throws AppError muster.link-not-found */
async function getLink(ctx: Ctx, musterId: string, linkId: string): Promise<StewardLink> {
  const link = (await readLinks(ctx, musterId)).find(({ id }) => id === linkId)
  if (!link) throw new AppError('muster.link-not-found')
  return link
}

async function note(ctx: Ctx, musterId: string, linkId: string, kind: 'link-created' | 'link-revoked', by: string) {
  const at = ctx.clock.now().toString()
  await insertEvents(ctx.db, [
    { muster_id: musterId, id: randomUUID(), kind, at, received_at: at, by, link_id: linkId },
  ])
  await hint(ctx, { to: 'consoles', topic: 'musters', id: musterId })
}

/** @throws AppError muster.not-found, muster.ended, muster-point.not-found, muster.too-many-links */
export async function createLink(ctx: Ctx, musterId: string, { steward, pointId, hours }: Body<typeof createRoute>) {
  const muster = await requireRunning(ctx, musterId)
  ctx.audit.item = `${muster.site_name} · ${steward}`
  const links = await readLinks(ctx, musterId)
  if (links.length >= maxStewardLinks) throw new AppError('muster.too-many-links', { max: maxStewardLinks })
  const point = await requirePoint(ctx, muster, pointId)
  const { token, hash } = makeLinkToken()
  const { id } = await insertLink(ctx.db, {
    muster_id: musterId,
    token_hash: hash,
    steward,
    point_id: point?.id ?? null,
    point_name: point?.name ?? null,
    created_by: personOfActor(ctx),
    created_at: ctx.clock.now().toString(),
    expires_at: after(ctx.clock.now(), hours * 3600),
  })
  await note(ctx, musterId, id, 'link-created', personOfActor(ctx))
  return { link: await getLink(ctx, musterId, id), url: `${ctx.publicUrl}/m/steward#${token}` }
}

/** @throws AppError muster.not-found, muster.link-not-found */
export async function revokeLink(ctx: Ctx, musterId: string, linkId: string): Promise<StewardLink> {
  const muster = await requireMuster(ctx, musterId)
  const link = await getLink(ctx, musterId, linkId)
  ctx.audit.item = `${muster.site_name} · ${link.steward}`
  if (link.state === 'revoked') return link
  await updateLink(ctx.db, linkId, { revoked_at: ctx.clock.now().toString() })
  await note(ctx, musterId, linkId, 'link-revoked', personOfActor(ctx))
  return getLink(ctx, musterId, linkId)
}
