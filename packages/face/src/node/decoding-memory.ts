import { constrainedMemory } from 'node:process'
import { totalmem } from 'node:os'
import { formatOf, type PictureFormat } from '../core/picture-format.ts'

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
  return ofAny + (readers[format](viewOf(bytes))?.memory ?? ofUnknownSize)
}

/** Phones take up to 64 megapixels (9,248 by 6,936). No format is decoded whole where it can be read smaller. */
export const maxPixels = 66_000_000
/** AVIF is decoded whole, with 20 bytes a pixel on the way. */
const maxAvifPixels = 25_000_000

export const maxPixelsOf = (format: PictureFormat): number => (format === 'avif' ? maxAvifPixels : maxPixels)

/** Whether a picture says in its first bytes that it has more pixels than are read: it is refused without waiting. */
export function saysTooLarge(bytes: Uint8Array): boolean {
  const format = formatOf(bytes)
  if (!format || format === 'heic') return false
  return (readers[format](viewOf(bytes))?.pixels ?? 0) > maxPixelsOf(format)
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The pixels and the bytes for all of them; undefined: the size is not found. */
type Reader = (file: DataView) => { pixels: number; memory: number } | undefined

const readers: Record<'jpeg' | 'png' | 'webp' | 'avif', Reader> = {
  /** Read line by line and smaller; but of one whose colours come one after the other, or more exactly from scan to scan, two bytes for each coefficient are held. */
  jpeg(file) {
    let frame: { at: number; isProgressive: boolean } | undefined
    for (const { marker, at } of jpegSegments(file)) {
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
        frame ??= { at, isProgressive: [0xc2, 0xc6, 0xca, 0xce].includes(marker) }
      else if (marker === 0xda && frame) {
        // The first scan says whether all colours come together.
        const isWhole = file.getUint8(at) >= file.getUint8(frame.at + 5)
        return jpegFrame(file, frame.at, frame.isProgressive || !isWhole)
      }
    }
    // Cut before its first scan: nobody knows.
    return frame && jpegFrame(file, frame.at, true)
  },
  /** 1, 2 and 4 bits become 8, and a palette up to four channels. */
  png(file) {
    if (file.byteLength < 26) return undefined
    const channels = [1, 1, 3, 4, 2, 1, 4][file.getUint8(25)] ?? 4
    const pixels = file.getUint32(16) * file.getUint32(20)
    return { pixels, memory: pixels * channels * (file.getUint8(24) === 16 ? 2 : 1) }
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
    return { pixels: width * height, memory: width * height * 8 }
  },
  /** The largest size that stands in it: 20 bytes a pixel, measured. */
  avif(file) {
    let most = 0
    for (let at = 0; at + 16 <= Math.min(file.byteLength, megabyte); at++)
      if (file.getUint32(at) === code('ispe')) most = Math.max(most, file.getUint32(at + 8) * file.getUint32(at + 12))
    return most === 0 ? undefined : { pixels: most, memory: most * 20 }
  },
}

/** The markers of a JPEG up to its first scan, each with the place behind its length. */
function* jpegSegments(file: DataView): Generator<{ marker: number; at: number }> {
  for (let at = 2; at + 9 < file.byteLength;) {
    if (file.getUint8(at) !== 0xff) at++
    else {
      const marker = file.getUint8(at + 1)
      const hasLength = marker !== 0xff && marker !== 0 && marker !== 1 && !(marker >= 0xd0 && marker <= 0xd9)
      if (hasLength) yield { marker, at: at + 4 }
      at += marker === 0xff ? 1 : 2 + (hasLength ? file.getUint16(at + 2) : 0)
    }
  }
}

function jpegFrame(file: DataView, at: number, isHeld: boolean): ReturnType<Reader> {
  const [height, width, count] = [file.getUint16(at + 1), file.getUint16(at + 3), file.getUint8(at + 5)]
  if (at + 6 + 3 * count > file.byteLength) return undefined
  const pixels = width * height
  if (!isHeld) return { pixels, memory: 0 }
  const sampling = Array.from({ length: count }, (_, i) => file.getUint8(at + 7 + 3 * i))
  const areas = sampling.map((both) => (both >> 4) * (both & 15))
  const most = Math.max(1, ...sampling.map((both) => both >> 4)) * Math.max(1, ...sampling.map((both) => both & 15))
  return { pixels, memory: 2 * pixels * (areas.reduce((sum, area) => sum + area, 0) / most) }
}

/** Four letters as the number that stands in a file. */
const code = (name: string): number => [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0)
