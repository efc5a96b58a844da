import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Command } from '../../command.ts'
import type { Config } from '../../lib/config.ts'
import { endingListName, readEndings } from '../../lib/ending-list.ts'
import { BackupError } from './backup-error.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'
import { type BackupSecret, secretOfKeyFile, secretOfPassphrase } from './sealed-stream.ts'
import { writeBackup } from './write-backup.ts'

const path = z.string({ error: 'is missing. See --help' }).min(1)
const optionsOf = <T extends z.ZodType>(schema: T, options: Record<string, unknown>): z.output<T> => {
  const result = schema.safeParse(options)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new BackupError(`--${String(issue?.path[0])} ${issue?.message}.`)
}

/** A key file, or the passphrase of GATEHOUSE_BACKUP_PASSPHRASE. */
async function secretOf(keyFile: string | undefined, config: Config): Promise<BackupSecret> {
  if (keyFile === undefined) {
    if (config.GATEHOUSE_BACKUP_PASSPHRASE) return secretOfPassphrase(config.GATEHOUSE_BACKUP_PASSPHRASE)
    throw new BackupError(
      'Name a key file with --key-file, or set GATEHOUSE_BACKUP_PASSPHRASE (12 characters or more).',
    )
  }
  const key = await readFile(keyFile).catch((cause: unknown) => {
    throw new BackupError(`The key file ${keyFile} cannot be read.`, { cause })
  })
  if (key.length < 32) throw new BackupError('A key file needs at least 32 bytes: head -c 32 /dev/urandom > backup.key')
  return secretOfKeyFile(key)
}

const backupOptions = z.object({ out: path, 'key-file': path.optional() })

/** `gatehouse backup --out FILE [--key-file FILE]`. @throws BackupError */
export async function backupCommand(options: Record<string, unknown>, config: Config): Promise<string> {
  const { out, 'key-file': keyFile } = optionsOf(backupOptions, options)
  const { tables, files, bytes } = await writeBackup(config, out, await secretOf(keyFile, config))
  const pictures = config.S3_URL
    ? '\nThe pictures are in the bucket of S3_URL, not in this file: back them up there.'
    : ''
  return `${resolve(out)}: ${tables} tables and ${files} files, ${(bytes / 1024 / 1024).toFixed(1)} MB, encrypted.${pictures}`
}

const restoreOptions = z.object({
  from: path,
  into: path.optional(),
  'key-file': path.optional(),
  endings: path.optional(),
})

/** `gatehouse restore --from FILE [--into FOLDER] [--key-file FILE] [--endings FILE]`. @throws BackupError */
export async function restoreCommand(options: Record<string, unknown>, config: Config): Promise<string> {
  const { from, into, 'key-file': keyFile, endings: named } = optionsOf(restoreOptions, options)
  const folder = resolve(into ?? config.GATEHOUSE_DATA)
  const secret = await secretOf(keyFile, config)
  const list = await findEndings(named, config, folder)
  const restored = await restoreBackup({ ...config, GATEHOUSE_DATA: folder }, from, secret, list.endings)
  const { version, at } = restored
  const settings = `GATEHOUSE_DATA=${folder}${config.DATABASE_URL ? ' and this DATABASE_URL' : ''}`
  return [
    `Restored into ${folder} as it was on ${at} (Gatehouse ${version}). Start it with ${settings}.`,
    'Everybody has to sign in again. Terminals send the records since then again, as far as they still keep them.',
    ...describeEndings(list.path, restored),
  ].join('\n')
}

/** The list that is named, that of `ENDINGS_FILE`, that of the data folder that is replaced, or one that lies in the new folder already. */
async function findEndings(named: string | undefined, config: Config, folder: string) {
  if (named !== undefined) {
    const path = resolve(named)
    if (!existsSync(path)) throw new BackupError(`There is no file ${path}: --endings takes the list of revocations.`)
    return { path, endings: await readEndings(path) }
  }
  const places = [config.ENDINGS_FILE, join(config.GATEHOUSE_DATA, endingListName), join(folder, endingListName)]
  const path = places.find((place) => place !== undefined && existsSync(place))
  return path === undefined ? { path, endings: [] } : { path, endings: await readEndings(path) }
}

function describeEndings(path: string | undefined, since: Restored): string[] {
  const { erased, blacklisted, devices, accounts, roles, passes, keys, links } = since
  if (path === undefined)
    return [
      'No list of later revocations was found, so people erased or blacklisted since, devices unbound, accounts disabled, and roles, passes, keys and printed codes revoked since are back. If there is a list (endings.log in the old data folder), restore again with --endings FILE.',
    ]
  const of = (what: string, names: readonly string[]) =>
    names.length > 0 ? [`${what}: ${names.join(', ')}. End them again if needed.`] : []
  return [
    'Everything else is as it was then: cards, PINs, passwords, groups, policies, scopes of keys, invitations, people deleted since.',
    ...(erased > 0 ? [`People erased since, to be erased again at the first start: ${erased}.`] : []),
    ...(blacklisted.length > 0
      ? [`Blacklisted since, to be blacklisted again at the first start: ${blacklisted.join(', ')}.`]
      : []),
    ...of('Unbound since, now bound again', devices),
    ...of('Disabled or deleted since, now active again', accounts),
    ...of('Given a lower role since, now with the higher one again', roles),
    ...of('Visitors whose pass was revoked since and opens again', passes),
    ...of('Keys of the open platform deleted since, now valid again', keys),
    ...of(
      'Codes renewed since, whose earlier prints work again',
      links.map((link) => linkNames.get(link) ?? link),
    ),
  ]
}

const linkNames: ReadonlyMap<string, string> = new Map([
  ['walk-in', 'of the reception'],
  ['registration', 'of registration'],
  ['display', 'of lobby displays'],
])

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    help: `gatehouse backup --out FILE [--key-file FILE]
    Writes the database, the pictures and the keys of this installation into one encrypted file, while it runs: a tar in the
    format of age (age-encryption.org). The secret is a key file (from age-keygen, or at least 32 bytes) or the passphrase in
    GATEHOUSE_BACKUP_PASSPHRASE; without it the file cannot be restored.`,
    options: Object.keys(backupOptions.shape),
    run: (options, config) => backupCommand(options, config()),
  },
  {
    name: 'restore',
    help: `gatehouse restore --from FILE [--into FOLDER] [--key-file FILE] [--endings FILE]
    Restores a backup into an empty folder (default: GATEHOUSE_DATA). The whole file is checked first; a damaged file leaves
    nothing behind. Everybody has to sign in again. People erased since, by the list of revocations (ENDINGS_FILE, or endings.log
    of the data folder that is replaced), are erased again; devices unbound and accounts disabled since are listed.`,
    options: Object.keys(restoreOptions.shape),
    run: (options, config) => restoreCommand(options, config()),
  },
]
