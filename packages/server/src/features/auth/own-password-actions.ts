import { AppError } from '@gatehouse/contract/errors.ts'
import type { Ctx } from '../../ctx.ts'
import { passwordFits } from '../../lib/password.ts'
import { getAccountById } from '../../http/account-store.ts'
import { openWithLoginKey } from './login-key.ts'
import { serialiseAttempts, noteFailure, ownThrottle } from './login-throttle.ts'

/**
 * Requires the caller's own password once more, before an action that a stolen session must not take. A wrong one is counted, so the route must
 * not undo it (`ownTransaction`).
 * @throws AppError account.is-external: there is none here; auth.key-expired, auth.password-wrong, auth.throttled
 */
export async function requireOwnPassword(ctx: Ctx, proof: { rsa_id: string; password: string }) {
  if (ctx.actor.kind !== 'account') throw new AppError('auth.session-expired')
  const account = await getAccountById(ctx.db, ctx.actor.id)
  if (account.openid_subject !== null) throw new AppError('account.is-external')
  const throttle = ownThrottle(account.account)
  return serialiseAttempts(ctx, throttle, async () => {
    const [password = ''] = await openWithLoginKey(ctx, proof.rsa_id, proof.password)
    if (await passwordFits(account.password_hash, password)) return account
    await noteFailure(ctx, throttle)
    throw new AppError('auth.password-wrong')
  })
}
