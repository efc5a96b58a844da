/** A face as it stood before the camera. */
export interface SeenFace {
  /** Pixels of the picture. */
  readonly width: number
  /** 512 numbers of joint length 1, comparable under the recogniser's `modelId` only. */
  readonly embedding: Float32Array
  /** How live it looks, 0..1. */
  readonly liveness: number
  /** The camera will show this face again in a moment: nobody need be called a stranger, or a photograph, on this look. */
  readonly isTentative?: boolean
  /** It was asked to blink, turn or open its mouth, and did not. */
  readonly hasFailedChallenge?: boolean
}

/** What finds a face in a picture. One serves any number of terminals. */
export interface Recogniser {
  readonly modelId: string
  /** The largest face in a JPEG or PNG, null where there is none. Rejects where the picture cannot be read. */
  look(picture: Uint8Array): Promise<SeenFace | null>
}

/** For terminals without a camera: takes the embeddings of this model from the server and sees nobody. */
export const blindRecogniser = (modelId: string): Recogniser => ({ modelId, look: async () => null })
