import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { FaceError } from '../core/face-error.ts'
import { isJpeg, isPicture } from '../core/picture-format.ts'
import type { PixelImage } from '../core/pixel-image.ts'

export interface DecodedImage extends PixelImage {
  readonly channels: 3
  /** The photograph's own size, upright. */
  readonly originalWidth: number
  readonly originalHeight: number
  /** Original pixels for each pixel here: above 1 when the photograph was shrunk. */
  readonly scale: number
}

const maxBytes = 20 * 1024 * 1024
const maxPixels = 40_000_000
/** A JPEG is read at an eighth to a half of its size: 64 megapixels take no more memory than 40 of a PNG. */
const maxJpegPixels = 64_000_000
/** Pictures are shrunk to this: finding faces gains nothing from more, and 1600 x 1600 x 3 is 8 MB. */
const maxSide = 1600

/**
 * Decodes a JPEG, PNG, WebP or AVIF, whatever its name is, upright by its EXIF, in sRGB without transparency. Throws
 * FaceError `image.unreadable` and `image.too-large`, the latter before any pixel is decoded.
 */
export async function decodeImage(bytes: Uint8Array): Promise<DecodedImage> {
  const { width, height } = await readHeader(bytes)
  const pixels = openImage(bytes)
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
  await readHeader(bytes)
  const image = openImage(bytes)
  const jpegs: Uint8Array<ArrayBuffer>[] = []
  // One after the other: a thread that is given up then leaves only one unfinished picture behind.
  for (const side of sides) jpegs.push(await toJpeg(image.clone(), side))
  return jpegs
}

/** The same for a decoded picture. */
export const pixelsToJpeg = ({ data, width, height, channels }: DecodedImage, side: number) =>
  toJpeg(sharp(data, { raw: { width, height, channels } }), side)

async function toJpeg(image: Sharp, side: number): Promise<Uint8Array<ArrayBuffer>> {
  const sized = image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  return Uint8Array.from(await sized.jpeg({ quality: 88 }).toBuffer().catch(refuseUnreadable))
}

function openImage(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixelsOf(bytes), failOn: 'error' })
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
}

async function readHeader(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  if (bytes.length > maxBytes) throw new FaceError('image.too-large', `more than ${maxBytes} bytes`)
  // The first bytes decide, so that the decoders of SVG, PDF and the like never see a file of a stranger.
  if (!isPicture(bytes)) throw new FaceError('image.unreadable', 'no JPEG, PNG, WebP or AVIF')
  const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuseUnreadable)
  const { width, height } = header.autoOrient
  const most = maxPixelsOf(bytes)
  if (width * height > most) throw new FaceError('image.too-large', `more than ${most} pixels`)
  return { width, height }
}

const maxPixelsOf = (bytes: Uint8Array) => (isJpeg(bytes) ? maxJpegPixels : maxPixels)

function refuseUnreadable(cause: unknown): never {
  throw new FaceError('image.unreadable', cause instanceof Error ? cause.message : String(cause))
}
