import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

type Picture = string | Uint8Array

/** The people who stand before the camera and for how long, side by side; null keeps a place free. */
export type Scene = {
  readonly pictures: readonly (Picture | null)[]
  readonly seconds: number
  /** The wall behind them is dark. */
  readonly isDark?: boolean
}

const size = { width: 640, height: 480 }
const wall = { r: 128, g: 136, b: 144 }
const night = { r: 8, g: 8, b: 12 }

/**
 * A film for the fake camera of Chromium (`--use-file-for-fake-video-capture`), which repeats it: YUV4MPEG2, with the
 * requested number of pictures a second. A face that does not move is the same to the last pixel: stiller than any hand
 * holds a photograph.
 */
export async function writeCameraVideo(file: string, scenes: readonly Scene[], framesPerSecond = 30): Promise<void> {
  const parts = [Buffer.from(`YUV4MPEG2 W${size.width} H${size.height} F${framesPerSecond}:1 Ip A1:1 C420\n`)]
  for (const { pictures, seconds, isDark = false } of scenes) {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), toYuv(await drawFrame(pictures, isDark ? night : wall))])
    for (let i = 0; i < Math.round(seconds * framesPerSecond); i++) parts.push(frame)
  }
  await writeFile(file, Buffer.concat(parts))
}

/** RGB as brightness (BT.601) and, of every other pixel and row, two differences of colour. */
function toYuv(rgb: Uint8Array): Uint8Array {
  const { width, height } = size
  const yuv = new Uint8Array((width * height * 3) / 2)
  const halves = width / 2
  const [u, v] = [width * height, (width * height * 5) / 4]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const red = rgb[3 * at] ?? 0
      const green = rgb[3 * at + 1] ?? 0
      const blue = rgb[3 * at + 2] ?? 0
      yuv[at] = 16 + 0.257 * red + 0.504 * green + 0.098 * blue
      if (x % 2 === 1 || y % 2 === 1) continue
      const half = (y / 2) * halves + x / 2
      yuv[u + half] = 128 - 0.148 * red - 0.291 * green + 0.439 * blue
      yuv[v + half] = 128 + 0.439 * red - 0.368 * green - 0.071 * blue
    }
  }
  return yuv
}

async function drawFrame(pictures: readonly (Picture | null)[], background: typeof wall): Promise<Uint8Array> {
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
  return sharp({ create: { ...size, channels: 3, background } })
    .composite((await Promise.all(placed)).flat())
    .removeAlpha()
    .raw()
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

/** The arguments of a browser that shows it. */
export const cameraArguments = (file: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]
