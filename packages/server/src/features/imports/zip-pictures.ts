import { Readable } from 'node:stream'
import { photoLimit } from '../../http/read-image-body.ts'
import type { BlobStore } from '../../lib/blob-store.ts'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, validateFileName, type ZipFile } from 'yauzl'
import type { Problem } from './import-store.ts'

export type ZipPart = { number: number; blob_hash: Buffer; byte_size: number }

/** A picture in the zip: its path, and its problem if the list of contents shows one already. */
export type ZipPicture = { path: string; problem?: Problem['problem']; read: () => Promise<Buffer | undefined> }

/** Photographs hardly compress; an entry that grows more than this is an attack. */
const maxGrowth = 200

/**
 * Opens a zip that lies in pieces in the blob store. Nothing is ever written under a name out of the zip, and no more is
 * read of a file than a portrait may have. @throws when it is no zip
 */
export function openZip(blobs: BlobStore, parts: readonly ZipPart[]): Promise<ZipFile> {
  const size = parts.reduce((sum, part) => sum + part.byte_size, 0)
  return fromRandomAccessReaderPromise(new PartsReader(blobs, parts), size, {
    autoClose: false,
    decodeStrings: false,
    lazyEntries: true,
    validateEntrySizes: true,
  })
}

/** The pictures of a zip in their order; folders and what file managers leave behind are passed over. */
export async function* picturesOf(zip: ZipFile): AsyncGenerator<ZipPicture> {
  for await (const entry of zip.eachEntry()) {
    const path = nameOf(entry)
    const base = path.split(/[\\/]/).at(-1) ?? ''
    if (base === '' || base.startsWith('.') || path.startsWith('__MACOSX/') || base === 'Thumbs.db') continue
    const problem = problemOf(entry, path)
    yield { path: path.slice(0, 500), ...(problem ? { problem } : {}), read: () => readEntry(zip, entry) }
  }
}

function problemOf(entry: Entry, path: string): Problem['problem'] | undefined {
  if (validateFileName(path.replaceAll('\\', '/')) !== null) return 'unsafe-name'
  if (/\.zip$/i.test(path)) return 'zip-in-zip'
  if (!/\.(jpe?g|jfif|png|webp|avif|heic|heif)$/i.test(path)) return 'wrong-type'
  if (entry.isEncrypted()) return 'encrypted'
  if (entry.uncompressedSize > photoLimit) return 'too-large'
  return entry.uncompressedSize > maxGrowth * Math.max(1, entry.compressedSize) ? 'damaged' : undefined
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
/** The encoding of Chinese Windows, and a superset of ASCII, which other Windows write. */
const gb18030 = new TextDecoder('gb18030')

function nameOf({ fileNameRaw }: Entry): string {
  let name: string
  try {
    name = strictUtf8.decode(fileNameRaw)
  } catch {
    name = gb18030.decode(fileNameRaw)
  }
  // macOS takes letters and their accents apart.
  return name
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')
}

/** The bytes of a picture; undefined when they are damaged, or more than the zip claims. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer | undefined> {
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      if (!Buffer.isBuffer(chunk)) return undefined
      size += chunk.byteLength
      if (size > photoLimit) return undefined
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch {
    return undefined
  }
}

/** Pieces that are held in memory: the one that is read, and the one before. */
const heldPieces = 2

class PartsReader extends RandomAccessReader {
  readonly #blobs: BlobStore
  readonly #parts: readonly { start: number; end: number; hash: Buffer }[]
  readonly #held = new Map<number, Promise<Buffer>>()

  constructor(blobs: BlobStore, parts: readonly ZipPart[]) {
    super()
    this.#blobs = blobs
    let start = 0
    this.#parts = parts.map((part) => {
      const place = { start, end: start + part.byte_size, hash: part.blob_hash }
      start = place.end
      return place
    })
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false })
  }

  async *#read(start: number, end: number): AsyncGenerator<Buffer> {
    for (const [index, part] of this.#parts.entries()) {
      if (part.end <= start || part.start >= end) continue
      const bytes = await this.#piece(index)
      yield bytes.subarray(Math.max(0, start - part.start), Math.min(bytes.byteLength, end - part.start))
    }
  }

  #piece(index: number): Promise<Buffer> {
    const held = this.#held.get(index)
    if (held) return held
    const hash = this.#parts[index]?.hash ?? Buffer.of()
    const piece = this.#blobs.get(hash).then((bytes) => {
      if (!bytes) throw new Error('a piece of the zip is not there')
      return bytes
    })
    piece.catch(() => this.#held.delete(index))
    this.#held.set(index, piece)
    for (const older of [...this.#held.keys()].slice(0, -heldPieces)) this.#held.delete(older)
    return piece
  }
}
