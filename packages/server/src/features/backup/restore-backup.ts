import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { json } from 'node:stream/consumers'
import { extract as openExtract } from 'tar-stream'
import type { z } from 'zod'
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { areFormer, formerMigrations } from '../../db/before-release/before-release.ts'
import { migrate, ownMigrations, readMigrations } from '../../db/migrate.ts'
import { openPool } from '../../db/open-database.ts'
import { prepareJobs } from '../../jobs/job-runner.ts'
import type { Config } from '../../lib/config.ts'
import { appendEndings, type Ending, endingListName, keyOfEnding, readEndings } from '../../lib/ending-list.ts'
import { BackupError } from './backup-error.ts'
import { appendRows, isEmptyDatabase, type Loading, startLoading } from './backup-store.ts'
import { type BackupSecret, openStream } from './sealed-stream.ts'
import { type AfterRestore, settleRestored } from './settle-restored-store.ts'
import { entryOf, manifest, manifestName } from './write-backup.ts'

export type Restored = { version: string; at: string } & AfterRestore
type Manifest = z.output<typeof manifest>
type Entry = { name: string; bytes: Readable }

/** Stands in a data folder while a restore runs; the server does not start beside it. */
export const unfinishedName = 'RESTORE-UNFINISHED'

/**
 * Creates an installation from a backup: an empty data folder, and the embedded database in it or the empty one of DATABASE_URL. The whole
 * file is verified first; a later failure leaves nothing behind.
 * @throws BackupError
 */
export async function restoreBackup(
  config: Config,
  from: string,
  secret: BackupSecret,
  endings: readonly Ending[],
): Promise<Restored> {
  const folder = resolve(config.GATEHOUSE_DATA)
  await requireEmpty(folder)
  if (config.DATABASE_URL && !(await isEmptyDatabase(config.DATABASE_URL)))
    throw new BackupError('The database of DATABASE_URL is in use: give it an empty one.')
  const content = await prove(from, secret)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, unfinishedName), '')
  try {
    const after = await withNewDatabase(config, folder, async (url) => {
      await load(url, folder, from, secret, content)
      return settleRestored(url, content.at, endings)
    })
    if (config.ENDINGS_FILE === undefined) await keepList(join(folder, endingListName), endings)
    await rm(join(folder, unfinishedName))
    return { version: content.version, at: content.at, ...after }
  } catch (error) {
    await sweep(folder)
    throw error
  }
}

/** The new installation's own list begins with the known endings. */
async function keepList(path: string, endings: readonly Ending[]): Promise<void> {
  const known = new Set((await readEndings(path)).map(keyOfEnding))
  await appendEndings(
    path,
    endings.filter((ending) => !known.has(keyOfEnding(ending))),
  )
}

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  if (found.some((name) => name !== endingListName))
    throw new BackupError(`${folder} is not empty: a backup is restored into an empty folder.`)
}

const plainOf = (from: string, secret: BackupSecret) => Readable.from(openStream(createReadStream(from), secret))

/** Reads the file to its end before anything is written: a backup that is damaged anywhere, or of a newer release, is refused here. */
async function prove(from: string, secret: BackupSecret): Promise<Manifest> {
  if (!(await stat(from).catch(() => undefined))) throw new BackupError(`There is no file ${from}.`)
  let content: Manifest | undefined
  await eachEntry(from, secret, async ({ name, bytes }) => {
    if (name === manifestName) content = manifest.parse(await json(bytes))
    else await finished(bytes.resume())
  })
  if (!content) throw new BackupError('The backup has no manifest: it was not written to its end.')
  const known = (await readMigrations(migrationsOf(content))).map(({ number, name }) => `${number} ${name}`)
  const strange = content.database.migrations.find(({ number, name }) => !known.includes(`${number} ${name}`))
  if (strange)
    throw new BackupError(
      `The backup is of Gatehouse ${content.version}, which is newer (${strange.name}): restore it with that release.`,
    )
  return content
}

/** The folder of the migrations that created the database of a backup. */
const migrationsOf = ({ database }: Manifest) => (areFormer(database.migrations) ? formerMigrations : ownMigrations)

async function eachEntry(from: string, secret: BackupSecret, work: (entry: Entry) => Promise<unknown>): Promise<void> {
  const entries = openExtract()
  await Promise.all([
    pipeline(plainOf(from, secret), entries),
    (async () => {
      for await (const entry of entries) await work({ name: entry.header.name, bytes: Readable.from(entry) })
    })(),
  ])
}

async function withNewDatabase<T>(config: Config, folder: string, work: (url: string) => Promise<T>): Promise<T> {
  if (config.DATABASE_URL) return work(config.DATABASE_URL)
  const database = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  try {
    return await work(database.url)
  } finally {
    await database.stop()
  }
}

async function load(url: string, folder: string, from: string, secret: BackupSecret, content: Manifest): Promise<void> {
  const numbers = new Set(content.database.migrations.map(({ number }) => number))
  const pool = openPool(url, 1)
  try {
    await migrate(url, migrationsOf(content), ({ number }) => numbers.has(number))
    await prepareJobs(pool)
  } finally {
    await pool.end()
  }
  const loading = await startLoading(url, content.database)
  try {
    await loadEntries(loading, folder, from, secret, content)
    await loading.commit()
  } finally {
    await loading.close()
  }
}

async function loadEntries(loading: Loading, folder: string, from: string, secret: BackupSecret, content: Manifest) {
  const tables = new Map(content.database.tables.map((table) => [entryOf(table), table]))
  let rows: { name: string; stream: Writable } | undefined
  const endRows = async () => {
    rows?.stream.end()
    if (rows) await finished(rows.stream)
    rows = undefined
  }
  await eachEntry(from, secret, async ({ name, bytes }) => {
    const table = tables.get(name)
    if (rows?.name !== name) await endRows()
    if (table) {
      rows ??= { name, stream: loading.write(table) }
      await appendRows(bytes, rows.stream)
    } else if (name.startsWith('file/')) await writeFileOf(bytes, join(folder, name.slice('file/'.length)), folder)
    else await finished(bytes.resume())
  })
  await endRows()
}

async function writeFileOf(bytes: Readable, path: string, folder: string): Promise<void> {
  // Its own backups hold no such name; a file that opens with the key was still written by somebody.
  if (!path.startsWith(`${folder}${sep}`))
    throw new BackupError('The backup holds a name that leads out of the folder.')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true }))
}

/** Deletes what a failed restore has left, also where the embedded database had to be in another folder. */
async function sweep(folder: string): Promise<void> {
  const elsewhere = await readFile(join(folder, 'postgres', 'cluster-location'), 'utf8').catch(() => undefined)
  if (elsewhere) await rm(dirname(elsewhere.trim()), { recursive: true, force: true })
  for (const name of await readdir(folder))
    if (name !== endingListName) await rm(join(folder, name), { recursive: true, force: true })
}
