import { alignFace } from './align-face.ts'
import { squareAround } from './box.ts'
import { normalise } from './embed-face.ts'
import type { FaceEngine } from './face-engine.ts'
import type { Landmarks } from './face-landmarks.ts'
import { boxFromLandmarks } from './face-landmarks.ts'
import { mirrorImage } from './mirror-image.ts'
import type { OnnxRuntime } from './onnx-runtime.ts'
import { loadNetwork } from './onnx-runtime.ts'
import type { PixelImage } from './pixel-image.ts'
import type { RecogniserSpec } from './recogniser-spec.ts'
import { cropBox } from './warp-image.ts'

/** A loaded recogniser beside the built-in one. */
export interface OtherRecogniser {
  readonly modelId: string
  /** Embedding of length 1 of a face on a picture. Throws an Error where the network gives no usable numbers. */
  embed(image: PixelImage, landmarks: Landmarks): Promise<Float32Array>
  /** The same, averaged with that of the mirror image, as for a portrait. */
  embedBothWays(image: PixelImage, landmarks: Landmarks): Promise<Float32Array>
  /** The same of a picture that is a face as the network wants it already. */
  embedAligned(aligned: PixelImage): Promise<Float32Array>
  release(): Promise<void>
}

export async function loadRecogniser(
  ort: OnnxRuntime,
  spec: RecogniserSpec,
  model: Uint8Array,
): Promise<OtherRecogniser> {
  const network = await loadNetwork(ort, model)
  const { side, layout } = spec.input
  const shape = layout === 'nchw' ? [1, 3, side, side] : [1, side, side, 3]

  async function embedAligned(aligned: PixelImage): Promise<Float32Array> {
    const output = (await network.run(toInput(aligned, spec.input), shape))()
    if (output.length !== spec.dimension)
      throw new Error(`the recogniser gave ${output.length} numbers, not ${spec.dimension}`)
    return unitVector(output)
  }
  const align = (image: PixelImage, landmarks: Landmarks): PixelImage =>
    spec.alignment === 'arcface'
      ? alignFace(image, landmarks, side)
      : cropBox(image, squareAround(boxFromLandmarks(landmarks)), side, side)

  return {
    modelId: spec.modelId,
    embedAligned,
    embed: (image, landmarks) => embedAligned(align(image, landmarks)),
    async embedBothWays(image, landmarks) {
      const aligned = align(image, landmarks)
      const asSeen = await embedAligned(aligned)
      const mirrored = await embedAligned(mirrorImage(aligned))
      return unitVector(asSeen.map((value, i) => value + (mirrored[i] ?? 0)))
    },
    release: () => network.release(),
  }
}

/** Throws an Error for NaN, infinity and a vector without a direction. */
function unitVector(numbers: Float32Array): Float32Array {
  let sum = 0
  for (const value of numbers) sum += value * value
  if (!Number.isFinite(sum)) throw new Error('the recogniser gave numbers that are not finite')
  if (sum < 1e-12) throw new Error('the recogniser gave a vector of zeros')
  return normalise(numbers)
}

function toInput(image: PixelImage, { layout, channels, mean, deviation }: RecogniserSpec['input']): Float32Array {
  const size = image.width * image.height
  const input = new Float32Array(3 * size)
  for (let colour = 0; colour < 3; colour++) {
    const from = channels === 'rgb' ? colour : 2 - colour
    const [less, by] = [mean[colour] ?? 0, deviation[colour] ?? 1]
    for (let i = 0; i < size; i++) {
      const value = ((image.data[i * image.channels + from] ?? 0) - less) / by
      input[layout === 'nchw' ? colour * size + i : i * 3 + colour] = value
    }
  }
  return input
}

/** The same engine with the embeddings of another recogniser. Occlusion is still told by the built-in one's map; freeing it frees both. */
export function withRecogniser(engine: FaceEngine, other: OtherRecogniser): FaceEngine {
  return {
    ...engine,
    modelId: other.modelId,
    async describeFace(image, face) {
      const described = await engine.describeFace(image, face)
      return { ...described, embedding: await other.embed(image, described.landmarks) }
    },
    async describePortrait(image, face) {
      const described = await engine.describePortrait(image, face)
      return { ...described, embedding: await other.embedBothWays(image, described.landmarks) }
    },
    async release() {
      await other.release()
      await engine.release()
    },
  }
}
