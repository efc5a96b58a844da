import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findBinaries } from './embedded-postgres-binaries.ts'
import { createCluster, databaseRole, refuseOtherVersion, resetPassword } from './embedded-postgres-cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { lockFolder } from './embedded-postgres-lock.ts'
import {
  findCluster,
  makeSocketFolder,
  noteCluster,
  openFolder,
  placeNewCluster,
  readOrCreate,
  removeSocketFolder,
  sharedFolder,
} from './embedded-postgres-place.ts'
import { endLeftovers } from './embedded-postgres-process.ts'
import { postgresSettings } from './embedded-postgres-settings.ts'
import { createClient } from '../open-database.ts'
import { releaseReserve, startDiskGuard, type DiskGuard, type DiskGuardSizes, unguardedDisk } from '../disk-guard.ts'
import { supervisePostgres } from './embedded-postgres-supervisor.ts'
import { chooseSystemUser } from './embedded-postgres-user.ts'
import type { Patience } from './embedded-postgres-watch.ts'

export type EmbeddedPostgres = {
  /**
   * Connection string of the database `gatehouse`; it stays the same when PostgreSQL is started again after a crash.
   */
  url: string
  /** The folder of its data. */
  folder: string
  /** The guard of the disk that its data lie on. */
  disk: DiskGuard
  stop(): Promise<void>
}

const database = 'gatehouse'

/**
 * Starts PostgreSQL on a Unix socket, makes the database at the first start, and keeps it running until `stop`.
 * @param options.folder where the cluster and its secrets are kept (or noted, see ADR on the embedded database)
 * @param options.durable false does not wait for the disk, and runs no disk guard: for tests only
 * @param options.disk sizes of the disk guard in place of the defaults
 * @param options.patience how long PostgreSQL may make no progress before it is restarted, in place of the default
 * @throws EmbeddedPostgresError with one line that says what to do
 */
export async function startEmbeddedPostgres(options: {
  folder: string
  durable?: boolean
  log?: (line: string) => void
  patience?: Partial<Patience>
  disk?: Partial<DiskGuardSizes>
}): Promise<EmbeddedPostgres> {
  const { durable = true, log = () => {}, patience } = options
  // On a full disk nothing starts without the space of the reserve, not even a file with our process id.
  const existing = durable ? await findCluster(options.folder) : undefined
  if (existing) await releaseReserve(dirname(existing), options.disk)
  await openFolder(options.folder)
  // The real path: workers of an earlier run are known by it.
  const folder = realpathSync(options.folder)
  const locks = [lockFolder(folder)]
  const unlock = () => locks.splice(0).forEach((release) => release())
  try {
    const lockHome = (home: string) => home !== folder && locks.push(lockFolder(home))
    const cluster = await prepareCluster(folder, durable, lockHome, log)
    const kept = durable
      ? await startDiskGuard({ folder: dirname(cluster.cluster), log, sizes: options.disk })
      : { ...unguardedDisk, stop: async () => {} }
    const { url, stop } = await runCluster(cluster, durable, log, patience).catch(async (error: unknown) => {
      await kept.stop()
      throw error
    })
    const { stop: stopKeeping, ...disk } = kept
    const stopAll = async () => {
      try {
        await stop()
      } finally {
        await stopKeeping()
        unlock()
      }
    }
    return { url, folder: cluster.cluster, disk, stop: stopAll }
  } catch (error) {
    unlock()
    throw error instanceof EmbeddedPostgresError ? error : failedToStart(folder, error)
  }
}

function failedToStart(folder: string, cause: unknown): EmbeddedPostgresError {
  const isForbidden = cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  if (isForbidden) {
    return new EmbeddedPostgresError(
      'no-usable-user',
      'This root may not start programs as another user, and PostgreSQL must not run as root: start Gatehouse as an ordinary user, or set DATABASE_URL.',
      { cause },
    )
  }
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new EmbeddedPostgresError('failed-to-start', `The database in ${folder} does not start: ${reason}`, { cause })
}

type Cluster = { cluster: string; password: string; programs: string; user: ReturnType<typeof chooseSystemUser> }

async function prepareCluster(
  folder: string,
  durable: boolean,
  lockHome: (home: string) => void,
  log: (line: string) => void,
): Promise<Cluster> {
  const found = await findCluster(folder)
  const user = chooseSystemUser(found === undefined ? undefined : statSync(found), folder)
  const { folder: programs, version } = await findBinaries(user, user ? sharedFolder : folder)
  const cluster = found ?? (await placeNewCluster(folder, user))
  lockHome(dirname(cluster))
  const passwordFile = join(folder, 'password')
  const isPasswordLost = found !== undefined && !existsSync(passwordFile)
  const password = await readOrCreate(passwordFile, () => randomBytes(24).toString('hex'))
  if (found) await refuseOtherVersion(cluster, version)
  else {
    log(`Making a new database in ${cluster}`)
    await createCluster(cluster, password, durable, { programs, user })
    await noteCluster(folder, cluster)
  }
  await endLeftovers(cluster, log)
  if (isPasswordLost) await resetPassword(cluster, password, { programs, user })
  return { cluster, password, programs, user }
}

async function runCluster(
  { cluster, password, programs, user }: Cluster,
  durable: boolean,
  log: (line: string) => void,
  patience: Partial<Patience> | undefined,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const socketFolder = await makeSocketFolder(dirname(cluster), user)
  const address = (name: string) =>
    `postgresql://${databaseRole}:${password}@localhost/${name}?host=${encodeURIComponent(socketFolder)}`
  const settings = postgresSettings(socketFolder, durable)
  const program = join(programs, 'postgres')
  const postgres = await supervisePostgres({ program, cluster, settings, user, log, socketFolder, patience })
  async function stop(): Promise<void> {
    await postgres.stop()
    await removeSocketFolder(socketFolder)
  }
  try {
    await createDatabase(address)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: address(database), stop }
}

async function createDatabase(address: (name: string) => string): Promise<void> {
  const client = createClient(address('postgres'))
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}
