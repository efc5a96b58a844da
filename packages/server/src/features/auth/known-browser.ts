import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { hashLinkToken, makeLinkToken } from '../../lib/link-token.ts'
import { networkOf } from '../../lib/network-of.ts'
import { insertKnown } from './known-browser-store.ts'

const keptSeconds = 180 * 86_400
/** A limit above the number of accounts that anybody uses in one browser. */
const maxCookies = 20

/** One cookie for each account that signed in there; it gives no access, and only distinguishes a known browser from a stranger's. */
const cookieName = (accountId: string) => `known_${createHash('sha256').update(accountId).digest('hex').slice(0, 12)}`

/** The hashes of the cookies that a browser sends. */
export const marksIn = ({ cookies }: FastifyRequest): Buffer[] =>
  Object.entries(cookies)
    .flatMap(([name, token = '']) => (/^known_[0-9a-f]{12}$/.test(name) && /^[\w-]{43}$/.test(token) ? token : []))
    .slice(0, maxCookies)
    .map(hashLinkToken)

/** From now on the browser is known to this account. */
export async function markBrowser(
  ctx: Ctx,
  accountId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { token, hash } = makeLinkToken()
  const network = networkOf(ctx.address)
  const known = { account_id: accountId, token_hash: hash, network, last_seen_at: ctx.clock.now().toString() }
  await insertKnown(ctx.db, known, marksIn(request))
  const cookie = { path: '/api/v2', httpOnly: true, sameSite: 'strict', maxAge: keptSeconds, secure: 'auto' } as const
  void reply.setCookie(cookieName(accountId), token, cookie)
}
