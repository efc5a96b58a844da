import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature of a call of the open API, as its caller computes it. */
export const signPublicApiCall = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Whether one of the secrets made this signature; every wrong signature takes the same time. */
export function isSignedBy(secrets: readonly string[], text: string, sign: string): boolean {
  const given = Buffer.from(sign)
  return secrets
    .map((secret) => Buffer.from(signPublicApiCall(secret, text)))
    .some((expected) => given.length === expected.length && timingSafeEqual(given, expected))
}
