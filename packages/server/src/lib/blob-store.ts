import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { seal, unseal } from './seal.ts'

/**
 * Pictures by the SHA-256 of their bytes, sealed at rest. `put` returns after the bytes are on the disk; putting the
 * same bytes twice keeps one. A folder by default; the interface is what an S3 store implements.
 */
export type BlobStore = {
  put(bytes: Uint8Array): Promise<Buffer>
  /** undefined: it does not exist (deleted by retention). @throws DamagedBlobError, and the error of a store that does not answer */
  get(hash: Buffer): Promise<Buffer | undefined>
  delete(hash: Buffer): Promise<void>
}

/** The store of the pictures cannot be reached, or reports that it cannot serve now. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}

/** This one picture was changed, or the disk no longer reads it; others may be whole. */
export class DamagedBlobError extends Error {
  override readonly name = 'DamagedBlobError'
}

/** The bytes that were sealed under this name. @throws DamagedBlobError */
export function openBlob(key: Buffer, sealed: Buffer, name: string): Buffer {
  try {
    return unseal(key, sealed, name)
  } catch (cause) {
    throw new DamagedBlobError(`the blob ${name} does not open`, { cause })
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}

export function createFolderBlobs(folder: string, key: Buffer): BlobStore {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
  const madeFolders = new Set<string>()

  return {
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest()
      const name = hash.toString('hex')
      const path = pathOf(name)
      if (!madeFolders.has(dirname(path))) {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        madeFolders.add(dirname(path))
      }
      // Written beside and renamed, so that a crash leaves a whole blob or none under the final name.
      const draft = `${path}.${randomUUID()}.draft`
      try {
        await writeDurably(draft, seal(key, bytes, name))
        await rename(draft, path)
      } catch (error) {
        // On a full disk everybody tries again and again.
        await rm(draft, { force: true })
        throw error
      }
      return hash
    },
    async get(hash) {
      const name = hash.toString('hex')
      const sealed = await readFile(pathOf(name)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined
        if (codeOf(error) === 'EIO')
          throw new DamagedBlobError(`the disk does not read the blob ${name}`, { cause: error })
        throw error
      })
      return sealed && openBlob(key, sealed, name)
    },
    delete: (hash) => rm(pathOf(hash.toString('hex')), { force: true }),
  }
}
