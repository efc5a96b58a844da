import { AppError } from '@gatehouse/contract/errors.ts'
import * as contract from '@gatehouse/contract/features/attendance/rules.ts'
import type { Ctx } from '../../../ctx.ts'
import { type App, mount } from '../../../http/mount.ts'
import { readRule, readRulePeople, readRules } from './rule-reads.ts'
import { changeRule, createRule, readToday, removeRule } from './rule-service.ts'

export function mountRules(app: App): void {
  mount(app, contract.listAttendanceRules, async (_, ctx) => readRules(ctx.db, await zoneOf(ctx)))
  mount(app, contract.getAttendanceRule, async ({ params }, ctx) => getRule(ctx, params.id))
  mount(app, contract.listRulePeople, async ({ params, query }, ctx) => {
    await getRule(ctx, params.id)
    return readRulePeople(ctx.db, params.id, query)
  })
  mount(app, contract.createAttendanceRule, ({ body }, ctx) => createRule(ctx, body))
  mount(app, contract.updateAttendanceRule, ({ params, body }, ctx) => changeRule(ctx, params.id, body))
  mount(app, contract.deleteAttendanceRule, async ({ params }, ctx) => {
    await removeRule(ctx, params.id)
    return null
  })
}

const zoneOf = async (ctx: Ctx) => (await readToday(ctx)).zone

async function getRule(ctx: Ctx, id: string) {
  const rule = await readRule(ctx.db, id, await zoneOf(ctx))
  if (!rule) throw new AppError('attendance-rule.not-found')
  return rule
}
