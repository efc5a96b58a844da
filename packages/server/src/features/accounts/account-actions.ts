import { randomBytes } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type Role, roleId } from '@gatehouse/contract/permissions.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { hashPassword } from '../../lib/password.ts'
import { insertAccount, lockSubject, updateAccountRow } from '../../http/account-store.ts'

type External = { subject: string; account: string; name: string; email: string | null; role: Role }

/**
 * The account of a user of the OpenID provider: created at the first sign-in, later given the role of their groups. An account
 * that was created here under the same name is never taken over.
 * @throws AppError openid.account-taken
 */
export async function provisionExternal(ctx: Ctx, { subject, account, name, email, role }: External) {
  const known = await lockSubject(ctx.db, subject)
  const seen = { role: roleId(role), last_login_at: ctx.clock.now().toString() }
  await hint(ctx, { to: 'consoles', topic: 'accounts' })
  if (known) {
    await updateAccountRow(ctx.db, known.id, seen)
    await hint(ctx, { to: 'servers', what: 'sessions', id: known.id })
    return known
  }
  // A password that nobody knows.
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
  const row = { account, name, email, password_hash, openid_subject: subject, ...seen }
  const { id } = await insertAccount(ctx.db, row).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'account.taken') throw new AppError('openid.account-taken')
    throw error
  })
  return { id, account, is_disabled: false }
}
