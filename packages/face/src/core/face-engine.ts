import { alignFace } from './align-face.ts'
import type { Box } from './box.ts'
import { boxHeight } from './box.ts'
import { detectFaces } from './detect-faces.ts'
import { embedBothWays, type Embedded, embedFace } from './embed-face.ts'
import type { EyesClosed } from './eye-state.ts'
import { eyesClosed } from './eye-state.ts'
import type { Landmarks } from './face-landmarks.ts'
import { findLandmarks } from './face-landmarks.ts'
import type { FaceModels } from './face-models.ts'
import { faceModelId } from './face-models.ts'
import type { HeadPose } from './head-pose.ts'
import { headPose } from './head-pose.ts'
import { liveness } from './liveness.ts'
import { coveredShare } from './occlusion-probe.ts'
import type { OnnxRuntime } from './onnx-runtime.ts'
import { loadNetwork } from './onnx-runtime.ts'
import type { PixelImage } from './pixel-image.ts'
import type { PortraitQuality } from './portrait-quality.ts'
import { portraitQuality } from './portrait-quality.ts'
import { softness } from './softness.ts'

export interface FoundFace {
  readonly box: Box
  /** The detector's certainty, 0.65..1. */
  readonly certainty: number
}

/** A face with all its measurements. Pixels are those of the given picture. */
export interface DescribedFace extends FoundFace {
  readonly landmarks: Landmarks
  /** 512 numbers of joint length 1; compare with `cosineOf`, and only under the same `modelId`. */
  readonly embedding: Float32Array
  readonly pose: HeadPose
  /** Share of the face that something covers, 0..1. */
  readonly occlusion: number
}

/** A face with what a portrait is judged by besides; its embedding is averaged with that of the mirror image. */
export interface DescribedPortrait extends DescribedFace {
  readonly quality: PortraitQuality
  readonly eyes: EyesClosed
}

/** One set of networks in memory. A session runs one picture at a time: for more at once, make more engines. */
export interface FaceEngine {
  readonly modelId: string
  /** Every face, the largest first. About 10 ms on one core. */
  findFaces(image: PixelImage): Promise<FoundFace[]>
  /** Landmarks, embedding, pose and occlusion of one found face: what a look at a door needs. About 12 ms. */
  describeFace(image: PixelImage, face: FoundFace): Promise<DescribedFace>
  /** The same of a portrait that is to be kept, with what it is judged by. About 33 ms. */
  describePortrait(image: PixelImage, face: FoundFace): Promise<DescribedPortrait>
  /** The liveness of the face, 0..1; `liveness.ts` tells its limits. About 7 ms. */
  evaluateLiveness(image: PixelImage, face: FoundFace): Promise<number>
  evaluateEyes(image: PixelImage, face: DescribedFace): Promise<EyesClosed>
  /** Frees the networks; the engine is unusable afterwards. */
  release(): Promise<void>
}

/** Loads the networks (about 0.1 s, 140 MB) into the runtime given: the same engine in Node and in the browser. */
export async function createFaceEngine(ort: OnnxRuntime, models: FaceModels): Promise<FaceEngine> {
  const detector = await loadNetwork(ort, models.detect)
  const landmarker = await loadNetwork(ort, models.landmark)
  const recogniser = await loadNetwork(ort, models.feature)
  const livenessNetwork = await loadNetwork(ort, models.liveness)
  const eyeNetwork = await loadNetwork(ort, models.eye)
  async function find(image: PixelImage, face: FoundFace) {
    const landmarks = await findLandmarks(landmarker, image, face.box)
    return { landmarks, aligned: alignFace(image, landmarks) }
  }
  const describe = (face: FoundFace, landmarks: Landmarks, { embedding, featureMap }: Embedded): DescribedFace => ({
    ...face,
    landmarks,
    embedding,
    pose: headPose(landmarks),
    occlusion: coveredShare(featureMap),
  })
  return {
    modelId: faceModelId,
    async findFaces(image) {
      const found = await detectFaces(detector, image)
      return found.sort((a, b) => boxHeight(b.box) - boxHeight(a.box))
    },
    async describeFace(image, face) {
      const { landmarks, aligned } = await find(image, face)
      return describe(face, landmarks, await embedFace(recogniser, aligned))
    },
    async describePortrait(image, face) {
      const { landmarks, aligned } = await find(image, face)
      const embedded = await embedBothWays(recogniser, aligned)
      return {
        ...describe(face, landmarks, embedded),
        quality: {
          ...portraitQuality(image, landmarks, aligned),
          clarity: embedded.strength,
          softness: await softness(recogniser, aligned, embedded.asSeen),
        },
        eyes: await eyesClosed(eyeNetwork, image, landmarks),
      }
    },
    evaluateLiveness: (image, face) => liveness(livenessNetwork, image, face.box),
    evaluateEyes: (image, face) => eyesClosed(eyeNetwork, image, face.landmarks),
    async release() {
      for (const network of [detector, landmarker, recogniser, livenessNetwork, eyeNetwork]) await network.release()
    },
  }
}
