import { existsSync } from 'node:fs'
import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureModels } from '@gatehouse/face/node/fetch-models.ts'
import pino from 'pino'
import { buildApp, type Gatehouse } from './app.ts'
import { levelOfDatabaseLine } from './db/embedded/database-line.ts'
import { EmbeddedPostgresError } from './db/embedded/embedded-postgres-error.ts'
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { MigrationError } from './db/migrate.ts'
import { unguardedDisk } from './db/disk-guard.ts'
import { type End, endOnSignal } from './end-on-signal.ts'
import { unfinishedName } from './features/backup/restore-backup.ts'
import { RecogniserMissingError } from './face/recogniser-slot.ts'
import { deleteFirstLogin, makeFirstLogin } from './first-login.ts'
import { listen, ListenError } from './http/listen.ts'
import { hasSomebodySignedIn } from './http/account-store.ts'
import { addressesForPeople } from './lib/address-for-people.ts'
import { type Config, ConfigError, readConfig } from './lib/config.ts'
import { diskOf } from './lib/disk-space.ts'
import { humanLog } from './lib/human-log.ts'
import { MasterKeyError } from './lib/install-keys.ts'
import { farewell, readyNotice } from './ready-notice.ts'

/** An error that the operator can repair; its message is one line that says how. */
class StartError extends Error {
  override readonly name = 'StartError'
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const isWatched = process.stdout.isTTY
  const options = {
    level: config.LOG_LEVEL,
    redact: ['req.headers.cookie', 'req.headers["auth-token"]', 'req.headers.authorization'],
  }
  const log = isWatched ? pino(options, humanLog(process.stdout)) : pino(options)
  await openDataFolder(config.GATEHOUSE_DATA)
  refuseHalfRestored(config.GATEHOUSE_DATA)
  await ensureModels(config.GATEHOUSE_FACE_MODELS).catch((cause: unknown) => {
    throw new StartError(cause instanceof Error ? cause.message : String(cause), { cause })
  })
  const database = await openDatabaseServer(config, (line) =>
    log[levelOfDatabaseLine(line)]({ from: 'postgres' }, line),
  )
  let gatehouse: Gatehouse | undefined
  let isStarted = false
  const stop: End = async (note) => {
    await gatehouse?.close(note)
    note('the embedded database')
    await database.stop()
  }
  try {
    gatehouse = await buildApp({
      config,
      databaseUrl: database.url,
      ...(database.folder !== undefined && { databaseFolder: database.folder }),
      disk: database.disk,
      log,
      withJobs: true,
      isStarted: () => isStarted,
      passwordChanged: (account) => void deleteFirstLogin(config.GATEHOUSE_DATA, account),
    })
    const listening = await listen(gatehouse.fastify, config, gatehouse.servesPlain)
    // Its lines must be written before the process ends; those of `log` are written by another thread.
    const lastWords = isWatched ? log : pino({ level: config.LOG_LEVEL }, pino.destination({ sync: true }))
    endOnSignal(lastWords, async (note) => {
      note('calls under way')
      // Before the port closes: a caller that asks whether this process serves must get the answer that it no longer
      // does.
      await gatehouse?.endCalls()
      await listening.close()
      await stop(note)
      if (isWatched) process.stdout.write(farewell)
    })
    const addresses = addressesForPeople(config, listening)
    const login = await makeFirstLogin(gatehouse.services.db, {
      dataFolder: config.GATEHOUSE_DATA,
      url: addresses.first,
      password: config.GATEHOUSE_ADMIN_PASSWORD,
    })
    isStarted = true
    const isNew = !(await hasSomebodySignedIn(gatehouse.services.db))
    const isPasswordGiven = config.GATEHOUSE_ADMIN_PASSWORD !== undefined
    const dataFolder = config.GATEHOUSE_DATA
    const notice = { addresses, login, isPasswordGiven, isNew, dataFolder, now: Temporal.Now.instant() }
    process.stdout.write(readyNotice(notice, isWatched))
  } catch (error) {
    await stop(() => {})
    throw error
  }
}

async function openDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (cause) {
    throw new StartError(
      `The data folder ${folder} cannot be written: give this user the permission, or set GATEHOUSE_DATA to another folder.`,
      { cause },
    )
  }
}

/** A folder in which a restore was interrupted has part of an installation, and must not be taken for one. */
function refuseHalfRestored(folder: string): void {
  if (existsSync(join(folder, unfinishedName)))
    throw new StartError(`The restore into ${folder} was not completed: empty the folder and restore again.`)
}

async function openDatabaseServer(config: Config, log: (line: string) => void) {
  if (config.DATABASE_URL)
    return { url: config.DATABASE_URL, folder: undefined, disk: unguardedDisk, stop: async () => {} }
  return startEmbeddedPostgres({ folder: join(config.GATEHOUSE_DATA, 'postgres'), log })
}

const isUnreachable = (error: unknown) =>
  error instanceof Error &&
  // The driver has no code for a database that accepts the connection and answers nothing.
  (error.message === 'timeout expired' || ('code' in error && isUnreachableCode(String(error.code))))

const isUnreachableCode = (code: string) =>
  /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENOENT|28P01|28000|3D000)$/.test(code)

function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError || error instanceof ListenError) return error.message
  if (error instanceof RecogniserMissingError) return error.message
  if (error instanceof EmbeddedPostgresError || error instanceof MigrationError || error instanceof MasterKeyError)
    return error.message
  if (isUnreachable(error) && process.env.DATABASE_URL)
    return `The database of DATABASE_URL cannot be used (${error instanceof Error ? error.message : ''}): check its address and account, and that it is running.`
  return undefined
}

/** So little is left that a database cannot begin, and whatever failed, failed by it. */
const tooLittleBytes = 32 * 1024 ** 2

/** A disk without room makes anything fail, and its error tells of anything but the disk. */
async function explainFullDisk(): Promise<string | undefined> {
  const folder = readConfig(process.env).GATEHOUSE_DATA
  const { freeBytes } = await diskOf(folder)()
  if (freeBytes > tooLittleBytes) return undefined
  return `The disk of the data folder ${folder} is full: make room, or set GATEHOUSE_DATA to a folder on another disk.`
}

start().catch(async (error: unknown) => {
  const line = explain(error) ?? (await explainFullDisk().catch(() => undefined))
  process.stderr.write(
    line ? `${line}\n` : `Gatehouse could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
})
