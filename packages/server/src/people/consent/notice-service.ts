import type { Consent, PrivacySettings } from '@gatehouse/contract/features/people/notice.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { requireVisible } from '../visible-person.ts'
import { readConsents, readPrivacySettings } from './consent-reads.ts'
import { upsertSettings } from './consent-store.ts'

export async function changePrivacySettings(ctx: Ctx, settings: PrivacySettings): Promise<PrivacySettings> {
  const before = await readPrivacySettings(ctx.db)
  await upsertSettings(ctx.db, settings)
  const after = await readPrivacySettings(ctx.db)
  ctx.audit.changes = changesBetween(before, after)
  await hint(ctx, { to: 'consoles', topic: 'company' })
  return after
}

/** @throws AppError person.not-found */
export async function listConsents(ctx: Ctx, personId: string): Promise<Consent[]> {
  await requireVisible(ctx, personId)
  return readConsents(ctx.db, personId)
}
