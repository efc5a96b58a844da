import sharp from 'sharp'
import { type HeicOptions, writeHeic } from './write-heic.ts'

/** A picture file as a HEIC, by default in tiles as phones write it. */
export async function heicOf(file: Buffer, options: HeicOptions = { tile: 256 }): Promise<Uint8Array<ArrayBuffer>> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return Uint8Array.from(writeHeic({ data, width: info.width, height: info.height, channels: 3 }, options))
}
