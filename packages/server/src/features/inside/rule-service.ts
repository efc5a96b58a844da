import { languageOf } from '@gatehouse/contract/envelope.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { InsideRules, InsideRulesInput } from '@gatehouse/contract/features/inside/day-end-rules.ts'
import { type Ctx, hint, may } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { findSiteClock } from './rule-reads.ts'
import { findRule, lockRule, upsertRule } from './rule-store.ts'

/** @throws AppError site.not-found */
async function requireClock(ctx: Ctx, siteId: string) {
  const site = await findSiteClock(ctx.db, siteId)
  if (!site) throw new AppError('site.not-found')
  return site
}

/** @throws AppError site.not-found */
export async function getInsideRules(ctx: Ctx, siteId: string): Promise<InsideRules> {
  const { time_zone: timeZone } = await requireClock(ctx, siteId)
  const canMail = (await ctx.mail.server(ctx.db)) !== undefined
  const row = await findRule(ctx.db, siteId)
  return {
    dayEndMinute: row?.day_end_minute ?? null,
    signsOutAtDayEnd: row?.signs_out_at_day_end ?? false,
    signsOutVisitors: row?.signs_out_visitors ?? false,
    overdueMinutes: row?.overdue_minutes ?? null,
    tellsHosts: row?.tells_hosts ?? false,
    recipients: may(ctx, 'site.write') ? (row?.recipients ?? []) : null,
    language: languageOf(row?.language ?? 'en'),
    timeZone,
    lastDayEndAt: row?.last_day_end_at ?? null,
    canMail,
  }
}

/** Another end of the day counts from now on: it ends no day of the past. @throws AppError site.not-found */
export async function setInsideRules(ctx: Ctx, siteId: string, input: InsideRulesInput): Promise<InsideRules> {
  const { name, time_zone } = await requireClock(ctx, siteId)
  ctx.audit.item = name
  const row = await lockRule(ctx.db, siteId)
  const before = await getInsideRules(ctx, siteId)
  const isSameEnd =
    row !== undefined &&
    before.dayEndMinute === input.dayEndMinute &&
    before.signsOutAtDayEnd === input.signsOutAtDayEnd &&
    row.time_zone === time_zone
  await upsertRule(ctx.db, {
    site_id: siteId,
    day_end_minute: input.dayEndMinute,
    signs_out_at_day_end: input.signsOutAtDayEnd,
    signs_out_visitors: input.signsOutVisitors,
    overdue_minutes: input.overdueMinutes,
    tells_hosts: input.tellsHosts,
    recipients: [...new Set(input.recipients)],
    language: input.language,
    time_zone,
    counts_from: isSameEnd ? row.counts_from : ctx.clock.now().toString(),
    last_day_end_at: isSameEnd ? row.last_day_end_at : null,
  })
  await hint(ctx, { to: 'consoles', topic: 'sites', id: siteId })
  const after = await getInsideRules(ctx, siteId)
  ctx.audit.changes = changesBetween(before, after, ['canMail', 'timeZone', 'lastDayEndAt'])
  return after
}
