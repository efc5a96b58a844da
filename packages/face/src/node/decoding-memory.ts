import { constrainedMemory } from 'node:process'
import { totalmem } from 'node:os'
import { formatOf } from '../core/picture-format.ts'

const megabyte = 1024 ** 2

/** Of any picture: the file itself, the 1,600 pixels to which it is shrunk, and what the networks make of them. */
const ofAny = 32 * megabyte
/** The reader of HEIC has a memory of its own, which ends here (`openLibheif`). The file is not asked for its size. */
const ofHeic = 512 * megabyte
/** A picture of a known kind whose size is not found is taken for the largest. */
const ofUnknownSize = 512 * megabyte

/** So much may all pictures take that are decoded at once in this process: a quarter of its memory, and always enough for a large one. */
export const decodingLimit = (): number => {
  // Zero or an enormous number: nobody limits the process.
  const given = constrainedMemory()
  const memory = given > 0 ? Math.min(given, totalmem()) : totalmem()
  return Math.max(ofHeic + 4 * ofAny, memory / 4)
}

/**
 * The bytes that decoding a picture takes at most, by its first bytes: nothing is decoded for this. It is the memory of the decoder for the whole picture
 * wherever the library may need all of it at once (progressive and interlaced pictures, and those that are turned).
 */
export function decodingBytes(bytes: Uint8Array): number {
  const format = formatOf(bytes)
  if (!format) return 0
  if (format === 'heic') return ofAny + ofHeic
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return ofAny + (readers[format](view) ?? ofUnknownSize)
}

/** The bytes for all pixels; undefined: the size is not found. */
type Reader = (file: DataView) => number | undefined

const readers: Record<'jpeg' | 'png' | 'webp' | 'avif', Reader> = {
  /** Read line by line and smaller, but of a progressive one two bytes for each coefficient are held. */
  jpeg(file) {
    for (let at = 2; at + 9 < file.byteLength;) {
      if (file.getUint8(at) !== 0xff) at++
      else {
        const marker = file.getUint8(at + 1)
        const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
        if (isFrame) return jpegFrame(file, at + 4, [0xc2, 0xc6, 0xca, 0xce].includes(marker))
        const hasLength = marker !== 0xff && marker !== 0 && marker !== 1 && !(marker >= 0xd0 && marker <= 0xd9)
        at += marker === 0xff ? 1 : 2 + (hasLength ? file.getUint16(at + 2) : 0)
      }
    }
    return undefined
  },
  /** 1, 2 and 4 bits become 8, and a palette up to four channels. */
  png(file) {
    if (file.byteLength < 26) return undefined
    const channels = [1, 1, 3, 4, 2, 1, 4][file.getUint8(25)] ?? 4
    return file.getUint32(16) * file.getUint32(20) * channels * (file.getUint8(24) === 16 ? 2 : 1)
  },
  /** Of an animation a frame and what is behind it. */
  webp(file) {
    if (file.byteLength < 30) return undefined
    const kind = file.getUint32(12)
    const uint24 = (at: number) => file.getUint16(at, true) + file.getUint8(at + 2) * 2 ** 16
    const packed = file.getUint32(21, true)
    const [width, height] =
      kind === code('VP8X')
        ? [uint24(24) + 1, uint24(27) + 1]
        : kind === code('VP8L')
          ? [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1]
          : [file.getUint16(26, true) & 0x3fff, file.getUint16(28, true) & 0x3fff]
    return width * height * 8
  },
  /** The largest size that stands in it: 20 bytes a pixel, measured. */
  avif(file) {
    let most = 0
    for (let at = 0; at + 16 <= Math.min(file.byteLength, megabyte); at++)
      if (file.getUint32(at) === code('ispe')) most = Math.max(most, file.getUint32(at + 8) * file.getUint32(at + 12))
    return most === 0 ? undefined : most * 20
  },
}

function jpegFrame(file: DataView, at: number, isProgressive: boolean): number | undefined {
  const [height, width, count] = [file.getUint16(at + 1), file.getUint16(at + 3), file.getUint8(at + 5)]
  if (at + 6 + 3 * count > file.byteLength) return undefined
  if (!isProgressive) return 0
  const sampling = Array.from({ length: count }, (_, i) => file.getUint8(at + 7 + 3 * i))
  const areas = sampling.map((both) => (both >> 4) * (both & 15))
  const most = Math.max(1, ...sampling.map((both) => both >> 4)) * Math.max(1, ...sampling.map((both) => both & 15))
  return 2 * width * height * (areas.reduce((sum, area) => sum + area, 0) / most)
}

/** Four letters as the number that stands in a file. */
const code = (name: string): number => [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0)
