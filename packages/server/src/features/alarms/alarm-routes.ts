import * as contract from '@gatehouse/contract/features/alarms.ts'
import type { Hints } from '../../hints/hints.ts'
import { type App, mount } from '../../http/mount.ts'
import { createAlarmNotices } from './alarm-notices.ts'
import { readHandlers } from './alarm-reads.ts'
import {
  acknowledgeAlarms,
  assignAlarms,
  commentAlarm,
  getAlarm,
  getUnseen,
  listAlarms,
  markSeen,
  releaseAlarms,
} from './alarm-service.ts'
import { changeRule, changeSettings, createRule, deleteRule, getSettings, listRules } from './alarm-setting-service.ts'

export function mountAlarms(app: App, hints: Hints): void {
  const notices = createAlarmNotices(app.services, hints)
  app.fastify.addHook('onClose', () => notices.close())
  mount(app, contract.listAlarms, ({ query }, ctx) => listAlarms(ctx, query))
  mount(app, contract.getUnseenAlarms, (_, ctx) => getUnseen(ctx))
  mount(app, contract.markAlarmsSeen, async (_, ctx) => {
    await markSeen(ctx)
    return null
  })
  mount(app, contract.listHandlers, (_, ctx) => readHandlers(ctx.db))
  mount(app, contract.getAlarmSettings, (_, ctx) => getSettings(ctx))
  mount(app, contract.updateAlarmSettings, ({ body }, ctx) => changeSettings(ctx, body))
  mount(app, contract.listAlarmRules, async (_, ctx) => ({
    canMail: (await ctx.mail.server(ctx.db)) !== undefined,
    rules: await listRules(ctx),
  }))
  mount(app, contract.createAlarmRule, ({ body }, ctx) => createRule(ctx, body))
  mount(app, contract.updateAlarmRule, ({ params, body }, ctx) => changeRule(ctx, params.id, body))
  mount(app, contract.deleteAlarmRule, async ({ params }, ctx) => {
    await deleteRule(ctx, params.id)
    return null
  })
  mount(app, contract.acknowledgeAlarms, async ({ body }, ctx) => ({
    acknowledged: await acknowledgeAlarms(ctx, body.ids),
  }))
  mount(app, contract.assignAlarms, async ({ body }, ctx) => ({ assigned: await assignAlarms(ctx, body) }))
  mount(app, contract.releaseAlarms, ({ body }, ctx) => releaseAlarms(ctx, body))
  mount(app, contract.commentAlarm, ({ params, body }, ctx) => commentAlarm(ctx, params.id, body.text))
  mount(app, contract.getAlarm, ({ params }, ctx) => getAlarm(ctx, params.id))
}
