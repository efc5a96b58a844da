import * as contract from '@gatehouse/contract/features/accounts.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { languageOfRequest } from '../../http/envelope.ts'
import { type App, mount } from '../../http/mount.ts'
import { findSessionUser, selectSessions } from '../../http/session-store.ts'
import type { Ctx } from '../../ctx.ts'
import { readAccountPage } from './account-reads.ts'
import * as accounts from './account-service.ts'

const ownId = ({ actor }: Ctx): string => {
  if (actor.kind !== 'account') throw new AppError('auth.session-expired')
  return actor.id
}

export function mountAccounts(app: App): void {
  mount(app, contract.listAccounts, ({ query }, ctx) => readAccountPage(ctx.db, ctx.clock, query))
  mount(app, contract.getAccountDetail, ({ params }, ctx) => accounts.getAccount(ctx, params.id))
  mount(app, contract.createAccount, ({ body, request }, ctx) =>
    accounts.createAccount(ctx, languageOfRequest(request), body),
  )
  mount(app, contract.updateAccount, ({ params, body }, ctx) => accounts.changeAccount(ctx, params.id, body))
  mount(app, contract.deleteAccount, async ({ params }, ctx) => {
    await accounts.removeAccount(ctx, params.id)
    return null
  })
  mount(app, contract.resetPassword, ({ params, request }, ctx) =>
    accounts.resetPassword(ctx, languageOfRequest(request), params.id),
  )
  mount(app, contract.resetSecondFactor, ({ params }, ctx) => accounts.resetSecondFactor(ctx, params.id))
  // A wrong password is counted even when the action is refused.
  mount(app, contract.handOver, ({ params, body }, ctx) => accounts.handOver(ctx, params.id, body), {
    ownTransaction: true,
  })
  mount(app, contract.listAccountSessions, ({ params, token }, ctx) => accounts.listSessions(ctx, params.id, token))
  mount(app, contract.endAccountSessions, ({ params, body, token }, ctx) =>
    accounts.endSessions(ctx, params.id, token, body.sessionId),
  )
  mount(app, contract.updateProfile, async ({ body, token }, ctx) => {
    await accounts.changeProfile(ctx, ownId(ctx), body.name)
    const user = await findSessionUser(ctx.db, ctx.clock, token)
    if (!user) throw new AppError('auth.session-expired')
    return user
  })
  mount(app, contract.listOwnSessions, ({ token }, ctx) => selectSessions(ctx.db, ctx.clock, ownId(ctx), token))
  mount(app, contract.endOwnSessions, ({ body, token }, ctx) =>
    accounts.endSessions(ctx, ownId(ctx), token, body.sessionId),
  )
}
