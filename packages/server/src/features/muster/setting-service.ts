import { AppError } from '@gatehouse/contract/errors.ts'
import type { MusterSettings, ShownMusterSettings } from '@gatehouse/contract/features/muster.ts'
import { type Ctx, hint, may } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { deletePaperList } from './paper-store.ts'
import { hasSite } from './point-reads.ts'
import { lockSiteShared } from './point-store.ts'
import { readSettings, upsertSettings } from './setting-store.ts'

/** @throws AppError site.not-found */
export async function getSettings(ctx: Ctx, siteId: string): Promise<ShownMusterSettings> {
  if (!(await hasSite(ctx.db, siteId))) throw new AppError('site.not-found')
  const settings = await readSettings(ctx.db, siteId)
  return may(ctx, 'site.write') ? settings : { ...settings, paperMails: null }
}

/** The first paper list is made at once. @throws AppError site.not-found */
export async function changeSettings(ctx: Ctx, siteId: string, settings: MusterSettings): Promise<MusterSettings> {
  const site = await lockSiteShared(ctx.db, siteId)
  if (!site) throw new AppError('site.not-found')
  ctx.audit.item = site.name
  ctx.audit.changes = changesBetween(await readSettings(ctx.db, siteId), settings)
  await upsertSettings(ctx.db, siteId, settings, settings.paperMinutes === null ? null : ctx.clock.now().toString())
  if (settings.paperMinutes === null) await deletePaperList(ctx.db, siteId)
  await hint(ctx, { to: 'consoles', topic: 'sites', id: siteId }, { to: 'consoles', topic: 'musters' })
  return settings
}
