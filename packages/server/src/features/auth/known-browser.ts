import { createHash } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import { hashLinkToken, makeLinkToken } from '../../lib/link-token.ts'
import { networkOf } from '../../lib/network-of.ts'
import { insertKnown } from './known-browser-store.ts'

type Cookies = Readonly<Record<string, string | undefined>>

/** The time for which a browser stays known. */
export const keptSeconds = 180 * 86_400
/** A limit above the number of accounts that anybody uses in one browser. */
const maxCookies = 20

/** One cookie for each account that signed in there; it gives no access, and only distinguishes a known browser from a stranger's. */
const cookieName = (accountId: string) => `known_${createHash('sha256').update(accountId).digest('hex').slice(0, 12)}`

/** The hashes of the cookies that a browser sends. */
export const marksIn = (cookies: Cookies): Buffer[] =>
  Object.entries(cookies)
    .flatMap(([name, token = '']) => (/^known_[0-9a-f]{12}$/.test(name) && /^[\w-]{43}$/.test(token) ? token : []))
    .slice(0, maxCookies)
    .map(hashLinkToken)

/** From now on the browser that sends these cookies is known to this account by another one, which is to be set. */
export async function markBrowser(
  ctx: Ctx,
  accountId: string,
  cookies: Cookies,
): Promise<{ name: string; value: string }> {
  const { token, hash } = makeLinkToken()
  const network = networkOf(ctx.address)
  const known = { account_id: accountId, token_hash: hash, network, last_seen_at: ctx.clock.now().toString() }
  await insertKnown(ctx.db, known, marksIn(cookies))
  return { name: cookieName(accountId), value: token }
}
