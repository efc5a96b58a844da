import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { prepareMarked } from './prepared.ts'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>
export type DbPool = pg.Pool

// Converts PostgreSQL's text form ("2026-11-21 08:00:00.123+00") to ISO; sessions run in UTC. A Date would lose
// microseconds and must never leave this file.
const toIso = (text: string) => `${text.replace(' ', 'T').replace(/\+00$/, '')}Z`

const parsers = new Map<number, (text: string) => unknown>([
  [1184, toIso],
  [1082, (text) => text],
  [20, Number],
])

/**
 * A database that accepts data and answers nothing counts as unavailable after this time. It is above the 30 s after
 * which PostgreSQL itself cancels a statement and reports it.
 */
const answerWithinMs = 35_000
const connectWithinMs = 10_000
/** In a pool it also limits the wait for a connection that others use: a busy hour is no silence. */
const takeWithinMs = 30_000

/** The options of every connection: no endless wait, and keep-alive for quiet ones. */
const reachable = { connectionTimeoutMillis: connectWithinMs, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** One connection for work of its own kind, without a limit of time; `options` are PostgreSQL's. Not connected yet. */
export const createClient = (url: string, options = ''): pg.Client =>
  new pg.Client({ connectionString: url, ...reachable, ...(options === '' ? {} : { options }) })

export type PoolLimits = { answerWithinMs?: number; connectWithinMs?: number }

/**
 * A pool whose sessions run in UTC and cancel a statement after 30 s. `max` connections, 20 by default; `more` are
 * further settings.
 */
export function openPool(url: string, max = 20, more = '', limits: PoolLimits = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...reachable,
    connectionTimeoutMillis: limits.connectWithinMs ?? takeWithinMs,
    query_timeout: limits.answerWithinMs ?? answerWithinMs,
    options: `-c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s ${more}`,
    // oxlint-disable-next-line typescript/no-unsafe-return -- pg types its parsers as any; tables.ts has the types
    types: { getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format) },
  })
  // A connection that dies while idle is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepareMarked(client)
    dropSilent(client)
  })
  return pool
}

/**
 * A connection that has not answered in time is useless: the pool would give it to the next caller, who would wait as
 * long.
 */
function dropSilent(client: pg.PoolClient): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all of its many forms are passed on
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const watched = (...given: unknown[]) => {
    const answer = query(...given)
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout') destroyConnection(client)
      })
    return answer
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  client.query = watched as typeof client.query
}

/** Ends a connection without a message to the other side, whose answer would be waited for. */
export function destroyConnection(client: pg.ClientBase): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver has it, its types do not
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}

export const openDatabase = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })

/** Checks that the database answers at all. Rejects if it does not. */
export const askDatabase = (db: Db): Promise<unknown> => sql`select 1`.execute(db)
