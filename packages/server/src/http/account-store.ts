import { AppError } from '@gatehouse/contract/errors.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { takeTextLock } from '../db/advisory-locks.ts'
import type { Db } from '../db/open-database.ts'
import type { Database } from '../db/tables.ts'
import { violates } from '../db/violates.ts'
import { looksOf } from '../lib/look-alike.ts'

/** @throws AppError account.taken, also by an account whose name looks the same: the operation log would show two as one */
export async function insertAccount(db: Db, account: Insertable<Database['account']>): Promise<{ id: string }> {
  const looks = looksOf(account.account)
  await takeTextLock(db, 'accountLooks', looks)
  const others = await db.selectFrom('account').select('account').execute()
  if (others.some((other) => looksOf(other.account) === looks)) throw new AppError('account.taken')
  return db
    .insertInto('account')
    .values(account)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violates(error, 'account__account')) throw new AppError('account.taken')
      throw error
    })
}

/** The account, locked until the transaction ends. */
export const lockAccount = (db: Db, id: string) =>
  db.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The super admin at the time of the lock: of two who hand over at once, the second finds another one. */
export const lockSuperAdmin = (db: Db) =>
  db.selectFrom('account').select(['id', 'account']).where('role', '=', 0).forUpdate().executeTakeFirst()

export const updateAccountRow = (db: Db, id: string, change: Updateable<Database['account']>) =>
  db
    .updateTable('account')
    .set({ ...change, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

export const deleteAccountRow = (db: Db, id: string) => db.deleteFrom('account').where('id', '=', id).execute()

/** The account of a user of the OpenID provider; first sign-ins run one after the other. */
export async function lockSubject(db: Db, subject: string) {
  await takeTextLock(db, 'openIdSubject', subject)
  return db
    .selectFrom('account')
    .select(['id', 'account', 'is_disabled'])
    .where('openid_subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()
}

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

/** Whether anybody ever has: until then the one-time password of the first start is the way in. */
export const hasSomebodySignedIn = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('account').select('id').where('last_login_at', 'is not', null).limit(1).executeTakeFirst()) !==
  undefined

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
