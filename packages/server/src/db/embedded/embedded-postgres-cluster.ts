import { spawn } from 'node:child_process'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { giveTo } from './embedded-postgres-place.ts'
import { postgresEnvironment } from './embedded-postgres-process.ts'
import type { SystemUser } from './embedded-postgres-user.ts'

/** The only role; its password is a secret of the installation. */
export const databaseRole = 'gatehouse'

type Programs = { programs: string; user: SystemUser | undefined }

/** Makes an empty cluster. It gets its name last, so that an interrupted one does not look finished. */
export async function createCluster(cluster: string, password: string, durable: boolean, { programs, user }: Programs) {
  const unfinished = `${cluster}.unfinished`
  const passwordFile = `${cluster}.password`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished)
  await giveTo(user, unfinished)
  await writeFile(passwordFile, password)
  await giveTo(user, passwordFile)
  try {
    await run(join(programs, 'initdb'), user, [
      '--pgdata',
      unfinished,
      '--username',
      databaseRole,
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--no-instructions',
      // Byte order, the same on every machine; a list for people asks for its own collation.
      '--locale',
      'C',
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, cluster)
}

/** PostgreSQL cannot read the files of another major version. */
export async function refuseOtherVersion(cluster: string, binariesVersion: string): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  const brought = binariesVersion.split('.')[0]
  if (made === brought) return
  throw new EmbeddedPostgresError(
    'other-major-version',
    `The database in ${cluster} was made by PostgreSQL ${made} and this Gatehouse brings PostgreSQL ${brought}: make a backup with the Gatehouse that made it, and restore that into a new data folder.`,
  )
}

/** Sets the role's password from inside, for a data folder whose password file was lost. */
export async function resetPassword(cluster: string, password: string, { programs, user }: Programs): Promise<void> {
  const statement = `ALTER ROLE ${databaseRole} PASSWORD '${password}'\n`
  await run(join(programs, 'postgres'), user, ['--single', '-D', cluster, 'postgres'], statement)
}

async function run(program: string, user: SystemUser | undefined, args: string[], input = ''): Promise<void> {
  const child = spawn(program, args, { ...user, env: postgresEnvironment, stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  // Written even if the program ends before it reads; its exit code tells.
  child.stdin.on('error', () => {}).end(input)
  const [said, code] = await Promise.all([text(child.stderr), ended])
  if (code !== 0)
    throw new Error(
      said
        .trim()
        .split('\n')
        .findLast((line) => /error|fatal/i.test(line)) ?? said.trim(),
    )
}
