import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { FaceError } from '../core/face-error.ts'
import { formatOf } from '../core/picture-format.ts'
import type { PixelImage } from '../core/pixel-image.ts'
import { maxPixels, maxPixelsOf } from './decoding-memory.ts'
import type { KeptPicture } from './face-jobs.ts'
import { decodeHeic } from './heic/decode-heic.ts'
import { writeTiff } from './heic/write-tiff.ts'

export interface DecodedImage extends PixelImage {
  readonly channels: 3
  /** The photograph's own size, upright. */
  readonly originalWidth: number
  readonly originalHeight: number
  /** Original pixels for each pixel here: above 1 when the photograph was shrunk. */
  readonly scale: number
}

const maxBytes = 20 * 1024 * 1024
/** A picture that is still being read then is no photograph; the library stops, and with it its thread. */
const maxSeconds = 8
/** Pictures are shrunk to this: finding faces gains nothing from more, and 1600 x 1600 x 3 is 8 MB. */
const maxSide = 1600

/**
 * Decodes a JPEG, PNG, WebP, AVIF or HEIC, whatever its name is, upright, in sRGB without transparency; of several
 * pictures in one file the first or main one. Throws FaceError `image.unreadable` and `image.too-large`, the latter
 * before any pixel is decoded.
 */
export async function decodeImage(bytes: Uint8Array): Promise<DecodedImage> {
  const source = await readSource(bytes)
  const { width, height } = source
  const pixels = openImage(source)
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .raw()
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true }).catch(refuseUnreadable)
  return {
    data,
    width: info.width,
    height: info.height,
    channels: 3,
    originalWidth: width,
    originalHeight: height,
    scale: Math.max(width, height) / Math.max(info.width, info.height),
  }
}

/**
 * The photograph as JPEGs whose longer side is at most each of `sides`, upright and without any metadata (a phone's
 * carries the place it was taken). Never enlarged. Throws as {@link decodeImage} does.
 */
export async function resizeToJpegs(bytes: Uint8Array, sides: readonly number[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const image = openImage(await readSource(bytes))
  const jpegs: Uint8Array<ArrayBuffer>[] = []
  // One after the other: a thread that is given up then leaves only one unfinished picture behind.
  for (const side of sides) jpegs.push((await toJpeg(image.clone(), side)).jpeg)
  return jpegs
}

/** The same for a decoded picture. */
export const pixelsToJpeg = ({ data, width, height, channels }: PixelImage, side: number) =>
  toJpeg(sharp(data, { raw: { width, height, channels } }), side)

async function toJpeg(image: Sharp, side: number): Promise<KeptPicture> {
  const sized = image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await sized.jpeg({ quality: 88 }).toBuffer({ resolveWithObject: true }).catch(refuseUnreadable)
  return { jpeg: Uint8Array.from(data), width: info.width, height: info.height }
}

/** A picture as the image library reads it. */
interface Source {
  readonly bytes: Uint8Array
  /** The library gives up at data that ends too early, or at anything unusual. */
  readonly failOn: 'error' | 'warning'
  /** The picture's own size, upright. */
  readonly width: number
  readonly height: number
}

function openImage({ bytes, failOn }: Pick<Source, 'bytes' | 'failOn'>): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn })
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
}

async function readSource(bytes: Uint8Array): Promise<Source> {
  if (bytes.length > maxBytes) throw new FaceError('image.too-large', `more than ${maxBytes} bytes`)
  // The first bytes decide, so that the decoders of SVG, PDF and the like never see a file of a stranger.
  const format = formatOf(bytes)
  if (!format) throw new FaceError('image.unreadable', 'no JPEG, PNG, WebP, AVIF or HEIC')
  if (format === 'heic') {
    const decoded = await decodeHeic(bytes, { maxPixels, side: maxSide })
    const { originalWidth: width, originalHeight: height } = decoded
    return { bytes: writeTiff(decoded), failOn: 'error', width, height }
  }
  const source = format === 'jpeg' ? withEnd(bytes) : ({ bytes, failOn: 'error' } as const)
  const header = await sharp(source.bytes, { limitInputPixels: false }).metadata().catch(refuseUnreadable)
  const { width, height } = header.autoOrient
  const most = maxPixelsOf(format)
  if (width * height > most) throw new FaceError('image.too-large', `more than ${most} pixels`)
  return { ...source, width, height }
}

/**
 * Some programs lose the two bytes at the end of a JPEG in sending, and every viewer shows it all the same. They are put
 * back, and the picture is read strictly: of one that lost more, the library then says that its data ended too early.
 * One whose end is there is read as it is, whatever comes behind (phones put the film of a moment there).
 */
function withEnd(bytes: Uint8Array): Pick<Source, 'bytes' | 'failOn'> {
  if (hasEnd(bytes)) return { bytes, failOn: 'error' }
  const whole = new Uint8Array(bytes.length + 2)
  whole.set(bytes)
  whole.set([...endOfJpeg], bytes.length)
  return { bytes: whole, failOn: 'warning' }
}

const endOfJpeg = [0xff, 0xd9] as const

/** Whether the JPEG's own end is there: behind its scans, not inside a segment (a preview has one, too). */
function hasEnd(bytes: Uint8Array): boolean {
  let at = bytes.indexOf(0xff, 2)
  while (at >= 0 && at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (marker === endOfJpeg[1]) return true
    // The next picture begins.
    if (marker === 0xd8) return false
    // Each scan is one segment and its data, in which there is no marker but those that count it.
    const isSegment = marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd7)
    const length = isSegment ? 256 * (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0) : 0
    at = bytes.indexOf(0xff, at + (marker === 0xff ? 1 : 2 + length))
  }
  return false
}

function refuseUnreadable(cause: unknown): never {
  throw new FaceError('image.unreadable', cause instanceof Error ? cause.message : String(cause))
}
