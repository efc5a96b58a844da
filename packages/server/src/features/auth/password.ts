import { randomBytes, randomInt } from 'node:crypto'
import { newPassword } from '@gatehouse/contract/features/auth.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { hash, verify } from '@node-rs/argon2'

// OWASP's argon2id floor; on two cores about 25 ms off the main thread.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)

// Verified against when there is no such account, so that the answer takes as long as for one that exists.
let decoy: Promise<string> | undefined

/** Whether the password fits; always takes as long as a real check. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  const fits = await verify(stored ?? (await decoy), password)
  return stored !== undefined && fits
}

const firstTried = new Set(
  (
    '123456 1234567 12345678 123456789 1234567890 password password1 password123 passw0rd p_ssword qwerty qwerty123 qwertyuiop ' +
    'abc123 abcd1234 a123456 a1234567 aa123456 111111 000000 888888 666666 123123 654321 987654321 1q2w3e4r 1qaz2wsx iloveyou ' +
    'admin admin1 admin12 admin123 admin1234 administrator root123 welcome welcome1 letmein monkey dragon sunshine princess ' +
    'woaini woaini1314 5201314 147258369 gatehouse gatehouse1 test123 changeme default guest123 superadmin'
  ).split(' '),
)

/** BU-02's form, and not one that everybody tries first, nor the account itself, nor one repeated character. */
export function refuseWeakPassword(password: string, account: string): void {
  const lower = password.toLowerCase()
  const isObvious = firstTried.has(lower) || lower === account.toLowerCase() || new Set(lower).size < 3
  if (isObvious || !newPassword.safeParse(password).success) throw new AppError('auth.password-weak')
}

// Without look-alikes (0 O, 1 l I), since people copy it from a screen.
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password to be typed once: 14 characters, 81 bits. */
export const oneTimePassword = () => Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
