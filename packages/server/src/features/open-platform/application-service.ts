import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  Application,
  applicationDraft,
  createKey as createKeyRoute,
  OpenKey,
  updateApplication as updateRoute,
} from '@gatehouse/contract/features/open-platform.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { noteEnding } from '../../db/ending-store.ts'
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { changesBetween } from '../../lib/changes-between.ts'
import { after } from '../../lib/clock.ts'
import { type Ctx, hint, nameOfActor } from '../../ctx.ts'
import { seal } from '../../lib/seal.ts'
import { readApplication, toKey } from './application-reads.ts'
import {
  countOf,
  deleteApplicationRow,
  insertApplication,
  lockApplication,
  lockApplications,
  selectDomains,
  updateApplicationRow,
} from './application-store.ts'
import { deleteKeyRow, insertKey, rotateKeyRow, updateKeyRow } from './key-store.ts'

const maxApplications = 100
const maxKeys = 20
export const keySealContext = 'open_key.secret'

/** @throws AppError open-platform.application-not-found */
export async function getApplication(ctx: Ctx, id: string): Promise<Application> {
  const application = await readApplication(ctx, id)
  if (!application) throw new AppError('open-platform.application-not-found')
  return application
}

/** @throws AppError open-platform.name-taken, open-platform.too-many */
export async function createApplication(ctx: Ctx, input: z.output<typeof applicationDraft>): Promise<Application> {
  const { domain, ...rest } = input
  ctx.audit.item = input.name
  ctx.audit.facts = { domain }
  if ((await lockApplications(ctx.db)) >= maxApplications)
    throw new AppError('open-platform.too-many', { limit: maxApplications })
  const id = await insertApplication(ctx.db, {
    ...rest,
    pending_domain: domain,
    applied_at: ctx.clock.now().toString(),
    created_by: nameOfActor(ctx),
  })
  await notify(ctx)
  return getApplication(ctx, id)
}

/** @throws AppError open-platform.application-not-found, open-platform.name-taken */
export async function changeApplication(ctx: Ctx, id: string, input: Body<typeof updateRoute>): Promise<Application> {
  const before = await getApplication(ctx, id)
  ctx.audit.item = before.name
  if (Object.keys(input).length > 0) await updateApplicationRow(ctx.db, id, input)
  ctx.audit.changes = changesBetween(before, input)
  await notify(ctx)
  return getApplication(ctx, id)
}

/**
 * Requests the review of another domain, in place of a waiting one; the approved domain stays valid (BU-04).
 * @throws AppError open-platform.application-not-found, open-platform.same-domain
 */
export async function applyForDomain(ctx: Ctx, id: string, domain: string[]): Promise<Application> {
  if (!(await lockApplication(ctx.db, id))) throw new AppError('open-platform.application-not-found')
  const before = await getApplication(ctx, id)
  ctx.audit.item = before.name
  if (before.domain.toSorted().join(';') === domain.toSorted().join(';'))
    throw new AppError('open-platform.same-domain')
  await updateApplicationRow(ctx.db, id, {
    pending_domain: domain,
    applied_at: ctx.clock.now().toString(),
    refusal: null,
  })
  ctx.audit.changes = changesBetween({ pendingDomain: before.pendingDomain }, { pendingDomain: domain })
  await notify(ctx)
  return getApplication(ctx, id)
}

/** @throws AppError open-platform.application-not-found */
export async function deleteApplication(ctx: Ctx, id: string): Promise<null> {
  const { name, keys } = await getApplication(ctx, id)
  ctx.audit.item = name
  await deleteApplicationRow(ctx.db, id)
  for (const key of keys) await noteEnding(ctx, 'key', key.id)
  await notify(ctx)
  return null
}

/**
 * The application, locked for this transaction, if its domain is approved.
 * @throws AppError open-platform.application-not-found, open-platform.not-approved, open-platform.too-many
 */
export async function requireBelowLimit(ctx: Ctx, id: string, table: 'open_key' | 'webhook', limit: number) {
  const application = await lockApplication(ctx.db, id)
  if (!application) throw new AppError('open-platform.application-not-found')
  ctx.audit.item = application.name
  const domains = await selectDomains(ctx.db, [id], ctx.clock.now().toString())
  if (domains.length === 0) throw new AppError('open-platform.not-approved')
  if ((await countOf(ctx.db, table, id)) >= limit) throw new AppError('open-platform.too-many', { limit })
  return { ...application, entries: domains.map(({ entry }) => entry) }
}

/** A key with its secret: it leaves the server only this once. */
type IssuedKey = { key: OpenKey; secret: string }

/** @throws AppError open-platform.application-not-found, open-platform.not-approved, open-platform.too-many */
export async function createKey(
  ctx: Ctx,
  applicationId: string,
  input: Body<typeof createKeyRoute>,
): Promise<IssuedKey> {
  const { name } = await requireBelowLimit(ctx, applicationId, 'open_key', maxKeys)
  const secret = makeSecret()
  const row = await insertKey(ctx.db, {
    application_id: applicationId,
    name: input.name,
    app_key: randomBytes(8).toString('hex'),
    scopes: [...new Set(input.scopes)],
    secret_sealed: seal(ctx.keys.column, Buffer.from(secret), keySealContext),
    created_by: nameOfActor(ctx),
  })
  ctx.audit.item = `${name}: ${row.name}`
  ctx.audit.facts = { scopes: row.scopes }
  await notify(ctx)
  return { key: toKey(row, ctx.clock.now().toString()), secret }
}

/** @throws AppError open-platform.key-not-found */
export async function changeKey(ctx: Ctx, id: string, input: Partial<Body<typeof createKeyRoute>>): Promise<OpenKey> {
  const scopes = input.scopes && [...new Set(input.scopes)]
  // a statement that sets nothing is invalid
  const row = await updateKeyRow(ctx.db, id, { id, ...(input.name && { name: input.name }), ...(scopes && { scopes }) })
  if (!row) throw new AppError('open-platform.key-not-found')
  ctx.audit.item = row.name
  ctx.audit.facts = { scopes: row.scopes }
  await notify(ctx)
  return toKey(row, ctx.clock.now().toString())
}

/** @throws AppError open-platform.key-not-found */
export async function rotateKey(ctx: Ctx, id: string, overlapHours: number): Promise<IssuedKey> {
  const now = ctx.clock.now()
  const secret = makeSecret()
  const sealed = seal(ctx.keys.column, Buffer.from(secret), keySealContext)
  const row = await rotateKeyRow(ctx.db, id, sealed, now.toString(), after(now, overlapHours * 3600))
  if (!row) throw new AppError('open-platform.key-not-found')
  ctx.audit.item = row.name
  ctx.audit.facts = { overlapHours }
  await notify(ctx)
  return { key: toKey(row, now.toString()), secret }
}

/** @throws AppError open-platform.key-not-found */
export async function deleteKey(ctx: Ctx, id: string): Promise<null> {
  const row = await deleteKeyRow(ctx.db, id)
  if (!row) throw new AppError('open-platform.key-not-found')
  ctx.audit.item = row.name
  await noteEnding(ctx, 'key', id)
  await notify(ctx)
  return null
}

/** 256 random bits, as text that needs no escaping. */
const makeSecret = () => randomBytes(32).toString('base64url')

export const notify = (ctx: Pick<Ctx, 'db'>) => hint(ctx, { to: 'consoles', topic: 'open-platform' })
