import { readFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { photographPath } from './photographs.ts'

/** The bytes of one of the package's photographs. */
export const photograph = (file: string): Promise<Buffer> => readFile(photographPath(file))

type Change = (image: Sharp) => Sharp

/** A photograph with one thing changed, as PNG so that nothing else changes. */
export async function altered(file: string, change: Change): Promise<Buffer> {
  return change(sharp(await photograph(file)))
    .png()
    .toBuffer()
}

/** A photograph with shapes drawn over it, given as the inside of an SVG of the photograph's size. */
export async function drawnOver(file: string, shapes: string): Promise<Buffer> {
  const { width, height } = await sharp(photographPath(file)).metadata()
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`)
  return altered(file, (image) => image.composite([{ input: svg }]))
}

/** Two photographs side by side, both 400 px high. */
export async function sideBySide(first: string, second: string): Promise<Buffer> {
  const left = await altered(first, (image) => image.resize({ width: 400, height: 400, fit: 'contain' }))
  const right = await altered(second, (image) => image.resize({ width: 400, height: 400, fit: 'contain' }))
  const canvas = sharp({ create: { width: 800, height: 400, channels: 3, background: '#888' } })
  return canvas
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: 400, top: 0 },
    ])
    .png()
    .toBuffer()
}

/** A photograph as a phone takes it: 12 megapixels, lying, with which side is up, the place and the device beside it. */
export async function asPhonesTake(file: string): Promise<Buffer> {
  const lying = await sharp(await photograph(file))
    .rotate(270)
    .resize({ width: 4032 })
    .toBuffer()
  const exif = { IFD0: { Make: 'Pocket' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } }
  return sharp(lying).withMetadata({ orientation: 6, exif }).jpeg({ quality: 90 }).toBuffer()
}
