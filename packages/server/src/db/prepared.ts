import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'

/**
 * Begins a statement that is asked again and again: PostgreSQL plans it once for each connection, and not each time. Its
 * text must not vary with what is asked (lists go in as arrays): every text keeps a plan of its own.
 */
export const prepared = sql.raw(mark)

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
