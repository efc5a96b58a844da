import { mirrorImage } from './mirror-image.ts'
import type { Network } from './onnx-runtime.ts'
import { toPlanes } from './onnx-runtime.ts'
import type { PixelImage } from './pixel-image.ts'

/** Numbers in an embedding. */
export const embeddingSize = 512

export interface Embedded {
  /** 512 numbers of joint length 1: the cosine of two faces is their dot product. Comparable under one `modelId` only. */
  readonly embedding: Float32Array
  /** The recogniser's last feature map, 512 planes of 7 x 7: what the occlusion probe reads. */
  readonly featureMap: Float32Array
  /** The length of the vector before it is made 1: the recogniser's vectors of faces that it sees poorly are short. */
  readonly strength: number
}

/** Describes an aligned face. Colours go in as BGR: LFW 99.45 % against 99.13 % with RGB. */
export async function embedFace(network: Network, aligned: PixelImage): Promise<Embedded> {
  const planes = toPlanes(aligned, 127.5, 127.5, 'bgr')
  const output = await network.run(planes, [1, 3, aligned.height, aligned.width])
  const vector = output('output')
  return { embedding: normalise(vector), featureMap: output('507'), strength: lengthOf(vector) }
}

/** The same, of the face and its mirror image: they are averaged. Twice the work, which is worth it once for a portrait. */
export async function embedBothWays(
  network: Network,
  aligned: PixelImage,
): Promise<Embedded & { readonly asSeen: Float32Array }> {
  const asSeen = await embedFace(network, aligned)
  const mirrored = await embedFace(network, mirrorImage(aligned))
  const sum = asSeen.embedding.map((value, i) => value + mirrored.embedding[i]!) // of one length
  return { ...asSeen, embedding: normalise(sum), asSeen: asSeen.embedding }
}

/** The same direction with length 1. */
export function normalise(vector: Float32Array): Float32Array {
  const length = lengthOf(vector) || 1
  return vector.map((value) => value / length)
}

function lengthOf(vector: Float32Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}
