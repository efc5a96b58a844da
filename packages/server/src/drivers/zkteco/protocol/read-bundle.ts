import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Bytes of an unpacked bundle: the records of years, and less than a bomb. */
const maxBytes = 256 * 1024 * 1024
/** Of one piece: as much as is read and stored at a time. */
const pieceBytes = 1024 * 1024
const block = 512

/** The bundle cannot be unpacked to its end. `large`: it goes on beyond what may be unpacked; otherwise it is damaged. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
  readonly isLarge: boolean
  constructor(isLarge: boolean) {
    super(isLarge ? 'the bundle is larger than one may be' : 'the bundle is damaged')
    this.isLarge = isLarge
  }
}

const gzipMagic = Buffer.from([0x1f, 0x8b])
export const isCompressed = (body: Buffer): boolean => body.subarray(0, 2).equals(gzipMagic)

/**
 * Gives the text of a bundle in pieces of whole rows: of a gzip tar the text of its files, of a gzip alone what is in it, and of anything else the body
 * itself. The pieces before an error are good.
 * @throws BundleError
 */
export async function* readBundle(body: Buffer, limit = maxBytes): AsyncGenerator<Buffer, void, undefined> {
  if (!isCompressed(body)) {
    yield body
    return
  }
  const files = createFileReader()
  let total = 0
  const unzipped = Readable.from([body]).pipe(createGunzip())
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream of bytes
    for await (const chunk of unzipped as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > limit) throw new BundleError(true)
      yield* files.push(chunk)
      if (files.isOver()) return
    }
  } catch (error) {
    if (error instanceof BundleError) throw error
    yield* files.end()
    throw new BundleError(false)
  } finally {
    unzipped.destroy()
  }
  yield* files.end()
  if (files.isInside()) throw new BundleError(false)
}

/** Takes the files of a tar apart, as its bytes come; their names are not read, so nothing can be written elsewhere by one. */
function createFileReader() {
  let waiting = Buffer.alloc(0)
  let isTar: boolean | undefined
  // Of the file that is being read: bytes of it, and bytes that fill its last block.
  let [left, padding, isFile, isOver] = [0, 0, false, false]
  let text: Buffer[] = []
  let size = 0

  function* give(isLast: boolean): Generator<Buffer, void, undefined> {
    if (size === 0) return
    const all = Buffer.concat(text)
    const end = isLast ? all.length : all.lastIndexOf(0x0a) + 1
    // A row that is longer than a piece waits for its end.
    text = end < all.length ? [all.subarray(end)] : []
    size = all.length - end
    if (end > 0) yield all.subarray(0, end)
  }
  function* take(bytes: Buffer): Generator<Buffer, void, undefined> {
    text.push(bytes)
    size += bytes.length
    if (size >= pieceBytes) yield* give(false)
  }

  return {
    isOver: () => isOver,
    /** In the middle of a file: more of it should have come. */
    isInside: () => left > 0,
    *push(chunk: Buffer): Generator<Buffer, void, undefined> {
      waiting = Buffer.concat([waiting, chunk])
      if (isTar === undefined && waiting.length < block) return
      isTar ??= isHeader(waiting)
      if (!isTar) {
        yield* take(waiting)
        waiting = Buffer.alloc(0)
        return
      }
      while (!isOver) {
        if (left > 0) {
          const bytes = waiting.subarray(0, left)
          if (bytes.length === 0) return
          waiting = waiting.subarray(bytes.length)
          left -= bytes.length
          if (isFile) yield* take(bytes)
          if (left === 0 && isFile) yield* take(Buffer.from('\n'))
        } else if (padding > 0) {
          const passed = Math.min(padding, waiting.length)
          if (passed === 0) return
          waiting = waiting.subarray(passed)
          padding -= passed
        } else {
          if (waiting.length < block) return
          const header = waiting.subarray(0, block)
          waiting = waiting.subarray(block)
          if (header[0] === 0) isOver = true
          else {
            left = sizeIn(header)
            padding = (block - (left % block)) % block
            isFile = header[156] === 0 || header[156] === 0x30
          }
        }
      }
      yield* give(true)
    },
    *end(): Generator<Buffer, void, undefined> {
      // Less than a header is no tar.
      if (isTar !== true && waiting.length > 0) yield* take(waiting)
      yield* give(true)
    },
  }
}

const sizeIn = (header: Buffer): number =>
  Number.parseInt(header.toString('latin1', 124, 136).replaceAll(/[^0-7]/g, '') || '0', 8)

/** The name of a file is filled with NUL, and its size is octal: text has neither. An empty header ends a tar. */
const isHeader = (bytes: Buffer): boolean =>
  bytes[0] === 0 || (bytes.subarray(0, 100).includes(0) && /^[0-7 \0]{12}$/.test(bytes.toString('latin1', 124, 136)))
