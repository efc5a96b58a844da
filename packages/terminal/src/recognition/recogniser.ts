import type { Box } from '@gatehouse/face/core/box.ts'
import type { FaceBox } from '@gatehouse/contract/device/passage-words.ts'
import type { RecogniserSpec } from '@gatehouse/face/core/recogniser-spec.ts'
import type { LivenessChallenge } from '@gatehouse/engine/passage/vocabulary.ts'

/** A face before the camera. */
export type SeenFace = {
  /** Pixels of the picture. */
  readonly width: number
  /** 512 numbers of joint length 1, comparable under the recogniser's `modelId` only; of several looks their mean. */
  readonly embedding: Float32Array
  /** The embeddings of the single looks of this visit; absent: there was one. */
  readonly looks?: readonly Float32Array[]
  /** The liveness, 0..1; null if it was not requested. */
  readonly liveness: number | null
  /** Its position on a picture of the whole scene; absent on a picture that was cut to this face. */
  readonly place?: FaceBox | null
  /**
   * The camera will show this face again in a moment: nobody need be refused as a stranger, or a photograph, on this
   * look.
   */
  readonly isTentative?: boolean
  /** The requested action that the person did not do. */
  readonly missed?: LivenessChallenge | null
}

/** The position of a box on its picture; edges beyond the picture are cut, and null means completely outside. */
export function placeOf(box: Box, picture: { readonly width: number; readonly height: number }): FaceBox | null {
  const part = (edge: number, whole: number) => Math.round(Math.min(1, Math.max(0, edge / whole)) * 1000)
  const left = part(box.left, picture.width)
  const right = part(box.right, picture.width)
  const top = part(box.top, picture.height)
  const bottom = part(box.bottom, picture.height)
  return left < right && top < bottom ? { left, top, right, bottom } : null
}

/** A recogniser that finds a face in a picture. One serves any number of terminals. */
export type Recogniser = {
  readonly modelId: string
  /**
   * The main face in a JPEG or PNG, tall and near the middle; null if there is none. Rejects if the picture cannot be read. Liveness costs
   * about a fifth more, and is evaluated on request.
   */
  look(picture: Uint8Array, asked: { readonly checksLiveness: boolean }): Promise<SeenFace | null>
  /** Other recognisers than the built-in one; absent: it runs no other. */
  readonly others?: OtherRecognisers
  /** The position of the main face on a picture of the whole scene. Absent: it cannot tell. */
  place?(picture: Uint8Array): Promise<FaceBox | null>
}

export type OtherRecognisers = {
  /** The largest file that it can fetch and hold. */
  readonly maxBytes: number
  /** Loads one beside those in use, and keeps its file for the next start. Rejects if it cannot run it. */
  take(spec: RecogniserSpec, model: Uint8Array): Promise<Recogniser>
  /** One that was taken before; null: its file is not here. */
  reopen(spec: RecogniserSpec): Promise<Recogniser | null>
}

/** For terminals without a camera: takes the embeddings of this model from the server and sees nobody. */
export const blindRecogniser = (modelId: string): Recogniser => ({ modelId, look: async () => null })
