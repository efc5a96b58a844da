import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'

/**
 * Begins a statement that is asked again and again: PostgreSQL plans it once for each connection, and not each time. Its
 * text must not vary with what is asked (lists go in as arrays, by `unseenList`): every text keeps a plan of its own.
 */
export const prepared = sql.raw(mark)

/**
 * A list for a prepared statement, whose length the planner does not see. Where it sees one that is shorter than the ten it
 * reckons with in a plan for all lists, it finds a plan for this one cheaper, and plans each time after all. The cast outside is for
 * `= any(…)`, which takes a bare `(select …)` for rows.
 */
export const unseenList = (type: ListType, values: readonly unknown[] | string) =>
  sql`(select ${values}::${sql.raw(type)}[])::${sql.raw(type)}[]`
export type ListType = 'uuid' | 'bigint' | 'smallint' | 'real' | 'boolean' | 'text' | 'jsonb' | 'bytea' | 'timestamptz'

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared-${names.size}`
  names.set(text, name)
  return name
}

/** Has a connection prepare what is marked so. */
export function prepareMarked(client: pg.PoolClient): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of its many forms all go through
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const marked = (text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.slice(0, 32).includes(mark)
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  client.query = marked as typeof client.query
}
