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

type SessionDatabase = ReturnType<typeof openDatabase>

/** The token of a session of an administrator of its own. */
export const openSession = (installation: Installation): Promise<string> =>
  openSessionOf(installation, (db) =>
    db
      .insertInto('account')
      .values({ account: 'bench', name: 'Bench', role: 1, email: null, password_hash: 'nobody logs in' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )

/** The same of the one account that manages the others, which a server makes at its first start, with its password changed. */
export const openOwnersSession = (installation: Installation): Promise<string> =>
  openSessionOf(installation, (db) =>
    db
      .updateTable('account')
      .set({ must_change_password: false })
      .where('role', '=', 0)
      .returning('id')
      .executeTakeFirstOrThrow(),
  )

async function openSessionOf(
  { databaseUrl }: Installation,
  accountOf: (db: SessionDatabase) => Promise<{ id: string }>,
): Promise<string> {
  const db = openDatabase(openPool(databaseUrl, 1))
  try {
    const { id } = await accountOf(db)
    return await insertSession(db, systemClock, { accountId: id, address: '127.0.0.1', userAgent: 'bench' })
  } finally {
    await db.destroy()
  }
}
