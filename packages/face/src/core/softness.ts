import { cosineOf } from './compare-embeddings.ts'
import { embedFace } from './embed-face.ts'
import type { Network } from './onnx-runtime.ts'
import type { PixelImage } from './pixel-image.ts'
import { warpImage } from './warp-image.ts'

/** Side of the copy: the recogniser needs more of a face. */
const smallSide = 24

/**
 * The cosine of an aligned face, whose embedding this is, to a copy of few pixels: how little the recogniser minds to lose detail. A face that
 * was blurred until it cost recognition has no more to lose: above 0.72 are two thirds of those that are less than 0.90 alike to the sharp
 * picture, and none of those from 0.95 on.
 */
export async function softness(network: Network, aligned: PixelImage, embedding: Float32Array): Promise<number> {
  return cosineOf(embedding, (await embedFace(network, soften(aligned, smallSide))).embedding)
}

/** The picture shrunk to so many pixels a side and enlarged again. */
function soften(image: PixelImage, side: number): PixelImage {
  const zoom = image.width / side
  const shift = zoom / 2 - 0.5
  const small = warpImage(image, [zoom, 0, shift, 0, zoom, shift], side, side)
  return warpImage(small, [1 / zoom, 0, -shift / zoom, 0, 1 / zoom, -shift / zoom], image.width, image.height)
}
