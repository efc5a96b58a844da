import { z } from 'zod'
import { id, requiredLine } from '../fields.ts'
import { roles } from '../permissions.ts'
import { route } from '../route.ts'

export const roleRef = z.object({ id: z.int().min(0).max(4), name: z.enum(roles) })

/** The session's user as `login` and `account` give it (specification section 3, "Session user info"). */
export const sessionUser = z.object({
  id,
  account: z.string(),
  name: z.string(),
  role: roleRef,
  email: z.string().nullable(),
  /** The enterprise's zone (IANA), in which the console writes its dates. */
  timeZone: z.string(),
  /** The one-time password still stands: every route but this account's own refuses until it is changed. */
  mustChangePassword: z.boolean(),
  /** Signs in at the OpenID provider: password and second factor are managed there, not here. */
  isExternal: z.boolean(),
})
export type SessionUser = z.output<typeof sessionUser>

/** An RSA ciphertext (PKCS#1 v1.5) as lower-case hex, made with the key of `rsapub`. */
export const cipherHex = z.string().regex(/^[0-9a-fA-F]{64,1024}$/, { error: 'cipher-hex' })
export const rsaId = z.string().min(8).max(64)

export const getRsaKey = route({
  method: 'GET',
  path: '/v2/rsapub',
  summary: 'A new RSA key for one encrypted password; valid once, for two minutes',
  permission: 'public',
  response: z.object({ empoent: z.string(), module: z.string(), rsa_id: z.string() }),
})

export const login = route({
  method: 'POST',
  path: '/v2/login',
  summary: 'Log in with an account and its RSA-encrypted password',
  permission: 'public',
  worksOnFullDisk: true,
  body: z.object({
    account: requiredLine(64),
    password: cipherHex,
    rsa_id: rsaId,
    /** Of the second factor, where the account has one: the call is made again with it. */
    code: z.string().trim().min(6).max(20).optional(),
  }),
  response: sessionUser.extend({ token: z.string() }),
  errors: [
    'auth.key-expired',
    'auth.wrong-credentials',
    'auth.throttled',
    'auth.account-disabled',
    'auth.code-required',
    'auth.code-wrong',
    'auth.internet-stopped',
    'licence.required',
    'licence.clock-behind',
  ],
  audit: 'self',
  changes: [],
})

export const getAccount = route({
  method: 'GET',
  path: '/v2/account',
  summary: 'The account of this session',
  permission: 'session',
  response: sessionUser,
})

export const logout = route({
  method: 'GET',
  path: '/v2/logout',
  summary: 'End this session; its token is invalid at once',
  permission: 'session',
  audit: { module: 'account', event: 'logout' },
})

export const changePassword = route({
  method: 'PUT',
  path: '/v2/account/password',
  summary: 'Change your own password; ends all other sessions of the account',
  permission: 'session',
  worksOnFullDisk: true,
  body: z.object({ rsa_id: rsaId, oldPassword: cipherHex, newPassword: cipherHex }),
  response: sessionUser,
  errors: [
    'account.is-external',
    'auth.key-expired',
    'auth.password-wrong',
    'auth.password-weak',
    'auth.password-same',
    'auth.throttled',
  ],
  audit: { module: 'account', event: 'change-password' },
  changes: ['accounts'],
})
