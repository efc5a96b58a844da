import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { prepareMarked } from './prepared.ts'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>
export type DbPool = pg.Pool

// PostgreSQL's text form ("2026-11-21 08:00:00.123+00") to ISO; sessions run in UTC. A Date would lose microseconds and
// is never to cross a border.
const toIso = (text: string) => `${text.replace(' ', 'T').replace(/\+00$/, '')}Z`

const parsers = new Map<number, (text: string) => unknown>([
  [1184, toIso],
  [1082, (text) => text],
  [20, Number],
])

/**
 * After so long a database that takes what is sent and says nothing counts as away. Above the 30 s after which PostgreSQL itself gives a
 * statement up: then that is told.
 */
const answerWithinMs = 35_000
const connectWithinMs = 10_000
/** Of a pool it is also the wait for a connection that others use: a busy hour is no silence. */
const takeWithinMs = 30_000

/** What every connection has: no wait without an end for one, and the system looks whether a quiet one is still there. */
const reachable = { connectionTimeoutMillis: connectWithinMs, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** One connection for work of its own kind, which may take as long as it does; `options` are PostgreSQL's. Not connected yet. */
export const createClient = (url: string, options = ''): pg.Client =>
  new pg.Client({ connectionString: url, ...reachable, ...(options === '' ? {} : { options }) })

export type PoolLimits = { answerWithinMs?: number; connectWithinMs?: number }

/** A pool whose sessions run in UTC and give up on a statement after 30 s. `max` connections, 20 unless told; `more` are settings of theirs. */
export function openPool(url: string, max = 20, more = '', limits: PoolLimits = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...reachable,
    connectionTimeoutMillis: limits.connectWithinMs ?? takeWithinMs,
    query_timeout: limits.answerWithinMs ?? answerWithinMs,
    options: `-c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s ${more}`,
    // oxlint-disable-next-line typescript/no-unsafe-return -- pg types its parsers as any; tables.ts says what comes
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

/** One that has not answered in time is of no more use: the pool would give it to the next, who would wait as long. */
function dropSilent(client: pg.PoolClient): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of its many forms all go through
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

/** Ends a connection without a word to the other side, which would be waited for. */
export function destroyConnection(client: pg.ClientBase): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver has it, its types do not
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}

export const openDatabase = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })

/** Whether it answers at all. Rejects where it does not. */
export const askDatabase = (db: Db): Promise<unknown> => sql`select 1`.execute(db)
