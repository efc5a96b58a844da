import type { PixelImage } from './pixel-image.ts'

/** The picture with left and right exchanged. */
export function mirrorImage({ data, width, height, channels }: PixelImage): PixelImage {
  const mirrored = new Uint8ClampedArray(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * channels
      mirrored.set(data.subarray(from, from + channels), (y * width + width - 1 - x) * channels)
    }
  return { data: mirrored, width, height, channels }
}
