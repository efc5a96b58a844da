/**
 * A decoded picture: rows from the top, pixels from the left, RGB or RGBA interleaved, 0..255.
 * A browser's `ImageData` becomes one with `{ ...imageData, channels: 4 }` spelt out; alpha is ignored.
 */
export interface PixelImage {
  readonly data: Uint8Array | Uint8ClampedArray
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/** The weights of red, green and blue in brightness (Rec. 601). */
export const lumaWeights = [0.299, 0.587, 0.114] as const

/** Brightness of every pixel, 0..`white`. The models for landmarks and eyes see only this. */
export function toGrey(image: PixelImage, white = 255): Float32Array {
  const { data, channels } = image
  const grey = new Float32Array(image.width * image.height)
  const [red, green, blue] = lumaWeights
  const scale = white / 255
  for (let i = 0, p = 0; i < grey.length; i++, p += channels)
    grey[i] = (red * data[p]! + green * data[p + 1]! + blue * data[p + 2]!) * scale // inside by construction
  return grey
}
