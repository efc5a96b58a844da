import { AppError } from '@gatehouse/contract/errors.ts'
import type { AreaRules, AreaRulesShown } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Ctx, hint, may } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { lockPeopleShared } from '../../people/person-lock-store.ts'
import { requireGroups } from '../person-groups/person-group-reads.ts'
import { findAreaRules, readAreaWarnings } from './area-rule-reads.ts'
import { lockAreaRules, replaceAreaRules, upsertAreaReset, upsertPersonReset } from './area-rule-store.ts'
import { notifyBorder } from './door-rule-actions.ts'

/** @throws AppError area.not-found */
export async function getAreaRules(ctx: Ctx, areaId: string): Promise<AreaRulesShown> {
  const area = await findAreaRules(ctx.db, areaId)
  if (!area) throw new AppError('area.not-found')
  return { ...area.rules, ...(await readAreaWarnings(ctx.db, areaId)) }
}

/** @throws AppError area.not-found, group.not-found, timetable.not-found */
export async function setAreaRules(ctx: Ctx, areaId: string, rules: AreaRules): Promise<AreaRulesShown> {
  const { antiPassback, occupancyLimit } = rules
  const groupIds = [...(antiPassback?.exemptGroupIds ?? []), ...(occupancyLimit?.exemptGroupIds ?? [])]
  await requireGroups(ctx.db, [...new Set(groupIds)])
  await lockAreaRules(ctx.db, areaId)
  const before = await findAreaRules(ctx.db, areaId)
  if (!before) throw new AppError('area.not-found')
  ctx.audit.item = before.name
  await replaceAreaRules(ctx.db, areaId, rules)
  await notifyBorder(ctx, areaId)
  await hint(ctx, { to: 'consoles', topic: 'sites', id: before.siteId })
  const after = await getAreaRules(ctx, areaId)
  ctx.audit.changes = changesBetween(before.rules, after, ['warnings', 'unableDevices'])
  return after
}

/** @throws AppError area.not-found */
export async function resetAreaPassback(ctx: Ctx, areaId: string): Promise<void> {
  const area = await findAreaRules(ctx.db, areaId)
  if (!area) throw new AppError('area.not-found')
  ctx.audit.item = area.name
  await upsertAreaReset(ctx.db, areaId, ctx.clock.now().toString())
  await hint(ctx, { to: 'consoles', topic: 'sites', id: area.siteId })
}

/** @throws AppError inside.person-not-found */
export async function resetPersonPassback(ctx: Ctx, personId: string): Promise<void> {
  const [person] = await lockPeopleShared(ctx.db, [personId])
  const isTheirs = may(ctx, 'staff.read') || person?.kind === personKindCodes.visitor
  if (!person || !isTheirs) throw new AppError('inside.person-not-found')
  ctx.audit.item = person.name
  await upsertPersonReset(ctx.db, personId, ctx.clock.now().toString())
  await hint(ctx, { to: 'consoles', topic: 'inside' })
}
