import type { Insertable } from 'kysely'
import { takeLock } from '../../../db/advisory-locks.ts'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

/** Stores a code, and deletes expired ones. */
export async function insertPairingCode(
  db: Db,
  row: Insertable<Database['pairing_code']>,
  now: string,
): Promise<string> {
  await db.deleteFrom('pairing_code').where('expires_at', '<=', now).execute()
  const { id } = await db.insertInto('pairing_code').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Whether a code is still unused. */
export const findWaitingCode = (db: Db, id: string, now: string) =>
  db.selectFrom('pairing_code').select('id').where('id', '=', id).where('expires_at', '>', now).executeTakeFirst()

/** Uses a code up: only one of two terminals that use it at once gets it. */
export const takePairingCode = (db: Db, codeHash: Buffer, now: string) =>
  db
    .deleteFrom('pairing_code')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning(['id', 'name', 'location', 'direction', 'checks_liveness as checksLiveness', 'language'])
    .executeTakeFirst()

/** Counts the devices, and prevents new ones until the transaction ends. */
export async function countDevicesLocked(db: Db): Promise<number> {
  await takeLock(db, 'deviceCount')
  const { count } = await db
    .selectFrom('device')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const deleteAllPairingCodes = (db: Db) => db.deleteFrom('pairing_code').execute()
