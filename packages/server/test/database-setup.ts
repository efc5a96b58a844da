import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import { openDatabase, openPool } from '../src/db/open-database.ts'
import { prepareJobs } from '../src/jobs/job-runner.ts'
import { makePartitions } from '../src/jobs/housekeeping.ts'
import { systemClock } from '../src/lib/clock.ts'
import { activatedTemplate, databaseUrl, withClient } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the migrated template; nobody may stay connected to it. */
    templateUrl: string
  }
}

/**
 * One real PostgreSQL for the whole run, with every migration applied once.
 * @public Vitest calls it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await roomForDatabases(), 'gatehouse-test-'))
  // PostgreSQL that root starts runs as another user, who needs access.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ folder, durable: false })
  await cheapenSignIn(postgres.url)
  await migrate(postgres.url)
  const pool = openPool(postgres.url, 1)
  await prepareJobs(pool)
  // Each server makes missing months: here they are made once.
  await makePartitions({ db: openDatabase(pool), clock: systemClock })
  await pool.end()
  await addActivatedTemplate(postgres.url)
  project.provide('templateUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** In memory where there is room: a test's database is a thousand small files, made and thrown away. */
async function roomForDatabases(): Promise<string> {
  const memory = '/dev/shm'
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room > 4 * 1024 ** 3 ? memory : tmpdir()
}

/**
 * Stores the password of the role with one round of hashing in place of 4,096: the files open thousands of connections, and each would
 * hash on both sides. How PostgreSQL asks for it stays the same.
 */
const cheapenSignIn = (url: string): Promise<unknown> =>
  withClient(url, async (client) => {
    await client.query('set scram_iterations = 1')
    await client.query(`alter role current_user password '${new URL(url).password}'`)
  })

/** Activation is read when a server starts: a copy of this database is activated already. */
async function addActivatedTemplate(templateUrl: string): Promise<void> {
  await withClient(databaseUrl(templateUrl, 'postgres'), (client) =>
    client.query(`create database ${activatedTemplate} template gatehouse`),
  )
  await withClient(databaseUrl(templateUrl, activatedTemplate), (client) =>
    client.query(`insert into licence (kind, serial_number, signature, udid, activation_code, edition, valid_from, valid_to)
      values ('file', 'TEST', 'test', 'test', '****TEST', 'enterprise', '2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z')`),
  )
}
