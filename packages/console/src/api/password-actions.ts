import { changePassword, getRsaKey, type SessionUser } from '@gatehouse/contract/features/auth.ts'
import { encryptRsa } from '../lib/rsa.ts'
import { setUser } from '../lib/session.ts'
import { call } from './call.ts'

/** The own password once more, encrypted with a fresh key, before what a stolen session must not do. */
export async function proofOf(password: string) {
  const key = await call(getRsaKey)
  return { rsa_id: key.rsa_id, password: encryptRsa(password, key) }
}

/** Changes the own password with a fresh key (LOGIN-03); every other session of the account ends. */
export async function changeOwnPassword(given: { oldPassword: string; newPassword: string }): Promise<SessionUser> {
  const key = await call(getRsaKey)
  const user = await call(changePassword, {
    body: {
      rsa_id: key.rsa_id,
      oldPassword: encryptRsa(given.oldPassword, key),
      newPassword: encryptRsa(given.newPassword, key),
    },
  })
  setUser(user)
  return user
}
