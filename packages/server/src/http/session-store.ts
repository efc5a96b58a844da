import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { roles } from '@gatehouse/contract/permissions.ts'
import type { Session } from '@gatehouse/contract/features/accounts.ts'
import type { SessionUser } from '@gatehouse/contract/features/auth.ts'
import type { Db } from '../db/open-database.ts'
import { prepared } from '../db/prepared.ts'
import { after, type Clock } from '../lib/clock.ts'
import { hint } from '../ctx.ts'

/** A session ends after two hours without a call, and after a day in any case. */
export const idleSeconds = 2 * 3600
export const absoluteSeconds = 24 * 3600
const touchSeconds = 60
/** A session that shows a lobby display ends with its display, and at the latest after this time. */
const displaySeconds = 90 * 24 * 3600

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Makes a session and gives its token: 32 random bytes, stored only as their hash. */
export async function insertSession(
  db: Db,
  clock: Clock,
  session: { accountId: string; address: string; userAgent: string | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await db
    .insertInto('session')
    .values({
      token_hash: hashOf(token),
      account_id: session.accountId,
      address: session.address,
      user_agent: session.userAgent,
      created_at: now.toString(),
      last_seen_at: now.toString(),
      expires_at: after(now, absoluteSeconds),
    })
    .execute()
  return token
}

/**
 * Used within the last two hours. A session from the future is from before the clock was set back, and would never end.
 */
const isInUse = (now: Temporal.Instant) =>
  sql<boolean>`session.last_seen_at between ${after(now, -idleSeconds)} and ${after(now, idleSeconds)}`

/**
 * The platform's clock was moved by this much: a session lasts for the same number of hours, whatever the clock shows.
 */
export async function moveSessions(db: Db, ms: number): Promise<void> {
  const moved = sql`${ms} * interval '1 millisecond'`
  await sql`update session set last_seen_at = last_seen_at + ${moved}, expires_at = expires_at + ${moved}`.execute(db)
}

/** The user of a live session; a disabled account has none. Touches the session at most once a minute. */
export async function findSessionUser(db: Db, clock: Clock, token: string): Promise<SessionUser | undefined> {
  const now = clock.now()
  const row = await db
    .selectFrom('session')
    .modifyFront(prepared)
    .innerJoin('account', 'account.id', 'session.account_id')
    .innerJoin('company', (join) => join.onTrue())
    .select(['account.id', 'account.account', 'account.name', 'account.role', 'account.email'])
    .select(['account.must_change_password', 'account.openid_subject', 'session.last_seen_at', 'company.time_zone'])
    .where('session.token_hash', '=', hashOf(token))
    .where('session.expires_at', '>', now.toString())
    .where(isInUse(now))
    .where('account.is_disabled', '=', false)
    .executeTakeFirst()
  if (!row) return undefined
  if (now.since(Temporal.Instant.from(row.last_seen_at)).total('seconds') > touchSeconds) {
    await db
      .updateTable('session')
      .set({ last_seen_at: now.toString() })
      .where('token_hash', '=', hashOf(token))
      .execute()
  }
  return toSessionUser(row)
}

export function toSessionUser(row: {
  id: string
  account: string
  name: string
  role: number
  email: string | null
  must_change_password: boolean
  openid_subject: string | null
  time_zone: string
}): SessionUser {
  const name = roles[row.role]
  if (!name) throw new Error(`account ${row.id} has the unknown role ${row.role}`)
  const { id, account, email } = row
  return {
    id,
    account,
    name: row.name,
    role: { id: row.role, name },
    email,
    timeZone: row.time_zone,
    mustChangePassword: row.must_change_password,
    isExternal: row.openid_subject !== null,
  }
}

/** Extends a session that is in use by another day; at most once an hour, and not for ever. */
export const keepSession = (db: Db, clock: Clock, token: string) => {
  const now = clock.now()
  return db
    .updateTable('session')
    .set({ expires_at: after(now, absoluteSeconds) })
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '<', after(now, absoluteSeconds - 3600))
    .where('created_at', '>', now.subtract({ seconds: displaySeconds }).toString())
    .execute()
}

export const deleteSession = (db: Db, token: string) =>
  db.deleteFrom('session').where('token_hash', '=', hashOf(token)).execute()

/** The live sessions of an account, newest first; no more than anybody reads. */
export async function selectSessions(db: Db, clock: Clock, accountId: string, token: string): Promise<Session[]> {
  const now = clock.now()
  const rows = await db
    .selectFrom('session')
    .select(['id', 'address', 'user_agent', 'created_at', 'last_seen_at', 'token_hash'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now.toString())
    .where(isInUse(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  const own = hashOf(token)
  return rows.map((row) => ({
    id: row.id,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    isCurrent: row.token_hash.equals(own),
  }))
}

/** Ends sessions of an account: the named one, or all but the one with the token; says how many. */
export async function deleteSessions(
  db: Db,
  accountId: string,
  { id, exceptToken }: { id?: string | undefined; exceptToken?: string } = {},
): Promise<number> {
  const ended = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(exceptToken !== undefined, (query) => query.where('token_hash', '!=', hashOf(exceptToken ?? '')))
    .returning('id')
    .execute()
  await hint({ db }, { to: 'servers', what: 'sessions', id: accountId })
  return ended.length
}

export const deleteExpiredSessions = (db: Db, clock: Clock) =>
  db
    .deleteFrom('session')
    .where((where) =>
      where.or([
        where('expires_at', '<=', clock.now().toString()),
        where('last_seen_at', '<=', clock.now().subtract({ seconds: idleSeconds }).toString()),
      ]),
    )
    .execute()

/** Ends every session; says how many. */
export async function deleteAllSessions(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends the sessions of everybody but the super administrator. */
export const deleteSessionsOfOthers = (db: Db) =>
  sql`delete from session s using account a where a.id = s.account_id and a.role <> 0`.execute(db)
