import { Kysely, PostgresDialect } from 'kysely'
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

/** A pool whose sessions run in UTC and give up on a statement after 30 s. `max` connections, 20 unless told; `more` are settings of theirs. */
export function openPool(url: string, max = 20, more = ''): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    options: `-c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s ${more}`,
    // oxlint-disable-next-line typescript/no-unsafe-return -- pg types its parsers as any; tables.ts says what comes
    types: { getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format) },
  })
  // A connection that dies while idle is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepareMarked(client)
  })
  return pool
}

export const openDatabase = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
