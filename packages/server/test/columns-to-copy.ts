import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../src/db/open-database.ts'

/** The columns of a table that the copy of a row is given: the database computes the others. */
export async function columnsToCopy(db: Db, table: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`select quote_ident(column_name) as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
    db,
  )
  return sql.raw(rows.map(({ name }) => name).join(', '))
}
