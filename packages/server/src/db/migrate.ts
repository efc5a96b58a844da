import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { takeLockOn } from './advisory-locks.ts'
import { areFormer, formerMigrations, renumber } from './before-release/before-release.ts'
import { createClient } from './open-database.ts'

export type Migration = { number: number; name: string; sql: string; checksum: string }

/** The database does not fit this release. The message is one line that tells what to do. */
export class MigrationError extends Error {
  readonly problem: 'changed' | 'failed' | 'misnumbered' | 'newer' | 'old-postgres'

  constructor(problem: MigrationError['problem'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MigrationError'
    this.problem = problem
  }
}

export const ownMigrations = join(import.meta.dirname, 'migrations')

/**
 * Brings the database to this release: each missing `migrations/NNNN_name.sql` in order, each in one transaction.
 * Safe from any number of processes at once, since each migration is applied under a lock that ends with its transaction.
 * @param wanted leaves out the others: a backup is loaded into the tables of its own release
 * @returns names of the migrations this call applied
 * @throws MigrationError when the database is newer than this release, PostgreSQL too old, or a migration fails or was edited
 */
export async function migrate(
  url: string,
  folder = ownMigrations,
  wanted: (migration: Migration) => boolean = () => true,
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(wanted)
  const former = folder === ownMigrations ? await readMigrations(formerMigrations) : []
  const client = createClient(url)
  await client.connect()
  try {
    return await applyAll(client, migrations, former)
  } finally {
    await client.end()
  }
}

/** The migrations of a folder in order of their numbers, each number once. A gap is a number that was set aside and not used. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name, index) => {
      const numberOf = (file: string | undefined) => Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file ?? '')?.[1])
      const number = numberOf(name)
      if (Number.isNaN(number) || number === numberOf(names[index - 1])) {
        throw new MigrationError('misnumbered', `Migration ${name} has no number of its own: give it a free one.`)
      }
      // A checkout on Windows may have changed the line ends, and nothing else.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * An external database may be older, and the first migration would fail on it with a message that does not mention it.
 */
export function refuseOldPostgres(version: string): void {
  if (Number.parseInt(version) < 18)
    throw new MigrationError('old-postgres', `The database is PostgreSQL ${version}: Gatehouse needs 18 or newer.`)
}

async function applyAll(client: ClientBase, migrations: Migration[], former: Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  refuseOldPostgres(rows[0]?.server_version ?? '')
  const done: string[] = []
  for (;;) {
    const name = await applyNext(client, migrations, former)
    if (name === undefined) return done
    done.push(name)
  }
}

async function applyNext(
  client: ClientBase,
  migrations: Migration[],
  former: Migration[],
): Promise<string | undefined> {
  await client.query('begin')
  try {
    await takeLockOn(client, 'migrations')
    const next = await findNext(client, migrations, former)
    if (next) await apply(client, next)
    await client.query('commit')
    return next?.name
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

type Applied = { number: number; name: string; checksum: string }

/**
 * The first migration that the database lacks. A database from before 0.1.0 is migrated to the end of that time first.
 */
async function findNext(
  client: ClientBase,
  migrations: Migration[],
  former: Migration[],
): Promise<Migration | undefined> {
  const applied = await readApplied(client)
  if (former.length === 0 || !areFormer(applied)) return findMissing(migrations, applied)
  const next = findMissing(former, applied)
  if (next) return next
  await renumber(client, migrations)
  return findMissing(migrations, await readApplied(client))
}

function findMissing(migrations: Migration[], applied: Applied[]): Migration | undefined {
  refuseMismatch(migrations, applied)
  return migrations.find(({ number }) => !applied.some((one) => one.number === number))
}

async function readApplied(client: ClientBase): Promise<Applied[]> {
  const { rows: tables } = await client.query<{ name: string | null }>(`select to_regclass('schema_migration') as name`)
  if (tables[0]?.name == null) {
    await client.query(`create table schema_migration (
      number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
    )`)
  }
  const { rows } = await client.query<Applied>('select number, name, checksum from schema_migration order by number')
  return rows
}

function refuseMismatch(migrations: Migration[], applied: Applied[]): void {
  const newest = applied.at(-1)
  if (newest && newest.number > (migrations.at(-1)?.number ?? 0)) {
    throw new MigrationError(
      'newer',
      `The database was used by a newer Gatehouse (it has ${newest.name}, this one ends with ${migrations.at(-1)?.name}): install that release again, or restore a backup made by this one.`,
    )
  }
  for (const { number, name, checksum } of applied) {
    const known = migrations.find((migration) => migration.number === number)
    if (known?.name === name && known.checksum === checksum) continue
    throw new MigrationError(
      'changed',
      `Migration ${known?.name ?? number} is not the ${name} that was applied to this database: put the released file back, and make further changes in a new one.`,
    )
  }
}

async function apply(client: ClientBase, { number, name, sql, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ])
  try {
    await client.query(sql)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new MigrationError('failed', `Migration ${name} failed and was undone: ${reason}`, { cause })
  }
}
