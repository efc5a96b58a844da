import { AppError } from '@gatehouse/contract/errors.ts'
import type { SessionUser } from '@gatehouse/contract/features/auth.ts'
import { deleteSessions, insertSession, toSessionUser } from '../../http/session-store.ts'
import type { Ctx } from '../../ctx.ts'
import { refuseStopped } from '../deployment/deployment-actions.ts'
import { findAccountByName, getAccountById, updateLastLogin, updatePassword } from '../../http/account-store.ts'
import { openWithLoginKey } from './login-key.ts'
import { requireSecondFactor } from './second-factor.ts'
import { deleteKnownBrowsers } from './guessing-actions.ts'
import {
  serialiseAttempts,
  forgiveFailures,
  loginThrottle,
  noteFailure,
  noteInvalidKey,
  ownThrottle,
  type Throttle,
} from './login-throttle.ts'
import { hashPassword, passwordFits, refuseWeakPassword } from '../../lib/password.ts'

type Login = {
  account: string
  password: string
  rsa_id: string
  code?: string | undefined
  userAgent: string | null
  /** The cookies of earlier sign-ins that the browser sends. */
  marks: readonly Buffer[]
  isLicensed: boolean
  isClockBehind: boolean
}

/**
 * Logs in and creates a session. A wrong account and a wrong password get the same answer after the same time.
 * The code of a second factor comes with a second call.
 * @throws AppError auth.throttled, auth.key-expired, auth.wrong-credentials, auth.account-disabled, licence.required,
 *   licence.clock-behind, auth.internet-stopped, auth.code-required, auth.code-wrong
 */
export async function logIn(ctx: Ctx, login: Login): Promise<SessionUser & { token: string }> {
  const throttle = await loginThrottle(ctx, login.account, login.marks)
  return serialiseAttempts(ctx, throttle, () => checkLogin(ctx, login, throttle))
}

async function checkLogin(ctx: Ctx, login: Login, throttle: Throttle): Promise<SessionUser & { token: string }> {
  const password = await openPassword(ctx, login, throttle)
  ctx.audit.wasTried = true
  const account = await findAccountByName(ctx.db, login.account)
  if (!(await passwordFits(account?.password_hash, password)) || !account) {
    await noteFailure(ctx, throttle)
    throw new AppError('auth.wrong-credentials')
  }
  ctx.audit.actor = { id: account.id, name: account.account }
  if (account.is_disabled) throw new AppError('auth.account-disabled')
  const user = toSessionUser(account)
  // While the clock is before the start of the licence, the super admin can log in to set it right, and can do nothing else.
  const mayMendClock = login.isClockBehind && user.role.name === 'superAdmin'
  if (!login.isLicensed && !mayMendClock)
    throw new AppError(login.isClockBehind ? 'licence.clock-behind' : 'licence.required')
  await refuseStopped(ctx, user.role.name)
  ctx.audit.facts = { way: await requireSecondFactor(ctx, account, login.code, throttle) }
  await forgiveFailures(ctx, throttle)
  const token = await insertSession(ctx.db, ctx.clock, {
    accountId: account.id,
    address: ctx.address,
    userAgent: login.userAgent,
  })
  await updateLastLogin(ctx.db, account.id, ctx.clock.now().toString())
  return { ...user, token }
}

async function openPassword(ctx: Ctx, login: Login, throttle: Throttle): Promise<string> {
  try {
    const [password = ''] = await openWithLoginKey(ctx, login.rsa_id, login.password)
    return password
  } catch (error) {
    if (error instanceof AppError && error.code === 'auth.key-expired') await noteInvalidKey(ctx, throttle)
    throw error
  }
}

type PasswordChange = { rsa_id: string; oldPassword: string; newPassword: string }

/**
 * Changes the own password, ends every other session of the account, and deletes its known browsers.
 * @throws AppError account.is-external, auth.key-expired, auth.password-wrong, auth.password-weak, auth.password-same, auth.throttled
 */
export async function changeOwnPassword(ctx: Ctx, token: string, change: PasswordChange): Promise<SessionUser> {
  if (ctx.actor.kind !== 'account') throw new AppError('auth.session-expired')
  const account = await getAccountById(ctx.db, ctx.actor.id)
  ctx.audit.item = account.account
  if (account.openid_subject !== null) throw new AppError('account.is-external')
  const throttle = ownThrottle(account.account)
  const [oldPassword, newPassword] = await serialiseAttempts(ctx, throttle, async () => {
    const [given = '', wanted = ''] = await openWithLoginKey(ctx, change.rsa_id, change.oldPassword, change.newPassword)
    if (await passwordFits(account.password_hash, given)) return [given, wanted]
    await noteFailure(ctx, throttle)
    throw new AppError('auth.password-wrong')
  })
  if (newPassword === oldPassword) throw new AppError('auth.password-same')
  refuseWeakPassword(newPassword, account)
  await updatePassword(ctx.db, account.id, await hashPassword(newPassword))
  await deleteSessions(ctx.db, account.id, { exceptToken: token })
  await deleteKnownBrowsers(ctx.db, account.id)
  return toSessionUser({ ...account, must_change_password: false })
}
