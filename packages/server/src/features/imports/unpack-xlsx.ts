import { buffer } from 'node:stream/consumers'
import { CFB } from '@e965/xlsx'
import { fromBufferPromise } from 'yauzl'

/** The part of the library's containers that is used here; the library types it as any. */
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
const maxUnpacked = 100_000_000
const maxEntries = 2_000

/** No pictures, and no other file that is put into a workbook. */
const isWanted = (name: string) => /\.(xml|rels)$/i.test(name)

/**
 * The same workbook with its parts unpacked, so that the library never inflates anything itself.
 * @throws when it is no zip, is damaged, has a password, names a part twice, or holds more than any list
 */
export async function unpackXlsx(bytes: Buffer): Promise<Uint8Array | 'import.macros'> {
  const zip = await fromBufferPromise(bytes)
  if (zip.entryCount > maxEntries) throw new Error('more parts than a workbook has')
  const plain = containers.utils.cfb_new({ root: 'R' })
  const names = new Set<string>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    if (/vbaProject\.bin$/i.test(name)) return 'import.macros'
    if (!isWanted(name)) continue
    // Two programs would show two lists.
    if (names.has(name.toLowerCase())) throw new Error('a part is there twice')
    names.add(name.toLowerCase())
    // Counted before it is unpacked, though parts may lie over each other: one that is more than it says ends its stream.
    unpacked += entry.uncompressedSize
    if (unpacked > maxUnpacked) throw new Error('more than any list holds')
    containers.utils.cfb_add(plain, `/${name}`, await buffer(await zip.openReadStreamPromise(entry)))
  }
  const workbook = containers.write(plain, { fileType: 'zip', type: 'buffer' })
  if (!(workbook instanceof Uint8Array)) throw new Error('the workbook was written as something else than bytes')
  return workbook
}
