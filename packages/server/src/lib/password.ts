import { randomBytes, randomInt } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import { isPasswordForm, passwordLength } from '@gatehouse/contract/password-policy.ts'
import { hash, verify } from '@node-rs/argon2'
import { wellKnownPasswords } from './well-known-passwords.ts'

// OWASP's argon2id floor; on two cores about 25 ms off the main thread.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)

// Used for the check when there is no such account, so that the answer takes as long as for one that exists.
let decoy: Promise<string> | undefined

/** Whether the password is right; always takes as long as a real check. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  const fits = await verify(stored ?? (await decoy), password)
  return stored !== undefined && fits
}

/**
 * BU-02's form, and none that everybody tries first: well known (years and numbers after it change nothing), the
 * account or its person's name, one pattern repeated, a sequence of the alphabet, the digits or the keyboard.
 */
export function refuseWeakPassword(password: string, { account, name }: { account: string; name: string }): void {
  const lower = password.toLowerCase()
  const bare = bareOf(lower)
  const own = [account, name].map((text) => bareOf(text.toLowerCase().replaceAll(/[^a-z0-9_]/g, '')))
  const isObvious =
    wellKnownPasswords.has(lower) ||
    (bare.length >= 4 && wellKnownPasswords.has(bare)) ||
    lower === account.toLowerCase() ||
    (bare.length >= 2 && own.includes(bare)) ||
    new Set(lower).size < 3 ||
    /^(.{1,4})\1+$/.test(lower) ||
    runs.some((run) => run.includes(lower))
  if (isObvious || !isPasswordForm(password)) throw new AppError('auth.password-weak', passwordLength)
}

const bareOf = (text: string) => text.replace(/[0-9_]+$/, '')

const forwards = ['0123456789012345678901234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const runs = forwards.flatMap((run) => [run, [...run].toReversed().join('')])

// Without look-alikes (0 O, 1 l I), since people copy it from a screen.
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password to be typed once: 14 characters, 81 bits. */
export const oneTimePassword = () => Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
