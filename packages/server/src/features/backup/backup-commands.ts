import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../lib/config.ts'
import { BackupError } from './backup-error.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const path = z.string({ error: 'is missing. See --help' }).min(1)
const optionsOf = <T extends z.ZodType>(schema: T, options: Record<string, unknown>): z.output<T> => {
  const result = schema.safeParse(options)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new BackupError(`--${String(issue?.path[0])} ${issue?.message}.`)
}

/** A key file, or the passphrase of GATEHOUSE_BACKUP_PASSPHRASE. */
async function secretOf(keyFile: string | undefined, config: Config): Promise<Buffer> {
  if (keyFile === undefined) {
    if (config.GATEHOUSE_BACKUP_PASSPHRASE) return Buffer.from(config.GATEHOUSE_BACKUP_PASSPHRASE)
    throw new BackupError(
      'Name a key file with --key-file, or set GATEHOUSE_BACKUP_PASSPHRASE (12 characters or more).',
    )
  }
  const key = await readFile(keyFile).catch((cause: unknown) => {
    throw new BackupError(`The key file ${keyFile} cannot be read.`, { cause })
  })
  if (key.length < 32) throw new BackupError('A key file holds at least 32 bytes: head -c 32 /dev/urandom > backup.key')
  return key
}

const backupOptions = z.object({ out: path, 'key-file': path.optional() })

/** `gatehouse backup --out FILE [--key-file FILE]`. @throws BackupError */
export async function backupCommand(options: Record<string, unknown>, config: Config): Promise<string> {
  const { out, 'key-file': keyFile } = optionsOf(backupOptions, options)
  const { tables, files, bytes } = await writeBackup(config, out, await secretOf(keyFile, config))
  const pictures = config.S3_URL
    ? '\nThe pictures are in the bucket of S3_URL and not in this file: keep versions of them there.'
    : ''
  return `${resolve(out)}: ${tables} tables and ${files} files, ${(bytes / 1024 / 1024).toFixed(1)} MB, encrypted.${pictures}`
}

const restoreOptions = z.object({ from: path, into: path.optional(), 'key-file': path.optional() })

/** `gatehouse restore --from FILE [--into FOLDER] [--key-file FILE]`. @throws BackupError */
export async function restoreCommand(options: Record<string, unknown>, config: Config): Promise<string> {
  const { from, into, 'key-file': keyFile } = optionsOf(restoreOptions, options)
  const folder = resolve(into ?? config.GATEHOUSE_DATA)
  const secret = await secretOf(keyFile, config)
  const { version, at } = await restoreBackup({ ...config, GATEHOUSE_DATA: folder }, from, secret)
  const settings = `GATEHOUSE_DATA=${folder}${config.DATABASE_URL ? ' and this DATABASE_URL' : ''}`
  return `Restored into ${folder} as it was on ${at} (Gatehouse ${version}). Start it with ${settings}.`
}
