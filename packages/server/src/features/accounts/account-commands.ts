import { z } from 'zod'
import type { Command } from '../../command.ts'
import { inTransaction } from '../../ctx.ts'
import { withDatabase } from '../../db/reach-database.ts'
import { insertOperation } from '../../http/operation-log-store.ts'
import { deleteSessions } from '../../http/session-store.ts'
import type { Config } from '../../lib/config.ts'
import { hashPassword, oneTimePassword } from '../../lib/password.ts'
import { resetGuessing } from '../auth/guessing-actions.ts'
import { dropSecondFactor } from '../auth/second-factor-actions.ts'
import { lockSuperAdmin, updateAccountRow } from '../../http/account-store.ts'

const noOptions = z.object({})

/**
 * `gatehouse super-admin reset`: replaces a lost password by a one-time password, and ends the second factor, the sessions and the wait for
 * wrong passwords. Nobody in the console may do
 * this to the super admin; the operator of the machine may, and the operation log records it.
 */
export async function resetSuperAdminCommand(options: Record<string, unknown>, config: Config): Promise<string> {
  noOptions.parse(options)
  const password = oneTimePassword()
  const hash = await hashPassword(password)
  const account = await withDatabase(config, (db) =>
    inTransaction({ db }, async ({ db }) => {
      const superAdmin = await lockSuperAdmin(db)
      if (!superAdmin) throw new Error('There is no super admin yet: the first start of the server creates one.')
      const { id, account } = superAdmin
      await updateAccountRow(db, id, { password_hash: hash, must_change_password: true })
      await dropSecondFactor(db, id)
      await resetGuessing(db, superAdmin)
      const sessions = await deleteSessions(db, id)
      await insertOperation(db, {
        module: 'account',
        event: 'reset-password',
        side: 'system',
        address: '',
        requestId: '',
        actor: { kind: 'system' },
        note: { item: account, facts: { sessions } },
      })
      return account
    }),
  )
  return `Sign in as ${account} with the one-time password ${password} and choose a new one. The second factor is off.`
}

export const accountCommands: readonly Command[] = [
  {
    name: 'super-admin reset',
    help: `gatehouse super-admin reset
    Prints a one-time password for a super admin who has lost the password or the second factor; ends their sessions.`,
    run: (options, config) => resetSuperAdminCommand(options, config()),
  },
]
