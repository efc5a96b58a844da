import { getRsaKey, login } from '@gatehouse/contract/features/auth.ts'
import { encryptPassword } from '@gatehouse/testkit/encrypt-password.ts'
import type { Caller } from './gatehouse.ts'

/** A whole login: key, encryption, call; with the cookies of a browser, where it has any. */
export async function logIn(caller: Caller, account: string, password: string, cookie?: string) {
  const headers: Record<string, string> = cookie ? { cookie } : {}
  const { data: key } = await caller.call(getRsaKey, {}, headers)
  return caller.call(
    login,
    { body: { account, password: encryptPassword(key, password), rsa_id: key.rsa_id } },
    headers,
  )
}

/** The cookie by which the account that signed in there recognises a browser. */
export const knownCookie = ({ headers }: { headers: Record<string, unknown> }) =>
  /known_[0-9a-f]{12}=[\w-]{43}/.exec(String(headers['set-cookie']))?.[0] ?? ''

/** The attributes of a cookie, in the order of the alphabet: their own has no meaning. */
export const attributesOf = (header: unknown) => String(header).split('; ').slice(1).toSorted()
