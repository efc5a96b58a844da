import { execFileSync } from 'node:child_process'
import { realpathSync, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** A system user by its numbers. */
export type SystemUser = { uid: number; gid: number }

const isRoot = () => process.getuid?.() === 0

/**
 * The user that PostgreSQL runs as; undefined means "as Gatehouse itself". PostgreSQL refuses to run as root, so root
 * must run it as another user. A cluster that exists already stays with its owner.
 */
export function chooseSystemUser(clusterOwner: SystemUser | undefined, folder: string): SystemUser | undefined {
  if (isRoot()) return clusterOwner ?? findServiceUser()
  const uid = process.getuid?.()
  if (clusterOwner && clusterOwner.uid !== uid) {
    throw new EmbeddedPostgresError(
      'belongs-to-other-user',
      `The database in ${folder} belongs to the system user ${clusterOwner.uid}, not to you (${uid}): start Gatehouse as the user who started it before, or set GATEHOUSE_DATA to another folder.`,
    )
  }
  return undefined
}

function findServiceUser(): SystemUser {
  const known = lookUp('gatehouse') ?? lookUp('postgres')
  if (known) return known
  createServiceUser()
  const user = lookUp('gatehouse') ?? lookUp('nobody')
  if (user) return user
  throw new EmbeddedPostgresError(
    'no-usable-user',
    'PostgreSQL must not run as root and there is no other system user for it: create one (useradd --system gatehouse), start Gatehouse as an ordinary user, or set DATABASE_URL.',
  )
}

/** `id` rather than /etc/passwd: it also knows users of a directory service. */
function lookUp(name: string): SystemUser | undefined {
  const ask = (flag: '-u' | '-g') =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    const user = { uid: ask('-u'), gid: ask('-g') }
    return user.uid > 0 ? user : undefined
  } catch {
    return undefined
  }
}

function createServiceUser(): void {
  try {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'gatehouse'], {
      stdio: 'ignore',
    })
  } catch {
    // No useradd, or a system with a read-only list of users: the caller continues with `nobody`.
  }
}

/**
 * Whether the user can reach and use the path: every folder above it can be passed, and the path itself entered or run.
 */
export function canReach(path: string, user: SystemUser | undefined): boolean {
  if (!user) return true
  for (let step = realpathSync(path); ; step = dirname(step)) {
    if (!mayPass(statSync(step), user)) return false
    if (step === dirname(step)) return true
  }
}

function mayPass(stats: Stats, { uid, gid }: SystemUser): boolean {
  const execute = stats.uid === uid ? 0o100 : stats.gid === gid ? 0o010 : 0o001
  return (stats.mode & execute) !== 0
}
