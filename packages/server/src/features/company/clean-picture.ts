import { AppError } from '@gatehouse/contract/errors.ts'
import type { CompanyPicture } from '@gatehouse/contract/features/company.ts'
import sharp from 'sharp'
import { imageBodyLimit } from '../../http/read-image-body.ts'
import { onPlateIfLight } from './plate-of-logo.ts'

/** 40 megapixels. */
const maxPixels = 40_000_000

/** Twice the advised size at most, for screens with fine pixels. */
const keptSides = {
  logo: { width: 1240, height: 1240 },
  background: { width: 2160, height: 1440 },
} as const satisfies Record<CompanyPicture, object>

export type CleanPicture = { bytes: Buffer; contentType: string; width: number; height: number }

let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a picture again, so that only the pixels of the upload are kept: no script, no location, no trailing bytes. A logo
 * stays transparent; one in light colours, which stands on white everywhere, gets a dark plate. Off the request thread (libvips has its own), one at a time, so that several large ones do not fill the
 * memory.
 * @throws AppError image.unreadable, image.too-large (before any pixel is decoded)
 */
export async function cleanPicture(bytes: Buffer, picture: CompanyPicture): Promise<CleanPicture> {
  const mine = last.then(() => draw(bytes, picture))
  last = mine.catch(() => {})
  return mine
}

async function draw(bytes: Buffer, picture: CompanyPicture): Promise<CleanPicture> {
  if (bytes.length > imageBodyLimit) throw new AppError('image.too-large')
  // The format is read from the first bytes: the decoders of SVG, PDF and the like never see an upload.
  if (!isJpeg(bytes) && !isPng(bytes)) throw new AppError('image.unreadable')
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (header.width * header.height > maxPixels) throw new AppError('image.too-large')
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: 20 })
      .autoOrient()
      .toColourspace('srgb')
      .resize({ ...keptSides[picture], fit: 'inside', withoutEnlargement: true })
    const drawn =
      picture === 'logo'
        ? sharp(await onPlateIfLight(await image.png().toBuffer()))
            .resize({ ...keptSides.logo, fit: 'inside', withoutEnlargement: true })
            .png()
        : image.flatten({ background: '#ffffff' }).jpeg({ quality: 85 })
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
    return { bytes: data, contentType: `image/${info.format}`, width: info.width, height: info.height }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('image.unreadable')
  }
}

const startsWith = (bytes: Buffer, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
const isJpeg = (bytes: Buffer) => startsWith(bytes, [0xff, 0xd8, 0xff])
const isPng = (bytes: Buffer) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
