import * as contract from '@gatehouse/contract/features/lockdown.ts'
import { type App, mount } from '../../http/mount.ts'
import { changeInput, getInput } from './lockdown-input-actions.ts'
import { readPreview } from './lockdown-preview-reads.ts'
import { readActive, readLockdownPage, readRules } from './lockdown-reads.ts'
import { askRelease, beginLockdown, changeRules, getState, releaseLockdown } from './lockdown-service.ts'

export function mountLockdowns(app: App): void {
  mount(app, contract.listActiveLockdowns, (_, ctx) => readActive(ctx.db))
  mount(app, contract.listLockdowns, ({ query }, ctx) => readLockdownPage(ctx.db, query))
  mount(app, contract.getLockdownState, ({ params }, ctx) => getState(ctx, params.id))
  mount(app, contract.previewLockdown, ({ query }, ctx) => readPreview(ctx.db, query))
  mount(app, contract.beginLockdown, ({ body }, ctx) => beginLockdown(ctx, body))
  mount(app, contract.askLockdownRelease, ({ params, body }, ctx) => askRelease(ctx, params.id, body.reason))
  mount(app, contract.releaseLockdown, ({ params, body }, ctx) => releaseLockdown(ctx, params.id, body.reason))
  mount(app, contract.getLockdownInput, ({ params }, ctx) => getInput(ctx, params.id))
  mount(app, contract.updateLockdownInput, ({ params, body }, ctx) => changeInput(ctx, params.id, body))
  mount(app, contract.getLockdownRules, (_, ctx) => readRules(ctx.db))
  mount(app, contract.updateLockdownRules, ({ body }, ctx) => changeRules(ctx, body))
}
