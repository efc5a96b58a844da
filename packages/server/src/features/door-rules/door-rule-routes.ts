import * as contract from '@gatehouse/contract/features/door-rules.ts'
import { type App, mount } from '../../http/mount.ts'
import { getDoorRules, setDoorRules } from './door-rule-service.ts'

export function mountDoorRules(app: App): void {
  mount(app, contract.getDoorRules, ({ params }, ctx) => getDoorRules(ctx, params.id))
  mount(app, contract.setDoorRules, ({ params, body }, ctx) => setDoorRules(ctx, params.id, body))
}
