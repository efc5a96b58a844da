import { changePassword, getRsaKey, login } from '@gatehouse/contract/features/auth.ts'
import { type Ask, askServer } from '../ask-server.ts'
import { encryptPassword } from '../encrypt-password.ts'

/** Logs in and gives the session's token. */
export async function logIn(url: string, account: string, password: string) {
  const ask = askServer(url)
  const key = await ask(getRsaKey)
  return ask(login, { body: { account, password: encryptPassword(key, password), rsa_id: key.rsa_id } })
}

/** Replaces a password; the session stays. */
export async function replacePassword(ask: Ask, oldPassword: string, newPassword: string): Promise<void> {
  const key = await ask(getRsaKey)
  await ask(changePassword, {
    body: {
      rsa_id: key.rsa_id,
      oldPassword: encryptPassword(key, oldPassword),
      newPassword: encryptPassword(key, newPassword),
    },
  })
}
