import * as contract from '@gatehouse/contract/features/suspensions.ts'
import { type App, mount } from '../http/mount.ts'
import { listSuspensions, resumePeople, suspendPeople } from './suspension-service.ts'

export function mountSuspensions(app: App): void {
  mount(app, contract.listSuspensions, ({ params }, ctx) => listSuspensions(ctx, params.id))
  mount(app, contract.suspendPeople, ({ body }, ctx) => suspendPeople(ctx, body))
  mount(app, contract.resumePeople, ({ body }, ctx) => resumePeople(ctx, body.personIds))
}
