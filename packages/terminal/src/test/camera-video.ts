import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

type Picture = string | Uint8Array

/** Who stands before the camera for how long, side by side; null keeps a place free. */
export type Scene = { readonly pictures: readonly (Picture | null)[]; readonly seconds: number }

const framesPerSecond = 30
const size = { width: 640, height: 480 }
const wall = { r: 128, g: 136, b: 144 }

/**
 * A film for the fake camera of Chromium (`--use-file-for-fake-video-capture`), which plays it again and again: JPEGs one
 * behind the other. A face in it that stays where it is stays the same to the last pixel: as still as no hand holds a photograph.
 */
export async function writeCameraVideo(file: string, scenes: readonly Scene[]): Promise<void> {
  const frames: Uint8Array[] = []
  for (const { pictures, seconds } of scenes) {
    const frame = await drawFrame(pictures)
    for (let i = 0; i < seconds * framesPerSecond; i++) frames.push(frame)
  }
  await writeFile(file, Buffer.concat(frames))
}

async function drawFrame(pictures: readonly (Picture | null)[]): Promise<Uint8Array> {
  const width = Math.floor(size.width / Math.max(1, pictures.length))
  const placed = pictures.map(async (picture, place) => {
    if (picture === null) return []
    const resized = sharp(picture)
      .rotate()
      .resize({ width: Math.min(520, width), height: 420, fit: 'inside' })
    const { data: input, info } = await resized.toBuffer({ resolveWithObject: true })
    const left = place * width + Math.floor((width - info.width) / 2)
    return [{ input, left, top: Math.floor((size.height - info.height) / 2) }]
  })
  return sharp({ create: { ...size, channels: 3, background: wall } })
    .composite((await Promise.all(placed)).flat())
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** A QR code as somebody holds it up: on white, with its margin. */
export async function drawCode(text: string): Promise<Uint8Array> {
  const wasmBinary = Uint8Array.from(
    await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')),
  ).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const { image, error } = await writeBarcode(text, { format: 'QRCode', scale: 8 })
  if (!image) throw new Error(error)
  const margin = { top: 40, bottom: 40, left: 40, right: 40, background: '#fff' }
  return sharp(await image.arrayBuffer())
    .extend(margin)
    .png()
    .toBuffer()
}

/** What a browser is started with to see it. */
export const cameraArguments = (file: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]
