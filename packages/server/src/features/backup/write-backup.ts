import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pack as openPack, type Pack } from 'tar-stream'
import { z } from 'zod'
import { withDatabaseUrl } from '../../db/reach-database.ts'
import type { Config } from '../../lib/config.ts'
import { endingListName } from '../../lib/ending-list.ts'
import { readMasterKey } from '../../lib/install-keys.ts'
import { release } from '../../lib/release.ts'
import { BackupError } from './backup-error.ts'
import { type BackupTable, databaseContent, openSnapshot, type Snapshot } from './backup-store.ts'
import { type BackupSecret, sealStream } from './sealed-stream.ts'

export const manifestName = 'manifest.json'
export const manifest = z.object({
  version: z.string(),
  at: z.iso.datetime(),
  database: databaseContent,
})

/**
 * The embedded database is in the backup as rows; its files are of no use to another machine. The list of endings says what happened
 * since, so it must not come back with the rest.
 */
const leftOut = new Set(['postgres', endingListName])
const keyName = 'keys/master.key'
/** The size of a table is not known before its end, and an archive needs sizes first: a table is written in pieces. */
const pieceBytes = 8 * 1024 * 1024

export type BackupCounts = { tables: number; files: number; bytes: number }

/**
 * Writes keys, pictures and the database of an installation into one encrypted file, while it runs. The database is as of one moment, and
 * every picture that it names then is in the file. The file has its name only when it is whole.
 * @throws BackupError
 */
export async function writeBackup(config: Config, out: string, secret: BackupSecret): Promise<BackupCounts> {
  const path = resolve(out)
  const folder = resolve(config.GATEHOUSE_DATA)
  if (path.startsWith(`${folder}${sep}`)) throw new BackupError('A backup belongs outside of the data folder.')
  if (await stat(path).catch(() => undefined)) throw new BackupError(`${path} is there already.`)
  await stat(folder).catch(() => {
    throw new BackupError(`${folder} is no data folder of Gatehouse: set GATEHOUSE_DATA.`)
  })
  const masterKey = readMasterKey(config)
  return withDatabaseUrl(config, async (url) => {
    const draft = `${path}.part`
    const snapshot = await openSnapshot(url)
    try {
      const pack = openPack()
      const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
      const [counts] = await Promise.all([
        fill(pack, snapshot, folder, masterKey).catch((error: unknown) => {
          pack.destroy(error instanceof Error ? error : new Error(String(error)))
          throw error
        }),
        pipeline(pack, (source: AsyncIterable<Buffer>) => sealStream(source, secret), file),
      ])
      await keep(draft, path)
      return { ...counts, bytes: file.bytesWritten }
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    } finally {
      await snapshot.close()
    }
  })
}

/** The file is flushed to the disk before it gets its name. */
async function keep(draft: string, path: string): Promise<void> {
  const file = await open(draft)
  await file.sync()
  await file.close()
  await rename(draft, path)
  const folder = await open(dirname(path))
  await folder.sync()
  await folder.close()
}

async function fill(
  pack: Pack,
  snapshot: Snapshot,
  folder: string,
  masterKey: Buffer,
): Promise<Omit<BackupCounts, 'bytes'>> {
  const database = snapshot.content
  const at = Temporal.Now.instant().toString()
  await addBytes(pack, manifestName, Buffer.from(JSON.stringify({ version: release.version, at, database })))
  for (const table of database.tables) await addTable(pack, snapshot, table)
  // Wherever the key is kept here, in the restored installation it is in the data folder.
  await addBytes(pack, `file/${keyName}`, masterKey)
  const files = await addFolder(pack, folder)
  pack.finalize()
  return { tables: database.tables.length, files: files + 1 }
}

const addBytes = (pack: Pack, name: string, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
  })

export const entryOf = ({ schema, name }: BackupTable) => `table/${schema}.${name}`

async function addTable(pack: Pack, snapshot: Snapshot, table: BackupTable): Promise<void> {
  let pieces: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    if (bytes > 0) await addBytes(pack, entryOf(table), Buffer.concat(pieces))
    pieces = []
    bytes = 0
  }
  for await (const piece of snapshot.read(table) as AsyncIterable<Buffer>) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= pieceBytes) await flush()
  }
  await flush()
}

async function addFolder(pack: Pack, root: string, folder = root): Promise<number> {
  let files = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (folder === root && leftOut.has(entry.name)) continue
    if (entry.isDirectory()) files += await addFolder(pack, root, path)
    else if (entry.isFile() && !entry.name.endsWith('.draft') && (await addFile(pack, root, path))) files++
  }
  return files
}

/** false: the file was deleted meanwhile, so no row of the snapshot names it; or it is the master key, which is in the backup already. */
async function addFile(pack: Pack, root: string, path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return false
  const place = relative(root, path).split(sep).join('/')
  if (place === keyName) return false
  const name = `file/${place}`
  if (found.size === 0) await addBytes(pack, name, Buffer.alloc(0))
  else {
    const entry = pack.entry({ name, mode: 0o600, size: found.size })
    await pipeline(createReadStream(path, { end: found.size - 1 }), entry)
  }
  return true
}
