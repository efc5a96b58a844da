import { AppError } from '@gatehouse/contract/errors.ts'
import * as contract from '@gatehouse/contract/features/openid.ts'
import type { FastifyRequest } from 'fastify'
import { type App, mount } from '../../http/mount.ts'
import { withAuditEntry } from '../../http/audit-entry.ts'
import { openIdProvider } from './openid-provider.ts'
import { beginSignIn, finishSignIn, openSession } from './openid-service.ts'
import type { OpenIdSettings } from './openid-settings.ts'

const cookieName = 'openid'
const browserOf = ({ cookies }: FastifyRequest) => cookies[cookieName] ?? ''

/** Signing in at an OpenID provider (ADR 0022); without settings every one of these routes answers that it is off. */
export function mountOpenId(app: App, settings: OpenIdSettings | undefined): void {
  const provider = settings && openIdProvider(settings)
  const requireOn = () => {
    if (!settings || !provider) throw new AppError('openid.off')
    return { settings, provider }
  }

  mount(app, contract.startOpenId, async ({ request, reply }, ctx) => {
    const { settings, provider } = requireOn()
    app.publicRateLimiter.consume(request.ip)
    try {
      const { address, browser } = await beginSignIn(ctx, provider)
      const secure = settings.redirectUri.startsWith('https:')
      // Lax: the browser has to send it when the provider redirects back.
      const cookie = { path: '/api/v2/openid', httpOnly: true, sameSite: 'lax', maxAge: 600, secure } as const
      void reply.setCookie(cookieName, browser, cookie)
      await reply.header('cache-control', 'no-store').redirect(address.href, 302)
    } catch (error) {
      ctx.log.warn({ err: error }, 'the OpenID provider cannot be asked')
      await reply.redirect(`${settings.loginPage}#openid-failed`, 302)
    }
    return null
  })

  mount(app, contract.finishOpenId, async ({ request, reply, query }, ctx) => {
    const { settings, provider } = requireOn()
    app.publicRateLimiter.consume(request.ip)
    const search = request.url.split('?')[1] ?? ''
    try {
      const given = { state: query.state ?? '', browser: browserOf(request), query: search }
      const ticket = await finishSignIn(ctx, provider, given)
      // After the #, so that no server and no other site gets it.
      await reply.header('cache-control', 'no-store').redirect(`${settings.loginPage}#openid=${ticket}`, 302)
    } catch (error) {
      ctx.log.warn({ err: error }, 'a sign-in at the OpenID provider failed')
      await reply.redirect(`${settings.loginPage}#openid-failed`, 302)
    }
    return null
  })

  mount(app, contract.openOpenIdSession, ({ body, request }, ctx) => {
    const { settings } = requireOn()
    app.publicRateLimiter.consume(request.ip)
    const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null
    return withAuditEntry(ctx, request, { module: 'account', event: 'login' }, async () =>
      openSession(ctx, settings, {
        ...body,
        browser: browserOf(request),
        userAgent,
        isLicensed: app.isLicensed(),
      }),
    )
  })
}
