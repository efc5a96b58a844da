import { hash, randomBytes } from 'node:crypto'

/** A device's secret: 32 random bytes, shown once, kept only as its hash. */
export const makeSecret = () => randomBytes(32).toString('base64url')

/** Enough for a secret of 256 random bits: it cannot be guessed from the hash, which is cheap enough for every call. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const makeLdid = (type: string) => `${type}-${randomBytes(16).toString('hex')}`

export type Credentials = { ldid: string; secret: string }

const bearer = /^Bearer ([A-Z0-9]{2,8}-[0-9a-f]{32})\.([A-Za-z0-9_-]{43})$/

/** `Authorization: Bearer <ldid>.<secret>`; undefined for anything else. */
export function readBearer(header: string | undefined): Credentials | undefined {
  const [, ldid, secret] = bearer.exec(header ?? '') ?? []
  return ldid && secret ? { ldid, secret } : undefined
}
