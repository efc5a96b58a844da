import { cosineOf } from './compare-embeddings.ts'
import { embedFace } from './embed-face.ts'
import type { Network } from './onnx-runtime.ts'
import type { PixelImage } from './pixel-image.ts'
import { warpImage } from './warp-image.ts'

/** Side of the copy: the recogniser needs more of a face. */
const smallSide = 32

/**
 * How little the recogniser minds that an aligned face, whose embedding this is, is shrunk to a few pixels: the cosine to the copy. A picture
 * that was blurred until it cost recognition has no more to lose.
 */
export async function softness(
  network: Network,
  aligned: PixelImage,
  embedding: Float32Array,
  side = smallSide,
): Promise<number> {
  return cosineOf(embedding, (await embedFace(network, soften(aligned, side))).embedding)
}

/** The picture shrunk to so many pixels a side and enlarged again. */
function soften(image: PixelImage, side: number): PixelImage {
  const zoom = image.width / side
  const shift = zoom / 2 - 0.5
  const small = warpImage(image, [zoom, 0, shift, 0, zoom, shift], side, side)
  return warpImage(small, [1 / zoom, 0, -shift / zoom, 0, 1 / zoom, -shift / zoom], image.width, image.height)
}
