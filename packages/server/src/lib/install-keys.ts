import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keys of this installation, all derived (HKDF-SHA-256) from one random master key in `<data folder>/keys/master.key`
 * (32 bytes, 0600). Several server processes share the file; losing it loses every sealed column and picture, so it is
 * part of the backup.
 */
export type InstallKeys = {
  /** AES-256 keys: columns of people and secrets, embeddings, pictures. */
  readonly column: Buffer
  readonly embedding: Buffer
  readonly blob: Buffer
  /** HMAC key of blind indexes (phone numbers can be found, not read). */
  readonly blindIndex: Buffer
}

export function openInstallKeys(dataFolder: string): InstallKeys {
  const folder = join(dataFolder, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const master = readOrCreate(join(folder, 'master.key'))
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `gatehouse ${purpose}`, 32))
  return {
    column: derive('column'),
    embedding: derive('embedding'),
    blob: derive('blob'),
    blindIndex: derive('blind index'),
  }
}

function readOrCreate(path: string): Buffer {
  try {
    // `wx`: of two processes that start at once, one writes and both read.
    writeFileSync(path, randomBytes(32), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = readFileSync(path)
  if (key.length !== 32) throw new Error(`${path} is damaged: it must hold 32 bytes. Restore it from a backup.`)
  return key
}
