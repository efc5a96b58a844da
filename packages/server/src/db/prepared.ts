import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'

/**
 * Begins or ends a statement that is executed again and again: PostgreSQL plans it once for each connection, and not each time.
 * Its text must not depend on its values (lists are passed as arrays, by `unseenList`): every text keeps a plan of its
 * own.
 */
export const prepared = sql.raw(mark)

/**
 * A list for a prepared statement, whose length the planner does not see. If the planner sees a list shorter than the
 * ten that it assumes in a generic plan, it considers a custom plan cheaper, and plans each time after all. The outer
 * cast is for `= any(…)`, which takes a bare `(select …)` for rows.
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

/** Makes a connection prepare the marked statements. */
export function prepareMarked(client: pg.PoolClient): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all of its many forms are passed on
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const marked = (text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && (text.slice(0, 32).includes(mark) || text.endsWith(mark))
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  client.query = marked as typeof client.query
}
