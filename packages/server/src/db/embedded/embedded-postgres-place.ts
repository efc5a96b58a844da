import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { canReach, type SystemUser } from './embedded-postgres-user.ts'

/** The folder of root's databases when their user cannot reach the data folder. */
export const sharedFolder = '/var/lib/gatehouse'

/** A socket's whole path may have 107 bytes; this leaves room for `/.s.PGSQL.5432` and PostgreSQL's lock file beside it. */
const maxSocketFolder = 107 - '/.s.PGSQL.5432.lock'.length

/** Creates the folder and proves that files can be written there. */
export async function openFolder(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'folder-not-writable',
      `Cannot write to ${folder} (${codeOf(cause)}): give this user the right to write there, or set GATEHOUSE_DATA to another folder.`,
      { cause },
    )
  }
}

/** The cluster's folder as noted at its creation, else undefined: then there is no database yet. */
export async function findCluster(folder: string): Promise<string | undefined> {
  const inside = join(folder, 'cluster')
  if (existsSync(join(inside, 'PG_VERSION'))) return inside
  const noted = await readFile(join(folder, 'cluster-location'), 'utf8').catch(() => undefined)
  if (noted === undefined) return undefined
  const cluster = noted.trim()
  if (existsSync(join(cluster, 'PG_VERSION'))) return cluster
  throw new EmbeddedPostgresError(
    'cluster-missing',
    `The database of ${folder} should be in ${cluster} and is not there: put it back, or delete ${join(folder, 'cluster-location')} to begin with an empty one.`,
  )
}

/** Chooses the place of a new cluster: inside the folder, or under /var/lib when its user cannot get there. */
export async function placeNewCluster(folder: string, user: SystemUser | undefined): Promise<string> {
  if (canReach(folder, user)) return join(folder, 'cluster')
  const home = join(sharedFolder, await readOrCreate(join(folder, 'id'), () => randomBytes(8).toString('hex')))
  try {
    await mkdir(home, { recursive: true })
    // An umask of 077 must not close a folder that was made for another user.
    await chmod(sharedFolder, 0o755)
    await chmod(home, 0o755)
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'folder-not-reachable',
      `PostgreSQL must not run as root, its user cannot reach ${folder}, and ${sharedFolder} cannot be made (${codeOf(cause)}): set GATEHOUSE_DATA to a folder others can pass through, such as /srv/gatehouse.`,
      { cause },
    )
  }
  return join(home, 'cluster')
}

export async function noteCluster(folder: string, cluster: string): Promise<void> {
  if (cluster !== join(folder, 'cluster')) await writeFile(join(folder, 'cluster-location'), `${cluster}\n`)
}

/** A folder of its own for the socket, closed to everyone else, with a path short enough for one. */
export async function makeSocketFolder(home: string, user: SystemUser | undefined): Promise<string> {
  const note = join(home, 'socket-location')
  const leftOver = await readFile(note, 'utf8').catch(() => undefined)
  if (leftOver) await removeSocketFolder(leftOver.trim())
  const inside = join(home, 'socket')
  const folder =
    Buffer.byteLength(inside) <= maxSocketFolder
      ? await remake(inside)
      : await mkdtemp(join(shortFolder(user), 'gatehouse-'))
  await writeFile(note, `${folder}\n`)
  await giveTo(user, folder)
  return folder
}

async function remake(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  return folder
}

/** The system's own temporary folder may be long, or private to root. */
function shortFolder(user: SystemUser | undefined): string {
  const usable = (folder: string) =>
    Buffer.byteLength(folder) + '/gatehouse-XXXXXX'.length <= maxSocketFolder && canReach(folder, user)
  return [tmpdir(), '/tmp'].find(usable) ?? '/tmp'
}

/** Removes only folders that look like ours: the path was read from a file. */
export async function removeSocketFolder(folder: string): Promise<void> {
  const isOurs =
    /[/]gatehouse-\w{6}$|[/]socket$/.test(folder) && lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()
  if (isOurs) await rm(folder, { recursive: true, force: true })
}

/** Closes the file or folder to everyone but the user PostgreSQL runs as. */
export async function giveTo(user: SystemUser | undefined, path: string): Promise<void> {
  await chmod(path, lstatSync(path).isDirectory() ? 0o700 : 0o600)
  if (user) await chown(path, user.uid, user.gid)
}

/** Reads a small secret, or makes it, readable by this user alone. */
export async function readOrCreate(path: string, create: () => string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    const value = create()
    await writeFile(path, `${value}\n`, { mode: 0o600 })
    return value
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))
