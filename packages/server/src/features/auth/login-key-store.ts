import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export const insertLoginKey = (db: Db, key: Insertable<Database['login_key']>) =>
  db.insertInto('login_key').values(key).execute()

/** Counts the keys of a browser or an address that expire by then: a key that expires later is from before the clock was set back. */
export async function countLoginKeys(db: Db, address: string, now: string, until: string): Promise<number> {
  const row = await db
    .selectFrom('login_key')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Takes the key away as it reads it: of two callers with one handle, one gets it. */
export async function takeLoginKey(db: Db, id: string, now: string): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('login_key')
    .where('id', '=', id)
    .returning(['private_key_sealed', 'expires_at'])
    .executeTakeFirst()
  return row && Temporal.Instant.compare(row.expires_at, now) > 0 ? row.private_key_sealed : undefined
}

export const deleteExpiredLoginKeys = (db: Db, now: string) =>
  db.deleteFrom('login_key').where('expires_at', '<=', now).execute()

export const deleteAllLoginKeys = (db: Db) => db.deleteFrom('login_key').execute()
