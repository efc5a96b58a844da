import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** The oldest browsers of an account beyond this number, or unused for this time, become unknown. */
const maxPerAccount = 50
const keptDays = 180

/** The hash of a browser in which the account signed in before, or of a network from which it did. */
export async function findKnown(
  db: Db,
  account: string,
  { hashes, network, now }: { hashes: readonly Buffer[]; network: string; now: Temporal.Instant },
): Promise<{ browser: Buffer | undefined; isNetwork: boolean }> {
  const rows = await db
    .selectFrom('known_browser')
    .innerJoin('account', 'account.id', 'known_browser.account_id')
    .select(['known_browser.token_hash', 'known_browser.network'])
    .where(sql<string>`lower(account.account)`, '=', account.toLowerCase())
    .where('known_browser.last_seen_at', '>', now.subtract({ hours: 24 * keptDays }).toString())
    .execute()
  return {
    browser: rows.find(({ token_hash }) => hashes.some((hash) => hash.equals(token_hash)))?.token_hash,
    isNetwork: rows.some((row) => row.network === network),
  }
}

/** One of these browsers in which any account signed in. */
export async function findAnyKnown(db: Db, hashes: readonly Buffer[]): Promise<Buffer | undefined> {
  if (hashes.length === 0) return undefined
  const row = await db
    .selectFrom('known_browser')
    .select('token_hash')
    .where('token_hash', 'in', hashes)
    .executeTakeFirst()
  return row?.token_hash
}

type Known = { account_id: string; token_hash: Buffer; network: string; last_seen_at: string }

/** Notes another sign-in of the browser: a new token replaces its earlier ones. */
export async function insertKnown(db: Db, known: Known, earlier: readonly Buffer[]): Promise<void> {
  const ofAccount = db.deleteFrom('known_browser').where('account_id', '=', known.account_id)
  if (earlier.length > 0) await ofAccount.where('token_hash', 'in', earlier).execute()
  await db.insertInto('known_browser').values(known).execute()
  await ofAccount
    .where('token_hash', 'not in', (query) =>
      query
        .selectFrom('known_browser')
        .select('token_hash')
        .where('account_id', '=', known.account_id)
        .orderBy('last_seen_at', 'desc')
        .orderBy('token_hash')
        .limit(maxPerAccount),
    )
    .execute()
}

export const deleteKnown = (db: Db, accountId: string) =>
  db.deleteFrom('known_browser').where('account_id', '=', accountId).execute()

export const deleteOldKnown = (db: Db, now: Temporal.Instant) =>
  db
    .deleteFrom('known_browser')
    .where('last_seen_at', '<', now.subtract({ hours: 24 * keptDays }).toString())
    .execute()
