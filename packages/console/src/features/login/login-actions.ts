import { changePassword, getRsaKey, login } from '@gatehouse/contract/features/auth.ts'
import { activate, startTrial } from '@gatehouse/contract/features/licence.ts'
import { openOpenIdSession } from '@gatehouse/contract/features/openid.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { call } from '../../api/call.ts'
import { encryptRsa } from '../../lib/rsa.ts'
import { keepToken, markInitialised } from '../../lib/session.ts'

type Outcome = 'opened' | 'must-change-password'

/**
 * Logs in with a fresh key (LOGIN-03). `opened`: the console may be shown (LOGIN-06); `must-change-password`: the session
 * is there, but the one-time password has to be changed first. `code`: of the second factor, where the server asked for it.
 */
export async function signIn(account: string, password: string, code?: string): Promise<Outcome> {
  const key = await call(getRsaKey)
  const body = { account, password: encryptRsa(password, key), rsa_id: key.rsa_id, ...(code ? { code } : {}) }
  return enter(await call(login, { body }))
}

/** The session after the return from the OpenID provider. */
export const signInByTicket = async (ticket: string): Promise<Outcome> =>
  enter(await call(openOpenIdSession, { body: { ticket } }))

function enter({ token, ...user }: Reply<typeof login>): Outcome {
  keepToken(token)
  if (user.mustChangePassword) return 'must-change-password'
  markInitialised(user)
  return 'opened'
}

/** Replaces the one-time password and opens the console. */
export async function replacePassword(oldPassword: string, newPassword: string) {
  const key = await call(getRsaKey)
  const body = {
    rsa_id: key.rsa_id,
    oldPassword: encryptRsa(oldPassword, key),
    newPassword: encryptRsa(newPassword, key),
  }
  markInitialised(await call(changePassword, { body }))
}

/** `acceptsWorse`: it was asked about what gets worse with it. */
export async function activateSystem(code: string, licenceFile: Uint8Array, acceptsWorse: boolean) {
  const body = { active_code: code, license_file: [...licenceFile], accept_worse: acceptsWorse }
  await call(activate, { body })
}

export async function beginTrial(acceptsWorse: boolean) {
  await call(startTrial, { body: { accept_worse: acceptsWorse } })
}
