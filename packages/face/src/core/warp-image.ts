import type { Box } from './box.ts'
import { boxHeight, boxWidth } from './box.ts'
import type { PixelImage } from './pixel-image.ts'

/**
 * Where a pixel of the result is read in the source: `sourceX = a x + b y + c`, `sourceY = d x + e y + f`.
 * Coordinates name the middle of a pixel.
 */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** Past this the extra samples of a strongly shrunk picture no longer change what a model sees. */
const mostSamplesPerSide = 16

/**
 * Redraws part of a picture as `width` x `height` RGB. Reads between pixels when enlarging and averages a grid of
 * samples when shrinking, so that fine patterns do not alias. What lies outside the source is `fill`.
 */
export function warpImage(source: PixelImage, transform: Affine, width: number, height: number, fill = 0): PixelImage {
  const [a, b, , d, e] = transform
  const shrink = Math.sqrt(Math.abs(a * e - b * d))
  const samples = Math.max(1, Math.min(mostSamplesPerSide, Math.round(shrink)))
  const result = { data: new Uint8ClampedArray(width * height * 3), width, height, channels: 3 } as const
  if (samples > 1) averageSamples(source, transform, result, fill, samples)
  else readBetween(source, transform, result, fill)
  return result
}

/** The part of the picture inside `box`, stretched to `width` x `height`. */
export function cropBox(source: PixelImage, box: Box, width: number, height: number): PixelImage {
  const scaleX = boxWidth(box) / width
  const scaleY = boxHeight(box) / height
  const transform: Affine = [scaleX, 0, box.left + scaleX / 2 - 0.5, 0, scaleY, box.top + scaleY / 2 - 0.5]
  return warpImage(source, transform, width, height)
}

export function isOutside(source: PixelImage, x: number, y: number): boolean {
  return x < -1 || y < -1 || x >= source.width || y >= source.height
}

// The two loops below run over every pixel of every frame, so each is written out in full. Indexes are clamped to the
// picture, hence the `!`.

interface Canvas {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Each pixel is the mean of `samples` x `samples` nearest pixels. */
function averageSamples(source: PixelImage, transform: Affine, canvas: Canvas, fill: number, samples: number): void {
  const [a, b, c, d, e, f] = transform
  const { data, width, height, channels } = source
  const count = samples * samples
  for (let y = 0, out = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++, out += 3) {
      let red = 0
      let green = 0
      let blue = 0
      for (let j = 0; j < samples; j++)
        for (let i = 0; i < samples; i++) {
          const dx = x + (i + 0.5) / samples - 0.5
          const dy = y + (j + 0.5) / samples - 0.5
          const sourceX = a * dx + b * dy + c
          const sourceY = d * dx + e * dy + f
          if (sourceX < -1 || sourceY < -1 || sourceX >= width || sourceY >= height) {
            red += fill
            green += fill
            blue += fill
            continue
          }
          const column = Math.min(width - 1, Math.max(0, Math.round(sourceX)))
          const row = Math.min(height - 1, Math.max(0, Math.round(sourceY)))
          const p = (row * width + column) * channels
          red += data[p]!
          green += data[p + 1]!
          blue += data[p + 2]!
        }
      canvas.data[out] = red / count
      canvas.data[out + 1] = green / count
      canvas.data[out + 2] = blue / count
    }
}

/** Each pixel is mixed of the four round its place, by how near they are. */
function readBetween(source: PixelImage, transform: Affine, canvas: Canvas, fill: number): void {
  const [a, b, c, d, e, f] = transform
  const { data, width, height, channels } = source
  for (let y = 0, out = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++, out += 3) {
      const sourceX = a * x + b * y + c
      const sourceY = d * x + e * y + f
      if (sourceX < -1 || sourceY < -1 || sourceX >= width || sourceY >= height) {
        canvas.data.fill(fill, out, out + 3)
        continue
      }
      const floorX = Math.floor(sourceX)
      const floorY = Math.floor(sourceY)
      const partX = sourceX - floorX
      const partY = sourceY - floorY
      const left = Math.max(0, floorX)
      const right = Math.min(width - 1, floorX + 1)
      const upper = Math.max(0, floorY) * width
      const lower = Math.min(height - 1, floorY + 1) * width
      const p = (upper + left) * channels
      const q = (upper + right) * channels
      const r = (lower + left) * channels
      const s = (lower + right) * channels
      const weightP = (1 - partX) * (1 - partY)
      const weightQ = partX * (1 - partY)
      const weightR = (1 - partX) * partY
      const weightS = partX * partY
      for (let i = 0; i < 3; i++)
        canvas.data[out + i] =
          data[p + i]! * weightP + data[q + i]! * weightQ + data[r + i]! * weightR + data[s + i]! * weightS
    }
}
