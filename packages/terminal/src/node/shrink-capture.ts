import sharp from 'sharp'

const maxSide = 640
const aimBytes = 60_000
/** The contract's limit is 200 kB: a picture that is larger even at the lowest quality is not sent. */
const maxBytes = 200_000
const maxPixels = 40_000_000

/**
 * The picture as it goes into a record: a JPEG of at most 640 px, about 60 kB, upright and without metadata. Null if it
 * cannot be made.
 */
export async function shrinkCapture(picture: Uint8Array): Promise<Uint8Array | null> {
  try {
    const pixels = await sharp(picture, { limitInputPixels: maxPixels })
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    let jpeg: Buffer = Buffer.alloc(0)
    for (const quality of [82, 65, 45]) {
      jpeg = await sharp(pixels.data, { raw: pixels.info }).jpeg({ quality }).toBuffer()
      if (jpeg.length <= aimBytes) break
    }
    return jpeg.length <= maxBytes ? Uint8Array.from(jpeg) : null
  } catch {
    return null // a record without its picture is worth more than none
  }
}
