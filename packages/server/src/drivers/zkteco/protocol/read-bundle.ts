import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'

const unzip = promisify(gunzip)

/** Bytes of an unpacked bundle: records of weeks, and less than a bomb. */
const maxBytes = 32 * 1024 * 1024
const maxFiles = 200
const block = 512

/** The files of a gzip tar as one text. undefined: it is no bundle, or larger than one may be. */
export async function readBundle(body: Buffer, limit = maxBytes): Promise<Buffer | undefined> {
  let bytes: Buffer
  try {
    bytes = await unzip(body, { maxOutputLength: limit })
  } catch {
    return undefined
  }
  const parts: Buffer[] = []
  for (let at = 0; at + block <= bytes.length && parts.length < maxFiles;) {
    const header = bytes.subarray(at, at + block)
    if (header[0] === 0) break
    const size = Number.parseInt(header.toString('latin1', 124, 136).replaceAll(/[^0-7]/g, '') || '0', 8)
    const kind = header[156] ?? 0
    at += block
    if (size > bytes.length - at) return undefined
    // Only files; names are not read, so nothing can be written elsewhere by one.
    if (kind === 0 || kind === 0x30) parts.push(bytes.subarray(at, at + size), Buffer.from('\n'))
    at += Math.ceil(size / block) * block
  }
  return parts.length === 0 ? undefined : Buffer.concat(parts)
}
