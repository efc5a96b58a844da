import * as factor from '@gatehouse/contract/features/accounts.ts'
import * as contract from '@gatehouse/contract/features/auth.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, mount } from '../../http/mount.ts'
import { withAuditEntry } from '../../http/audit-entry.ts'
import { deleteSession, findSessionUser } from '../../http/session-store.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { noteAddresses } from '../deployment/deployment-actions.ts'
import { changeOwnPassword, logIn } from './auth-service.ts'
import { keptSeconds, markBrowser, marksIn } from './known-browser.ts'
import { offerLoginKey } from './login-key.ts'
import * as secondFactor from './second-factor.ts'

export function mountAuth(app: App, passwordChanged: (account: string) => void): void {
  mount(app, contract.getRsaKey, ({ request }, ctx) => offerLoginKey(ctx, marksIn(request.cookies)))

  /** From now on the browser is known to the account. */
  const mark = async (ctx: Ctx, accountId: string, request: FastifyRequest, reply: FastifyReply) => {
    const { name, value } = await markBrowser(ctx, accountId, request.cookies)
    void reply.setCookie(name, value, {
      path: '/api/v2',
      httpOnly: true,
      sameSite: 'strict',
      maxAge: keptSeconds,
      secure: 'auto',
    })
  }

  mount(app, contract.login, ({ body, request, reply }, ctx) => {
    ctx.audit.item = body.account
    const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null
    const attempt = async () => {
      const licence = { isLicensed: app.isLicensed(), isClockBehind: app.isClockBehind() }
      const user = await logIn(ctx, { ...body, userAgent, marks: marksIn(request.cookies), ...licence })
      await mark(ctx, user.id, request, reply)
      // Only after a successful login: otherwise a stranger's Host header could start the clock.
      await noteAddresses(ctx, [request.hostname, request.socket.localAddress ?? ''])
      return user
    }
    return withAuditEntry(ctx, request, { module: 'account', event: 'login' }, attempt)
  })

  mount(app, contract.getAccount, async ({ token }, ctx) => {
    const user = await findSessionUser(ctx.db, ctx.clock, token)
    if (!user) throw new AppError('auth.session-expired')
    return user
  })

  mount(app, contract.logout, async ({ token }, ctx) => {
    await deleteSession(ctx.db, token)
    // A stream that this session holds open ends with it.
    if (ctx.actor.kind === 'account') await hint(ctx, { to: 'servers', what: 'sessions', id: ctx.actor.id })
    return null
  })

  mount(
    app,
    contract.changePassword,
    async ({ body, token, request, reply }, ctx) => {
      const user = await changeOwnPassword(ctx, token, body)
      await mark(ctx, user.id, request, reply)
      passwordChanged(user.account)
      return user
    },
    // The key is used up and a wrong password is counted even when the change is refused.
    { ownTransaction: true },
  )
  // A wrong code or password is counted, and a code is used up, even when the action is refused.
  const counting = { ownTransaction: true } as const
  mount(app, factor.getSecondFactor, (_, ctx) => secondFactor.getSecondFactor(ctx))
  mount(app, factor.offerSecondFactor, ({ body }, ctx) => secondFactor.offerSecondFactor(ctx, body), counting)
  mount(app, factor.confirmSecondFactor, ({ body }, ctx) => secondFactor.confirmSecondFactor(ctx, body.code), counting)
  mount(app, factor.renewRecoveryCodes, ({ body }, ctx) => secondFactor.renewRecoveryCodes(ctx, body.code), counting)
  mount(app, factor.endSecondFactor, ({ body }, ctx) => secondFactor.endSecondFactor(ctx, body.code), counting)
}
