import type { Box } from './box.ts'
import { boxHeight, boxWidth } from './box.ts'
import type { PixelImage } from './pixel-image.ts'

/**
 * The place in the source where a pixel of the result is read: `sourceX = a x + b y + c`, `sourceY = d x + e y + f`.
 * Coordinates name the middle of a pixel.
 */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const placeOf = ([a, b, c, d, e, f]: Affine, x: number, y: number) => ({
  x: a * x + b * y + c,
  y: d * x + e * y + f,
})

/** The place that `second` gives for the one that `first` gives. */
export const oneAfterOther = ([g, h, i, j, k, l]: Affine, [a, b, c, d, e, f]: Affine): Affine => [
  a * g + b * j,
  a * h + b * k,
  a * i + b * l + c,
  d * g + e * j,
  d * h + e * k,
  d * i + e * l + f,
]

/** Past this the extra samples of a strongly shrunk picture no longer change what a model sees. */
const maxSamplesPerSide = 16

/**
 * Redraws part of a picture as `width` x `height` RGB. Reads between pixels when enlarging and averages a grid of
 * samples when shrinking, so that fine patterns do not alias. Anything outside the source is `fill`.
 */
export function warpImage(
  source: PixelImage,
  transform: Affine,
  width: number,
  height: number,
  { fill = 0, maxSamples = maxSamplesPerSide }: { readonly fill?: number; readonly maxSamples?: number } = {},
): PixelImage {
  const [a, b, , d, e] = transform
  const isTurned = b !== 0 || d !== 0
  const shrink = Math.sqrt(Math.abs(a * e - b * d))
  const samples = Math.max(1, Math.min(maxSamples, Math.round(shrink)))
  const result = { data: new Uint8ClampedArray(width * height * 3), width, height, channels: 3 } as const
  if (samples === 1) readBetween(source, transform, result, fill)
  else if (isTurned) averageTurned(source, transform, result, fill, samples)
  else averageUpright(source, transform, result, fill, samples)
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

// The loops below run over every pixel of every frame, so each is written out in full. Indexes are clamped to the
// picture, hence the `!`.

interface Canvas {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** The places where the samples along a side of `length` pixels are read, in pixels of the result. */
const stepsAlong = (length: number, samples: number): Float64Array =>
  Float64Array.from(
    { length: length * samples },
    (_, step) => Math.floor(step / samples) + ((step % samples) + 0.5) / samples - 0.5,
  )

/** `Math.round` of a number that is not negative, kept within the side, in a fraction of the time. */
const nearest = (place: number, side: number): number => Math.min(side - 1, (place + 0.5) | 0)

/** Each pixel is the mean of `samples` x `samples` nearest pixels. */
function averageTurned(source: PixelImage, transform: Affine, canvas: Canvas, fill: number, samples: number): void {
  const [a, b, c, d, e, f] = transform
  const { data, width, height, channels } = source
  const count = samples * samples
  const across = stepsAlong(canvas.width, samples)
  const down = stepsAlong(canvas.height, samples)
  for (let y = 0, out = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++, out += 3) {
      let red = 0
      let green = 0
      let blue = 0
      for (let j = y * samples; j < (y + 1) * samples; j++)
        for (let i = x * samples; i < (x + 1) * samples; i++) {
          const sourceX = a * across[i]! + b * down[j]! + c
          const sourceY = d * across[i]! + e * down[j]! + f
          if (sourceX < -1 || sourceY < -1 || sourceX >= width || sourceY >= height) {
            red += fill
            green += fill
            blue += fill
            continue
          }
          const p = (nearest(sourceY, height) * width + nearest(sourceX, width)) * channels
          red += data[p]!
          green += data[p + 1]!
          blue += data[p + 2]!
        }
      canvas.data[out] = red / count
      canvas.data[out + 1] = green / count
      canvas.data[out + 2] = blue / count
    }
}

/** The same where rows stay rows: which of them and which columns are read is known before the loop. */
function averageUpright(source: PixelImage, transform: Affine, canvas: Canvas, fill: number, samples: number): void {
  const [a, , c, , e, f] = transform
  const { data, width, height, channels } = source
  const count = samples * samples
  const indexes = (steps: Float64Array, scale: number, start: number, side: number, stride: number) =>
    Int32Array.from(steps, (step) => {
      const place = scale * step + start
      return place < -1 || place >= side ? -1 : nearest(place, side) * stride
    })
  const columns = indexes(stepsAlong(canvas.width, samples), a, c, width, channels)
  const rows = indexes(stepsAlong(canvas.height, samples), e, f, height, width * channels)
  for (let y = 0, out = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++, out += 3) {
      let red = 0
      let green = 0
      let blue = 0
      for (let j = y * samples; j < (y + 1) * samples; j++)
        for (let i = x * samples; i < (x + 1) * samples; i++) {
          const row = rows[j]!
          const column = columns[i]!
          if (row < 0 || column < 0) {
            red += fill
            green += fill
            blue += fill
            continue
          }
          red += data[row + column]!
          green += data[row + column + 1]!
          blue += data[row + column + 2]!
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
