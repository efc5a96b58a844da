import { inflateRawSync } from 'node:zlib'
import { CFB } from '@e965/xlsx'

/** What is used of the library's containers, which it types as any. */
type Containers = {
  utils: {
    cfb_new: (options: { root: string }) => object
    cfb_add: (container: object, name: string, content: Uint8Array) => void
  }
  write: (container: object, options: { fileType: 'zip'; type: 'buffer' }) => unknown
}
// oxlint-disable-next-line typescript/no-unsafe-assignment -- the library types this part of itself as any
const containers: Containers = CFB

/** An .xlsx is a zip: 2 MB of it may unpack to gigabytes. A list of 50,000 people takes a tenth of this. */
const mostUnpacked = 100_000_000
const mostEntries = 2_000
const endSign = 0x06054b50
const entrySign = 0x02014b50

/** No pictures, and no other file that is put into a workbook. */
const isWanted = (name: string) => /\.(xml|rels)$/i.test(name)

export type Unpacked = { kind: 'workbook'; bytes: Uint8Array } | { kind: 'macros' } | { kind: 'damaged' }

/**
 * The same workbook with its parts unpacked, none beyond the limit whatever the zip says of its size, so that the library
 * never inflates anything itself.
 */
export function unpackXlsx(zip: Buffer): Unpacked {
  const entries = entriesOf(zip)
  if (!entries || entries.length > mostEntries) return { kind: 'damaged' }
  if (entries.some(({ name }) => /vbaProject\.bin$/i.test(name))) return { kind: 'macros' }
  const plain = containers.utils.cfb_new({ root: 'R' })
  let unpacked = 0
  for (const { name, packed, isDeflated } of entries.filter(({ name }) => isWanted(name))) {
    const content = isDeflated ? inflateRawSync(packed, { maxOutputLength: mostUnpacked - unpacked }) : packed
    unpacked += content.byteLength
    // Stored parts are no larger than they say, but many may lie over each other.
    if (unpacked > mostUnpacked) return { kind: 'damaged' }
    containers.utils.cfb_add(plain, `/${name}`, content)
  }
  const bytes = containers.write(plain, { fileType: 'zip', type: 'buffer' })
  if (!(bytes instanceof Uint8Array)) throw new Error('the workbook was written as something else than bytes')
  return { kind: 'workbook', bytes }
}

type Entry = { name: string; packed: Buffer; isDeflated: boolean }

/** What the directory at the end of a zip names; undefined where it leads nowhere. Sizes that it states are not believed. */
function entriesOf(zip: Buffer): Entry[] | undefined {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || zip.readUInt32LE(end) !== endSign) return undefined
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  const entries: Entry[] = []
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32LE(at) !== entrySign) return undefined
    const [flags, method, size] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const nameLength = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/')
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    // Encrypted, or packed in a way that no office program uses.
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) return undefined
    entries.push({ name, packed: zip.subarray(from, from + size), isDeflated: method === 8 })
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}
