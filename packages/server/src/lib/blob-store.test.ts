import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFolderBlobs, DamagedBlobError } from './blob-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
})
afterEach(() => rm(folder, { recursive: true }))

const key = randomBytes(32)
const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

describe('the folder of blobs', () => {
  it('the folder of blobs stores the same bytes once, sealed, and gives them back', async () => {
    const blobs = createFolderBlobs(folder, key)
    const bytes = Buffer.from('the bytes of a face')
    const hashes = await Promise.all([blobs.put(bytes), blobs.put(bytes)])
    expect(hashes[0]?.equals(hashes[1] ?? Buffer.alloc(0))).toBe(true)
    const stored = await files()
    expect(stored).toHaveLength(1)
    expect((await readFile(join(stored[0]?.parentPath ?? '', stored[0]?.name ?? ''))).includes('face')).toBe(false)
    expect((await blobs.get(hashes[0] ?? Buffer.alloc(0)))?.toString()).toBe('the bytes of a face')
  })

  it('the folder of blobs refuses a file that somebody changed', async () => {
    const blobs = createFolderBlobs(folder, key)
    const hash = await blobs.put(Buffer.from('original'))
    const [file] = await files()
    const path = join(file?.parentPath ?? '', file?.name ?? '')
    const changed = await readFile(path)
    changed[14] = (changed[14] ?? 0) ^ 1
    await writeFile(path, changed)
    await expect(blobs.get(hash)).rejects.toThrow(DamagedBlobError)
  })

  it('the folder of blobs keeps nothing of a picture that could not be stored', async () => {
    const blobs = createFolderBlobs(folder, key)
    const hash = await blobs.put(Buffer.from('x'))
    const [file] = await files()
    await blobs.delete(hash)
    // A folder in this place prevents a file there.
    await mkdir(join(file?.parentPath ?? '', file?.name ?? ''))
    await expect(blobs.put(Buffer.from('x'))).rejects.toThrow(/EISDIR/)
    expect(await files()).toEqual([])
  })

  it('the folder of blobs says that a deleted blob does not exist', async () => {
    const blobs = createFolderBlobs(folder, key)
    const hash = await blobs.put(Buffer.from('x'))
    await blobs.delete(hash)
    expect(await blobs.get(hash)).toBeUndefined()
  })
})
