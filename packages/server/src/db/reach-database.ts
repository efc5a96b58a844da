import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../lib/config.ts'
import { databaseRole } from './embedded/embedded-postgres-cluster.ts'
import { findCluster } from './embedded/embedded-postgres-place.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { type Db, openDatabase, openPool } from './open-database.ts'

/**
 * For the operator's commands: a connection to the database of this installation, whether or not its server runs; an
 * embedded database that does not run is started for the time of the work.
 * @throws EmbeddedPostgresError, or pg's error, when there is no database to reach
 */
export const withDatabase = <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabaseUrl(config, (url) => using(url, work))

/** As `withDatabase`, for work that needs a connection of its own kind. */
export async function withDatabaseUrl<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.DATABASE_URL) return work(config.DATABASE_URL)
  const folder = join(config.GATEHOUSE_DATA, 'postgres')
  const running = await addressOfRunning(folder)
  if (running) return work(running)
  const database = await startEmbeddedPostgres({ folder })
  try {
    return await work(database.url)
  } finally {
    await database.stop()
  }
}

/**
 * The address of the embedded database of that folder, from its own `postmaster.pid`; undefined when it does not run. A
 * file that a killed one left behind names a dead process.
 */
async function addressOfRunning(folder: string): Promise<string | undefined> {
  const cluster = await findCluster(folder)
  if (!cluster) return undefined
  // The fourth line is the port, the fifth the folder of the socket.
  const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const [pid, , , port, socketFolder] = lines
  if (!socketFolder || !isAlive(Number(pid))) return undefined
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim()
  return `postgresql://${databaseRole}:${password}@localhost:${port}/gatehouse?host=${encodeURIComponent(socketFolder)}`
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // another user's, but alive
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function using<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(openPool(url, 1))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
