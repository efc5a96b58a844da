import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { getRsaKey, login } from '@gatehouse/contract/features/auth.ts'
import type { Caller } from './gatehouse.ts'

type RsaKey = { empoent: string; module: string; rsa_id: string }

/** Encrypts as a browser does: RSA with PKCS#1 v1.5 padding under the key of `rsapub`. */
export function encrypt({ module, empoent }: RsaKey, text: string): string {
  const part = (hex: string) =>
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'RSA', n: part(module), e: part(empoent) }, format: 'jwk' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('hex')
}

/** A whole login: key, encryption, call; with the cookies of a browser, where it has any. */
export async function logIn(caller: Caller, account: string, password: string, cookie?: string) {
  const headers: Record<string, string> = cookie ? { cookie } : {}
  const { data: key } = await caller.call(getRsaKey, {}, headers)
  return caller.call(login, { body: { account, password: encrypt(key, password), rsa_id: key.rsa_id } }, headers)
}

/** The cookie by which a browser is known to the account that signed in there. */
export const knownCookie = ({ headers }: { headers: Record<string, unknown> }) =>
  /known_[0-9a-f]{12}=[\w-]{43}/.exec(String(headers['set-cookie']))?.[0] ?? ''
