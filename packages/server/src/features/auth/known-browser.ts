import { createHash } from 'node:crypto'
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
export const marksIn = (cookies: string | undefined): Buffer[] =>
  [...(cookies ?? '').matchAll(/(?:^|;\s*)known_[0-9a-f]{12}=([\w-]{43})(?=;|$)/g)]
    .slice(0, maxCookies)
    .map(([, token = '']) => hashLinkToken(token))

/** Marks the browser as known to this account; gives the cookie to set. */
export async function markBrowser(
  ctx: Ctx,
  accountId: string,
  { marks, isHttps }: { marks: readonly Buffer[]; isHttps: boolean },
): Promise<string> {
  const { token, hash } = makeLinkToken()
  const network = networkOf(ctx.address)
  const known = { account_id: accountId, token_hash: hash, network, last_seen_at: ctx.clock.now().toString() }
  await insertKnown(ctx.db, known, marks)
  const secure = isHttps ? '; Secure' : ''
  return `${cookieName(accountId)}=${token}; Path=/api/v2; HttpOnly; SameSite=Strict; Max-Age=${keptSeconds}${secure}`
}
