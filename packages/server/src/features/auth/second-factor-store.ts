import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export const findSecondFactor = (db: Db, accountId: string) =>
  db.selectFrom('second_factor').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Stores an offered secret in place of an earlier offer; false if the second factor is on already. */
export async function offerSecret(db: Db, accountId: string, secret_sealed: Buffer): Promise<boolean> {
  const rows = await db
    .insertInto('second_factor')
    .values({ account_id: accountId, secret_sealed, confirmed_at: null, last_step: null })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret_sealed, last_step: null, created_at: sql<string>`now()` })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .execute()
  return rows.length > 0
}

/** Uses up the 30 seconds of a code: only one of two callers with one code succeeds; an older code is refused. */
export async function takeStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const rows = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .returning('account_id')
    .execute()
  return rows.length > 0
}

export async function takeRecoveryCode(db: Db, accountId: string, hash: Buffer): Promise<boolean> {
  const rows = await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .returning('account_id')
    .execute()
  return rows.length > 0
}

export const confirmSecret = (db: Db, accountId: string, at: string) =>
  db.updateTable('second_factor').set({ confirmed_at: at }).where('account_id', '=', accountId).execute()

export async function replaceRecoveryCodes(db: Db, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute()
}

export const deleteSecondFactor = (db: Db, accountId: string) =>
  db.deleteFrom('second_factor').where('account_id', '=', accountId).execute()
