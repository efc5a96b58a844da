import { join } from 'node:path'
import type { ClientBase } from 'pg'

/*
 * Databases and backups from before 0.1.0 were made by other migrations, with numbers of their own. They are migrated
 * to the last of those, which makes the same schema as the first migrations of 0.1.0, and continue from there. A later
 * release deletes this folder.
 */
export const formerMigrations = join(import.meta.dirname, 'migrations')

/** The last migration of 0.1.0: up to it the schema is that of the last former one. */
const lastOfRelease = 7

type Known = { number: number; name: string; checksum: string }

/** Whether these migrations, of a database or a backup, are the former ones. */
export const areFormer = (applied: readonly { name: string }[]): boolean =>
  applied.some(({ name }) => name === '0001_init.sql')

/** Records the migrations of 0.1.0 in place of the former ones. */
export async function renumber(client: ClientBase, own: readonly Known[]): Promise<void> {
  await client.query('delete from schema_migration')
  for (const { number, name, checksum } of own.filter(({ number }) => number <= lastOfRelease))
    await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ])
}
