import type { FillableDatabase } from '@gatehouse/testkit/bulk-sql/fillable-database.ts'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@gatehouse/server/db/embedded/embedded-postgres.ts'
import { migrate } from '@gatehouse/server/db/migrate.ts'
import { openDatabase, openPool } from '@gatehouse/server/db/open-database.ts'
import { proveKeys } from '@gatehouse/server/db/prove-keys.ts'
import { insertSession } from '@gatehouse/server/http/session-store.ts'
import { systemClock } from '@gatehouse/server/lib/clock.ts'
import type { Context } from '../benchmark.ts'

/** Nothing in its folder but the database and the keys by which it is known; a server started on it keeps its pictures there. */
export type Installation = FillableDatabase

/** A data folder of its own on the disk that temporary files are on. */
export async function makeFolder({ cleanup }: Context): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  // Started by root, PostgreSQL runs as another user, who must get in.
  await chmod(folder, 0o755)
  return folder
}

/**
 * The product's own embedded PostgreSQL with its own settings, fsync on, migrated and licensed. It is started here and
 * not by the server, so that a benchmark can fill and count it, and a server be started on it again.
 */
export async function install(context: Context): Promise<Installation> {
  const dataFolder = await makeFolder(context)
  const postgres = await startEmbeddedPostgres({ folder: join(dataFolder, 'postgres') })
  context.cleanup.defer(() => postgres.stop())
  await migrate(postgres.url)
  const pool = openPool(postgres.url, 4)
  context.cleanup.defer(() => pool.end())
  // As at a first start: a server makes no keys for a database in which there is somebody.
  await proveKeys(openDatabase(pool), { GATEHOUSE_DATA: dataFolder })
  const { rows } = await pool.query<{ fsync: string }>('show fsync')
  if (rows[0]?.fsync !== 'on')
    throw new Error('this database does not wait for the disk: its figures would mean nothing')
  await pool.query(`insert into licence (kind, serial_number, signature, udid, activation_code, edition, valid_from, valid_to)
    values ('file', 'BENCH', 'bench', 'bench', 'bench', 'enterprise', '2020-01-01', '2100-01-01')`)
  return { dataFolder, databaseUrl: postgres.url, pool }
}

/** The token of a session of an administrator of its own. */
export async function openSession({ databaseUrl }: Installation): Promise<string> {
  const db = openDatabase(openPool(databaseUrl, 1))
  try {
    const account = await db
      .insertInto('account')
      .values({ account: 'bench', name: 'Bench', role: 1, email: null, password_hash: 'nobody logs in' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return await insertSession(db, systemClock, { accountId: account.id, address: '127.0.0.1', userAgent: 'bench' })
  } finally {
    await db.destroy()
  }
}
