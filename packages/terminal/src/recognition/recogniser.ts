import type { Box } from '@gatehouse/face/core/box.ts'
import type { FaceBox } from '@gatehouse/contract/device/passage-words.ts'
import type { LivenessChallenge } from '@gatehouse/engine/passage/vocabulary.ts'

/** A face as it stood before the camera. */
export type SeenFace = {
  /** Pixels of the picture. */
  readonly width: number
  /** 512 numbers of joint length 1, comparable under the recogniser's `modelId` only. */
  readonly embedding: Float32Array
  /** How live it looks, 0..1; null where that was not asked. */
  readonly liveness: number | null
  /** Where it is, on a picture of all that the camera sees; absent on one that was cut to this face. */
  readonly place?: FaceBox | null
  /** The camera will show this face again in a moment: nobody need be called a stranger, or a photograph, on this look. */
  readonly isTentative?: boolean
  /** It was asked to do this, and did not. */
  readonly missed?: LivenessChallenge | null
}

/** Where a box is on its picture; edges beyond the picture end with it, and null is what lies outside altogether. */
export function placeOf(box: Box, picture: { readonly width: number; readonly height: number }): FaceBox | null {
  const part = (edge: number, whole: number) => Math.round(Math.min(1, Math.max(0, edge / whole)) * 1000)
  const left = part(box.left, picture.width)
  const right = part(box.right, picture.width)
  const top = part(box.top, picture.height)
  const bottom = part(box.bottom, picture.height)
  return left < right && top < bottom ? { left, top, right, bottom } : null
}

/** What finds a face in a picture. One serves any number of terminals. */
export type Recogniser = {
  readonly modelId: string
  /**
   * The largest face in a JPEG or PNG, null where there is none. Rejects where the picture cannot be read. How live it
   * looks costs about a fifth more, and is evaluated where it is asked for.
   */
  look(picture: Uint8Array, asked: { readonly checksLiveness: boolean }): Promise<SeenFace | null>
  /** Where the largest face is on a picture of all that the camera sees. Not there: it cannot tell. */
  place?(picture: Uint8Array): Promise<FaceBox | null>
}

/** For terminals without a camera: takes the embeddings of this model from the server and sees nobody. */
export const blindRecogniser = (modelId: string): Recogniser => ({ modelId, look: async () => null })
