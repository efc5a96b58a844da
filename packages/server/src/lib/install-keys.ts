import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/**
 * Keys of this installation, all derived (HKDF-SHA-256) from one random master key of 32 bytes: `keys/master.key` in
 * the data folder (0600), or the file of MASTER_KEY_FILE. Several server processes share it; without it every sealed
 * column and picture is lost, so it is part of the backup. db/prove-keys.ts checks whether it is the database's own.
 */
export type InstallKeys = {
  /** AES-256 keys: columns of people and secrets, embeddings, pictures. */
  readonly column: Buffer
  readonly embedding: Buffer
  readonly blob: Buffer
  /** HMAC key of blind indexes (phone numbers can be found, not read). */
  readonly blindIndex: Buffer
  /** HMAC key of the mark in the database by which these keys are recognised. */
  readonly check: Buffer
}

/** The place of the master key. */
export type KeySource = Pick<Config, 'GATEHOUSE_DATA'> & Partial<Pick<Config, 'MASTER_KEY_FILE'>>

/**
 * The reason why there are no keys. The message is one line that tells what to do; `problem` is the code of
 * docs/operations.md.
 */
export class MasterKeyError extends Error {
  readonly problem: 'damaged' | 'missing' | 'mixed' | 'wrong'

  constructor(problem: MasterKeyError['problem'], message: string) {
    super(`${message} (master-key.${problem}, docs/operations.md)`)
    this.name = 'MasterKeyError'
    this.problem = problem
  }
}

export const masterKeyPath = ({ GATEHOUSE_DATA, MASTER_KEY_FILE }: KeySource) =>
  MASTER_KEY_FILE ?? join(GATEHOUSE_DATA, 'keys', 'master.key')

/** The keys of an existing installation. @throws MasterKeyError missing, damaged */
export const readInstallKeys = (source: KeySource): InstallKeys => deriveKeys(readMasterKey(source))

/** The same, with a new master key if there is none yet: for a new installation. @throws MasterKeyError */
export function makeInstallKeys(source: KeySource): InstallKeys {
  if (source.MASTER_KEY_FILE === undefined) {
    mkdirSync(join(source.GATEHOUSE_DATA, 'keys'), { recursive: true, mode: 0o700 })
    try {
      // `wx`: of two processes that start at once, one writes and both read.
      writeFileSync(masterKeyPath(source), randomBytes(32), { flag: 'wx', mode: 0o600, flush: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
  return readInstallKeys(source)
}

/** The 32 bytes. @throws MasterKeyError missing, damaged */
export function readMasterKey(source: KeySource): Buffer {
  const path = masterKeyPath(source)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if (source.MASTER_KEY_FILE !== undefined)
      throw new MasterKeyError('missing', `The master key of MASTER_KEY_FILE cannot be read from ${path}.`)
    if (codeOf(error) !== 'ENOENT') throw error
    throw new MasterKeyError(
      'missing',
      `This database belongs to an installation, and its master key is not at ${path}: put it there or name it in MASTER_KEY_FILE, or give the server another database.`,
    )
  }
  if (bytes.length === 32) return bytes
  // Secrets are often kept as text.
  const text = bytes.toString('latin1').trim()
  if (/^[A-Za-z0-9+/]{43}=$/.test(text)) return Buffer.from(text, 'base64')
  throw new MasterKeyError(
    'damaged',
    `${path} holds no master key (32 bytes, or those in base64): take it from a backup.`,
  )
}

function deriveKeys(master: Buffer): InstallKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `gatehouse ${purpose}`, 32))
  return {
    column: derive('column'),
    embedding: derive('embedding'),
    blob: derive('blob'),
    blindIndex: derive('blind index'),
    check: derive('key check'),
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
