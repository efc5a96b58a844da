import type { OpeningRule, OpeningRuleInput } from '@gatehouse/contract/features/doors/opening-rule.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { readOpeningRule } from './opening-reads.ts'
import { upsertOpeningRule } from './opening-store.ts'

export async function changeOpeningRule(ctx: Ctx, rule: OpeningRuleInput): Promise<OpeningRule> {
  const before = await readOpeningRule(ctx.db)
  await upsertOpeningRule(ctx.db, rule)
  const after = await readOpeningRule(ctx.db)
  ctx.audit.changes = changesBetween(before, after)
  await hint(ctx, { to: 'consoles', topic: 'sites' })
  return after
}
