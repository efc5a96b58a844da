import * as contract from '@gatehouse/contract/features/policies.ts'
import { type App, mount } from '../../http/mount.ts'
import { findPeopleByName } from '../records/find-people-reads.ts'
import { readPolicyPage } from './policy-reads.ts'
import { changePolicy, createPolicies, explainPassage, getPolicyHints, removePolicies } from './policy-service.ts'

export function mountPolicies(app: App): void {
  mount(app, contract.listPolicies, ({ query }, ctx) => readPolicyPage(ctx.db, query))
  mount(app, contract.getPolicyHints, (_, ctx) => getPolicyHints(ctx))
  mount(app, contract.createPolicies, ({ body }, ctx) => createPolicies(ctx, body))
  mount(app, contract.updatePolicy, ({ params, body }, ctx) => changePolicy(ctx, params.id, body.timetableId))
  mount(app, contract.deletePolicies, async ({ body }, ctx) => ({ deleted: await removePolicies(ctx, body.ids) }))
  mount(app, contract.explainAccess, ({ query }, ctx) => explainPassage(ctx, query))
  mount(app, contract.findPeople, ({ query }, ctx) => findPeopleByName(ctx.db, query))
}
