import { createHash } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import { hashLinkToken, makeLinkToken } from '../../lib/link-token.ts'
import { networkOf } from '../../lib/network-of.ts'
import { insertKnown } from './known-browser-store.ts'

const keptSeconds = 180 * 86_400
/** More accounts than anybody uses in one browser. */
const maxCookies = 20

/** One cookie for each account that signed in there; it opens nothing, it only tells a known browser from a stranger. */
const cookieName = (accountId: string) => `known_${createHash('sha256').update(accountId).digest('hex').slice(0, 12)}`

/** The marks that a browser brings, as their hashes. */
export const marksIn = (cookies: string | undefined): Buffer[] =>
  [...(cookies ?? '').matchAll(/(?:^|;\s*)known_[0-9a-f]{12}=([\w-]{43})(?=;|$)/g)]
    .slice(0, maxCookies)
    .map(([, token = '']) => hashLinkToken(token))

/** Marks the browser as one in which this account signed in; gives the cookie it is to keep. */
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
