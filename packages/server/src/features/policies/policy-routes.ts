import * as contract from '@gatehouse/contract/features/policies.ts'
import * as matrix from '@gatehouse/contract/features/policies/matrix.ts'
import { getWhoMayPass } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import { type App, mount } from '../../http/mount.ts'
import { findPeopleByName } from '../records/find-people-reads.ts'
import { findOpenDoors, getMatrix, previewMatrix, saveMatrix } from './matrix/matrix-service.ts'
import { readPolicyPage } from './policy-reads.ts'
import { changePolicy, createPolicies, explainPassage, getPolicyHints, removePolicies } from './policy-service.ts'
import { findWhoMayPass } from './who-may-pass-service.ts'

export function mountPolicies(app: App): void {
  mount(app, contract.listPolicies, ({ query }, ctx) => readPolicyPage(ctx.db, query))
  mount(app, contract.getPolicyHints, (_, ctx) => getPolicyHints(ctx))
  mount(app, contract.createPolicies, ({ body }, ctx) => createPolicies(ctx, body))
  mount(app, contract.updatePolicy, ({ params, body }, ctx) => changePolicy(ctx, params.id, body.timetableId))
  mount(app, contract.deletePolicies, async ({ body }, ctx) => ({ deleted: await removePolicies(ctx, body.ids) }))
  mount(app, contract.explainAccess, ({ query }, ctx) => explainPassage(ctx, query))
  mount(app, matrix.getPolicyMatrix, ({ query }, ctx) => getMatrix(ctx, query))
  mount(app, matrix.previewPolicyMatrix, ({ body }, ctx) => previewMatrix(ctx, body.changes))
  mount(app, matrix.savePolicyMatrix, ({ body }, ctx) => saveMatrix(ctx, body.changes))
  mount(app, matrix.getOpenDoors, ({ query }, ctx) => findOpenDoors(ctx, query))
  mount(app, getWhoMayPass, ({ query }, ctx) => findWhoMayPass(ctx, query))
  mount(app, contract.findPeople, ({ query }, ctx) => findPeopleByName(ctx.db, query))
}
