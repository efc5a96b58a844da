import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

export type ZipPart = { path: string; bytes: Uint8Array; compress?: boolean }

/** A zip of these files, each stored as it is unless told otherwise. */
export async function zipOf(
  parts: readonly ZipPart[],
  { comment = '', forceZip64Format = false }: { comment?: string; forceZip64Format?: boolean } = {},
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { path, bytes, compress = false } of parts)
    zip.addBuffer(Buffer.from(bytes), path, { compress, forceZip64Format })
  zip.end({ comment, forceZip64Format })
  return buffer(zip.outputStream)
}

/** The files of a zip. */
export async function partsOf(bytes: Buffer): Promise<ZipPart[]> {
  const zip = await fromBufferPromise(bytes)
  const parts: ZipPart[] = []
  for await (const entry of zip.eachEntry())
    parts.push({ path: entry.fileName, bytes: await buffer(await zip.openReadStreamPromise(entry)) })
  return parts
}

/** The same zip with other bytes in the place of a name, everywhere. */
export function renamed(zip: Buffer, from: string, to: Buffer): Buffer {
  const bytes = Buffer.from(zip)
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) to.copy(bytes, at)
  return bytes
}

/** The same zip with another entry in the directory at its end for the file of that name. */
export function inDirectory(zip: Buffer, name: string, write: (entry: Buffer) => void): Buffer {
  const bytes = Buffer.from(zip)
  write(bytes.subarray(bytes.lastIndexOf(name) - 46))
  return bytes
}

/** The same zip with another end: 22 bytes that say how many files there are, and where their directory is. */
export function atTheEnd(zip: Buffer, write: (end: Buffer) => void): Buffer {
  const bytes = Buffer.from(zip)
  write(bytes.subarray(bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))))
  return bytes
}
