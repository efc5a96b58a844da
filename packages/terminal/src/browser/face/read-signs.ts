import { cosineOf } from '@gatehouse/face/core/compare-embeddings.ts'
import {
  brightnessOf,
  type FaceMoment,
  lashes,
  mouthBrightness,
  noseRelief,
  surroundingsOfEyes,
} from '@gatehouse/face/core/action-signs.ts'
import type { DescribedFace, FaceEngine } from '@gatehouse/face/core/face-engine.ts'
import type { PixelImage } from '@gatehouse/face/core/pixel-image.ts'
import { mouthOpening } from '@gatehouse/face/core/portrait-quality.ts'
import type { Signs } from './challenge.ts'

/** Measures the face of one challenge, frame by frame. */
export type SignReader = {
  /** The frame that the challenge began with. */
  readonly first: Signs
  read(image: PixelImage, face: DescribedFace): Promise<Signs>
}

export async function createSignReader(
  engine: FaceEngine,
  image: PixelImage,
  face: DescribedFace,
): Promise<SignReader> {
  const light = Math.max(1, brightnessOf(image, face.box))
  let before = face.embedding
  /** The last frame with open eyes. */
  let open: FaceMoment | undefined

  async function read(image: PixelImage, now: DescribedFace): Promise<Signs> {
    const { left, right } = await engine.evaluateEyes(image, now)
    const moment = { image, landmarks: now.landmarks }
    if (Math.max(left, right) < 0.3) open = moment
    const eyesClosed = Math.min(left, right)
    const closed = eyesClosed > 0.7 && open ? compareEyes(open, moment) : null
    const likeBefore = cosineOf(before, now.embedding)
    before = now.embedding
    return {
      eyesClosed,
      anyEyeClosed: Math.max(left, right),
      yaw: now.pose.yaw,
      relief: noseRelief(now.landmarks),
      mouthOpening: mouthOpening(now.landmarks),
      mouthBrightness: mouthBrightness(moment),
      closed,
      likeFirst: cosineOf(face.embedding, now.embedding),
      likeBefore,
      covered: now.occlusion,
      light: brightnessOf(image, now.box) / light,
      liveness: await engine.evaluateLiveness(image, now),
    }
  }

  return { first: await read(image, face), read }
}

const compareEyes = (open: FaceMoment, closed: FaceMoment) => ({
  surroundings: surroundingsOfEyes(open, closed),
  lashes: lashes(closed) / Math.max(0.05, lashes(open)),
})
