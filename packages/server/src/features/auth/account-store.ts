import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

const selectAccounts = (db: Db) =>
  db
    .selectFrom('account')
    .innerJoin('company', (join) => join.onTrue())
    .selectAll('account')
    .select('company.time_zone')

export const findAccountByName = (db: Db, account: string) =>
  selectAccounts(db)
    .where(sql<string>`lower(account.account)`, '=', account.toLowerCase())
    .executeTakeFirst()

export const getAccountById = (db: Db, id: string) =>
  selectAccounts(db).where('account.id', '=', id).executeTakeFirstOrThrow()

/** Makes the superAdmin of a fresh installation; does nothing when there is one already. */
export async function insertFirstAccount(
  db: Db,
  account: { account: string; name: string; password_hash: string },
): Promise<boolean> {
  const rows = await db
    .insertInto('account')
    .values({ ...account, role: 0, email: null, must_change_password: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.length > 0
}

export const updateLastLogin = (db: Db, id: string, at: string) =>
  db.updateTable('account').set({ last_login_at: at }).where('id', '=', id).execute()

export const updatePassword = (db: Db, id: string, passwordHash: string) =>
  db
    .updateTable('account')
    .set({ password_hash: passwordHash, must_change_password: false, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
