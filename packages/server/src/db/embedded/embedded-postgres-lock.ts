import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/**
 * Makes this process the only one that may use the folder, until the returned function is called or the process dies.
 *
 * SQLite holds an operating system lock on its file for us, for which Node has no function. Unlike a file with a
 * process id in it, such a lock cannot be left over by `kill -9`, and it is seen from every container on the machine.
 */
export function lockFolder(folder: string): () => void {
  const owner = join(folder, 'owner.pid')
  const file = join(folder, 'owner.lock')
  // Closed to other users, who could otherwise hold a lock on it themselves.
  closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new EmbeddedPostgresError(
      'already-running',
      `Another Gatehouse server (process ${readOwner(owner)}) is using ${folder}: stop it first, or set GATEHOUSE_DATA to another folder.`,
      { cause },
    )
  }
  writeFileSync(owner, `${process.pid}\n`)
  return () => lock.close()
}

function readOwner(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
