import { AppError } from '@gatehouse/contract/errors.ts'
import type { SessionUser } from '@gatehouse/contract/features/auth.ts'
import { z } from 'zod'
import { findSessionUser, insertSession } from '../../http/session-store.ts'
import { after } from '../../lib/clock.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { hashLinkToken, makeLinkToken } from '../../lib/link-token.ts'
import { seal, unseal } from '../../lib/seal.ts'
import { provisionExternal } from '../accounts/account-actions.ts'
import { refuseStopped } from '../deployment/deployment-actions.ts'
import { identity, type OpenIdProvider } from './openid-provider.ts'
import { type OpenIdSettings, roleOfGroups } from './openid-settings.ts'
import { insertAttempt, takeAttempt, takeTicket } from './openid-store.ts'

const attemptSeconds = 600
/** The time from the callback to the login page's own call. */
const ticketSeconds = 60
const sealContext = 'openid_attempt.content'
const secrets = z.object({ verifier: z.string(), nonce: z.string(), state: z.string() })

const sealed = (ctx: Ctx, content: object) => seal(ctx.keys.column, Buffer.from(JSON.stringify(content)), sealContext)
const opened = (ctx: Ctx, content: Buffer): unknown =>
  JSON.parse(unseal(ctx.keys.column, content, sealContext).toString())

/** Begins a sign-in; only the browser with the secret `browser` can finish it. */
export async function beginSignIn(ctx: Ctx, provider: OpenIdProvider) {
  const { address, secrets } = await provider.begin()
  const browser = makeLinkToken()
  await insertAttempt(ctx.db, {
    state_hash: hashLinkToken(secrets.state),
    browser_hash: browser.hash,
    content_sealed: sealed(ctx, secrets),
    expires_at: after(ctx.clock.now(), attemptSeconds),
  })
  return { address, browser: browser.token }
}

/**
 * The provider sent the browser back: the user's identity waits, sealed, for the login page's own call with the ticket.
 * @throws AppError openid.attempt-over, and any reason for which the provider's answer is refused
 */
export async function finishSignIn(
  ctx: Ctx,
  provider: OpenIdProvider,
  { state, browser, query }: { state: string; browser: string; query: string },
): Promise<string> {
  const now = ctx.clock.now()
  const browserHash = hashLinkToken(browser)
  const attempt = await takeAttempt(ctx.db, hashLinkToken(state), browserHash, now.toString())
  if (!attempt) throw new AppError('openid.attempt-over')
  const person = await provider.finish(query, secrets.parse(opened(ctx, attempt.content_sealed)))
  const { token: ticket, hash } = makeLinkToken()
  await insertAttempt(ctx.db, {
    state_hash: hash,
    browser_hash: browserHash,
    ticket_hash: hash,
    content_sealed: sealed(ctx, person),
    expires_at: after(now, ticketSeconds),
  })
  return ticket
}

type Opening = { ticket: string; browser: string; userAgent: string | null; isLicensed: boolean }

/**
 * The session of a user who came back with a ticket, in the browser that began. Their account is made at the first
 * sign-in; its role follows their groups each time.
 * @throws AppError openid.attempt-over, openid.no-role, openid.account-taken, auth.account-disabled,
 * auth.internet-stopped, licence.required
 */
export async function openSession(
  ctx: Ctx,
  settings: OpenIdSettings,
  { ticket, browser, userAgent, isLicensed }: Opening,
): Promise<SessionUser & { token: string }> {
  const taken = await takeTicket(ctx.db, hashLinkToken(ticket), hashLinkToken(browser), ctx.clock.now().toString())
  if (!taken) throw new AppError('openid.attempt-over')
  const person = identity.parse(opened(ctx, taken.content_sealed))
  ctx.audit.wasTried = true
  ctx.audit.item = person.account
  ctx.audit.facts = { way: 'openid' }
  const role = roleOfGroups(settings, person.groups)
  if (!role) throw new AppError('openid.no-role')
  if (!isLicensed) throw new AppError('licence.required')
  await refuseStopped(ctx, role)
  const account = await inTransaction(ctx, (ctx) => provisionExternal(ctx, { ...person, role }))
  ctx.audit.actor = { id: account.id, name: account.account }
  if (account.is_disabled) throw new AppError('auth.account-disabled')
  const token = await insertSession(ctx.db, ctx.clock, { accountId: account.id, address: ctx.address, userAgent })
  const user = await findSessionUser(ctx.db, ctx.clock, token)
  if (!user) throw new AppError('auth.account-disabled')
  return { ...user, token }
}
