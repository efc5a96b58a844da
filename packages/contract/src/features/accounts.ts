import { z } from 'zod'
import { id, instant, requiredLine } from '../fields.ts'
import { keyword, pageOf, pageQuery } from '../paging.ts'
import { roles } from '../permissions.ts'
import { isReservedAccount } from '../reserved-account.ts'
import { route } from '../route.ts'
import { cipherHex, roleRef, rsaId, sessionUser } from './auth.ts'

/** BU-02. Its password is nowhere among the fields. */
export const account = z.object({
  id,
  account: z.string(),
  name: z.string(),
  role: roleRef,
  email: z.string().nullable(),
  isDisabled: z.boolean(),
  /** The initial password still stands. */
  mustChangePassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Signs in at the OpenID provider, and has no password here. */
  isExternal: z.boolean(),
  createdAt: instant,
  lastLoginAt: instant.nullable(),
  /** Live sessions. */
  sessionCount: z.int(),
})
export type Account = z.output<typeof account>

/** Every role but the one that is unique (PERM-03). */
export const grantableRoles = ['mainAdmin', 'subAdmin', 'deviceAdmin', 'visitorAdmin'] as const

/** The name that people type at the login: a phone number is recommended (BU-02). */
const accountName = requiredLine(64)
  .refine((text) => /^[\p{L}\p{N}_.@+-]{2,64}$/u.test(text), { error: 'account-form' })
  .refine((text) => !isReservedAccount(text), { error: 'account-reserved' })
const email = requiredLine(128).refine((text) => z.email().safeParse(text).success, { error: 'email-form' })

/**
 * The way in which the initial password reaches its person: by e-mail, or, if no mail server is set or `showPassword`
 * asks for it, in this one answer and never again.
 */
const withPassword = z.object({ account, sentTo: z.string().nullable(), password: z.string().nullable() })
export type AccountWithPassword = z.output<typeof withPassword>

/** The caller's own password once more, encrypted as at the login, before what a stolen session must not do. */
const ownPassword = z.object({ rsa_id: rsaId, password: cipherHex })
const proofErrors = ['account.is-external', 'auth.key-expired', 'auth.password-wrong', 'auth.throttled'] as const

export const session = z.object({
  id,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: instant,
  lastSeenAt: instant,
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof session>

export const listAccounts = route({
  method: 'GET',
  path: '/v2/accounts',
  summary: 'The accounts of the console; keyword over account, name and e-mail',
  permission: 'account.manage',
  shows: 'accounts',
  query: pageQuery.extend({
    keyword,
    role: z.enum(roles).optional(),
    state: z.enum(['active', 'disabled', 'initial-password']).optional(),
  }),
  response: pageOf(account),
})

export const getAccountDetail = route({
  method: 'GET',
  path: '/v2/accounts/:id',
  summary: 'One account',
  permission: 'account.manage',
  shows: 'accounts',
  params: z.object({ id }),
  response: account,
  errors: ['account.not-found'],
})

export const createAccount = route({
  method: 'POST',
  path: '/v2/accounts',
  summary: 'Create an account; its e-mail receives the initial password and cannot be changed',
  permission: 'account.manage',
  body: z.object({ account: accountName, name: requiredLine(64), role: z.enum(grantableRoles), email }),
  response: withPassword,
  errors: ['account.taken'],
  audit: { module: 'account', event: 'create' },
  changes: ['accounts'],
})

export const updateAccount = route({
  method: 'PATCH',
  path: '/v2/accounts/:id',
  summary: 'Rename an account, give it another role, disable or enable it; disabling ends its sessions',
  permission: 'account.manage',
  params: z.object({ id }),
  body: z.object({ name: requiredLine(64), role: z.enum(grantableRoles), isDisabled: z.boolean() }).partial(),
  response: account,
  errors: ['account.not-found', 'account.is-super-admin'],
  audit: { module: 'account', event: 'update' },
  changes: ['accounts'],
})

export const deleteAccount = route({
  method: 'DELETE',
  path: '/v2/accounts/:id',
  summary: 'Delete an account; its entries in the operation log stay',
  permission: 'account.manage',
  params: z.object({ id }),
  errors: ['account.not-found', 'account.is-super-admin'],
  audit: { module: 'account', event: 'delete' },
  changes: ['accounts'],
})

export const resetPassword = route({
  method: 'POST',
  path: '/v2/accounts/:id/reset-password',
  summary: 'Give an account a new initial password; ends its sessions',
  permission: 'account.manage',
  params: z.object({ id }),
  response: withPassword,
  errors: ['account.not-found', 'account.is-super-admin', 'account.is-external'],
  audit: { module: 'account', event: 'reset-password' },
  changes: ['accounts'],
})

export const resetSecondFactor = route({
  method: 'POST',
  path: '/v2/accounts/:id/reset-second-factor',
  summary: 'Reset the second factor of an account whose phone is lost; ends its sessions',
  permission: 'account.manage',
  params: z.object({ id }),
  response: account,
  errors: ['account.not-found', 'account.is-super-admin', 'second-factor.off'],
  audit: { module: 'account', event: 'reset-second-factor' },
  changes: ['accounts'],
})

export const handOver = route({
  method: 'POST',
  path: '/v2/accounts/:id/hand-over',
  summary: 'Make another account the super admin; the caller becomes mainAdmin (Sub Admin in the console)',
  permission: 'account.manage',
  params: z.object({ id }),
  body: ownPassword,
  response: account,
  errors: ['account.not-found', 'account.is-super-admin', 'account.cannot-take-over', ...proofErrors],
  audit: { module: 'account', event: 'hand-over' },
  changes: ['accounts'],
})

export const listAccountSessions = route({
  method: 'GET',
  path: '/v2/accounts/:id/sessions',
  summary: 'The active sessions of an account, newest first',
  permission: 'account.manage',
  shows: 'accounts',
  params: z.object({ id }),
  response: z.array(session),
  errors: ['account.not-found'],
})

export const endAccountSessions = route({
  method: 'POST',
  path: '/v2/accounts/:id/end-sessions',
  summary: 'End sessions of an account: the named one, or all but the caller’s own',
  permission: 'account.manage',
  worksOnFullDisk: true,
  params: z.object({ id }),
  body: z.object({ sessionId: id.optional() }),
  response: z.object({ ended: z.int() }),
  errors: ['account.not-found', 'session.not-found'],
  audit: { module: 'account', event: 'end-sessions' },
  changes: ['accounts'],
})

// The own account, open to everybody.

export const updateProfile = route({
  method: 'PATCH',
  path: '/v2/account',
  summary: 'Change your own name',
  permission: 'account.self',
  body: z.object({ name: requiredLine(64) }),
  response: sessionUser,
  audit: { module: 'account', event: 'update-profile' },
  changes: ['accounts'],
})

export const listOwnSessions = route({
  method: 'GET',
  path: '/v2/account/sessions',
  summary: 'The active sessions of your own account, newest first',
  permission: 'account.self',
  shows: 'accounts',
  response: z.array(session),
})

export const endOwnSessions = route({
  method: 'POST',
  path: '/v2/account/end-sessions',
  summary: 'End sessions of your own account: the named one, or all but this one',
  permission: 'account.self',
  worksOnFullDisk: true,
  body: z.object({ sessionId: id.optional() }),
  response: z.object({ ended: z.int() }),
  errors: ['session.not-found'],
  audit: { module: 'account', event: 'end-sessions' },
  changes: ['accounts'],
})

export const secondFactor = z.object({
  state: z.enum(['off', 'on']),
  since: instant.nullable(),
  recoveryCodesLeft: z.int(),
})
export type SecondFactor = z.output<typeof secondFactor>

/** Six digits of an authenticator, or one of the recovery codes. */
export const oneTimeCode = z.string().trim().min(6).max(20)
const codeErrors = ['auth.code-wrong', 'auth.throttled'] as const
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const getSecondFactor = route({
  method: 'GET',
  path: '/v2/account/second-factor',
  summary: 'Whether your own account uses a second factor',
  permission: 'account.self',
  shows: 'accounts',
  response: secondFactor,
})

export const offerSecondFactor = route({
  method: 'POST',
  path: '/v2/account/second-factor',
  summary: 'A new secret for an authenticator app, shown once; it is active after its first code is confirmed',
  permission: 'account.self',
  body: ownPassword,
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['second-factor.on', ...proofErrors],
  audit: { module: 'account', event: 'offer-second-factor' },
  changes: [],
})

export const confirmSecondFactor = route({
  method: 'POST',
  path: '/v2/account/second-factor/confirm',
  summary: 'Turn the second factor on with its first code; returns the recovery codes, once',
  permission: 'account.self',
  body: z.object({ code: oneTimeCode }),
  response: recoveryCodes,
  errors: ['second-factor.on', 'second-factor.not-offered', 'second-factor.code-wrong', 'auth.throttled'],
  audit: { module: 'account', event: 'confirm-second-factor' },
  changes: ['accounts'],
})

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/v2/account/second-factor/recovery-codes',
  summary: 'Create ten new recovery codes; earlier ones stop working',
  permission: 'account.self',
  body: z.object({ code: oneTimeCode }),
  response: recoveryCodes,
  errors: ['second-factor.off', ...codeErrors],
  audit: { module: 'account', event: 'renew-recovery-codes' },
  changes: ['accounts'],
})

export const endSecondFactor = route({
  method: 'POST',
  path: '/v2/account/second-factor/end',
  summary: 'Turn the second factor off, with a code',
  permission: 'account.self',
  body: z.object({ code: oneTimeCode }),
  response: secondFactor,
  errors: ['second-factor.off', ...codeErrors],
  audit: { module: 'account', event: 'end-second-factor' },
  changes: ['accounts'],
})
