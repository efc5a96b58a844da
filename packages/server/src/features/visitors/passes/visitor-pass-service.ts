import { randomBytes } from 'node:crypto'
import type { Language } from '@gatehouse/contract/envelope.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type createPass as createRoute,
  passPrefix,
  type passStates,
  type VisitorPass,
} from '@gatehouse/contract/features/visitor-passes.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { noteEnding } from '../../../db/ending-store.ts'
import { notePeopleChanged } from '../../../device-link/outbox/people-changes.ts'
import { type Ctx, hint } from '../../../ctx.ts'
import { hashLinkToken } from '../../../lib/link-token.ts'
import { postMail } from '../../../lib/mail.ts'
import { sealText, unsealOrSkip, unsealText } from '../../../lib/seal.ts'
import { readCompany } from '../../../company/company-reads.ts'
import { passMail } from '../visitor-mails.ts'
import { findPass, insertPass, type PassRow, revokePassRow, selectPasses } from './visitor-pass-store.ts'
import { readVisitor } from '../visitor-reads.ts'
import { getVisitor, requirePeriod, visitorVisibilityOf } from '../visitor-service.ts'

const sealContext = 'visitor_pass.code'

export const openCode = ({ keys }: Pick<Ctx, 'keys'>, row: Pick<PassRow, 'code_sealed'>) =>
  unsealText(keys.column, row.code_sealed, sealContext) ?? ''

function stateOf(row: PassRow, now: Temporal.Instant): (typeof passStates)[number] {
  if (row.revoked_at !== null) return 'revoked'
  if (Temporal.Instant.compare(now, row.valid_to) >= 0) return 'over'
  if (row.max_uses !== null && row.used_count >= row.max_uses) return 'used-up'
  return Temporal.Instant.compare(now, row.valid_from) < 0 ? 'not-yet' : 'usable'
}

const toPass = (ctx: Ctx, row: PassRow): VisitorPass => ({
  id: row.id,
  code: visitorVisibilityOf(ctx).seesNumbers
    ? (unsealOrSkip(ctx.keys.column, row.code_sealed, sealContext)?.toString() ?? null)
    : null,
  state: stateOf(row, ctx.clock.now()),
  validFromAt: row.valid_from,
  validToAt: row.valid_to,
  maxUses: row.max_uses,
  usedCount: row.used_count,
  revokedAt: row.revoked_at,
  createdBy: row.created_by,
  createdAt: row.created_at,
})

/** @throws AppError visitor.not-found */
export async function listPasses(ctx: Ctx, visitorId: string): Promise<VisitorPass[]> {
  await getVisitor(ctx, visitorId)
  return (await selectPasses(ctx.db, visitorId)).map((row) => toPass(ctx, row))
}

type Period = { validFromAt?: string | undefined; validToAt?: string | undefined }

/** A pass with a random code, for a visitor that the caller has found. @throws AppError visitor.period-wrong */
export async function issuePass(
  ctx: Ctx,
  visitor: { id: string; validFromAt: string; validToAt: string },
  { validFromAt = visitor.validFromAt, validToAt = visitor.validToAt }: Period = {},
  maxUses: number | null = null,
): Promise<PassRow> {
  requirePeriod(validFromAt, validToAt)
  const code = `${passPrefix}${randomBytes(16).toString('base64url')}`
  const sealed = sealText(ctx.keys.column, code, sealContext)
  if (!sealed) throw new Error('a code was not sealed')
  const row = await insertPass(ctx.db, {
    person_id: visitor.id,
    code_hash: hashLinkToken(code),
    code_sealed: sealed,
    valid_from: validFromAt,
    valid_to: validToAt,
    max_uses: maxUses,
    created_by: ctx.actor.kind === 'nobody' || ctx.actor.kind === 'system' ? '' : ctx.actor.name,
  })
  await notify(ctx, visitor.id)
  return row
}

/** @throws AppError visitor.not-found, visitor.period-wrong */
export async function createPass(ctx: Ctx, visitorId: string, input: Body<typeof createRoute>): Promise<VisitorPass> {
  const visitor = await getVisitor(ctx, visitorId)
  ctx.audit.item = visitor.name
  ctx.audit.personIds = [visitor.id]
  return toPass(ctx, await issuePass(ctx, visitor, input, input.maxUses))
}

/** @throws AppError pass.not-found */
export async function revokePass(ctx: Ctx, visitorId: string, passId: string): Promise<VisitorPass> {
  const visitor = await readVisitor(ctx.db, visitorId, visitorVisibilityOf(ctx))
  if (!visitor || !(await findPass(ctx.db, visitorId, passId))) throw new AppError('pass.not-found')
  ctx.audit.item = visitor.name
  ctx.audit.personIds = [visitor.id]
  await revokePassRow(ctx.db, passId, ctx.clock.now().toString())
  await noteEnding(ctx, 'pass', passId)
  await notify(ctx, visitorId)
  const row = await findPass(ctx.db, visitorId, passId)
  if (!row) throw new AppError('pass.not-found')
  return toPass(ctx, row)
}

/** @throws AppError pass.not-found, pass.no-email, mail.not-set */
export async function mailPass(ctx: Ctx, visitorId: string, passId: string, language: Language): Promise<null> {
  const visitor = await readVisitor(ctx.db, visitorId, visitorVisibilityOf(ctx))
  const row = await findPass(ctx.db, visitorId, passId)
  if (!visitor || !row) throw new AppError('pass.not-found')
  ctx.audit.item = visitor.name
  ctx.audit.personIds = [visitor.id]
  if (visitor.email === null) throw new AppError('pass.no-email')
  const { name: enterprise, timeZone } = await readCompany(ctx.db)
  const facts = { name: visitor.name, enterprise, timeZone, validFromAt: row.valid_from, validToAt: row.valid_to }
  const isSent = await postMail(ctx, passMail(language, visitor.email, facts, openCode(ctx, row)))
  if (!isSent) throw new AppError('mail.not-set')
  return null
}

async function notify(ctx: Ctx, visitorId: string): Promise<void> {
  await notePeopleChanged(ctx, [visitorId])
  await hint(ctx, { to: 'consoles', topic: 'visitors', id: visitorId })
}
