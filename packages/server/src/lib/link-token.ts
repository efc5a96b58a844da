import { createHash, randomBytes } from 'node:crypto'

/**
 * The token in a link that works without an account: 32 random bytes, kept by the server only as their hash.
 * @public for every feature that sends links
 */
export function makeLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

export const hashLinkToken = (token: string) => createHash('sha256').update(token).digest()
