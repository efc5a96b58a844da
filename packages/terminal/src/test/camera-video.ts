import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

/** What stands before the camera for how long; null: nobody. */
export type Scene = { readonly picture: string | Uint8Array | null; readonly seconds: number }

const framesPerSecond = 30
const size = { width: 640, height: 480 }
const wall = { r: 128, g: 136, b: 144 }

/**
 * A film for the fake camera of Chromium (`--use-file-for-fake-video-capture`), which plays it again and again: JPEGs one
 * behind the other. Each picture stands in the middle, half as high as the frame is.
 */
export async function writeCameraVideo(file: string, scenes: readonly Scene[]): Promise<void> {
  const frames: Uint8Array[] = []
  for (const { picture, seconds } of scenes) {
    const frame = await drawFrame(picture)
    for (let i = 0; i < seconds * framesPerSecond; i++) frames.push(frame)
  }
  await writeFile(file, Buffer.concat(frames))
}

async function drawFrame(picture: string | Uint8Array | null): Promise<Uint8Array> {
  const empty = sharp({ create: { ...size, channels: 3, background: wall } })
  if (picture === null) return empty.jpeg().toBuffer()
  const person = await sharp(picture).rotate().resize({ width: 520, height: 420, fit: 'inside' }).toBuffer()
  return empty
    .composite([{ input: person, gravity: 'center' }])
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
