import type { Landmarks } from './face-landmarks.ts'
import { fivePoints } from './face-landmarks.ts'
import type { PixelImage } from './pixel-image.ts'
import type { Point } from './similarity-transform.ts'
import { fitSimilarity } from './similarity-transform.ts'
import type { Affine } from './warp-image.ts'
import { warpImage } from './warp-image.ts'

/** Side of the picture the recogniser sees. */
export const alignedSide = 112

/** The positions of the five points of a face in the aligned picture (the template ArcFace networks are trained on). */
const template: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
]

/** From the aligned picture of `side` pixels to the source picture. */
export function alignment(landmarks: Landmarks, side = alignedSide): Affine {
  const zoom = side / alignedSide
  const points = template.map(({ x, y }) => ({ x: x * zoom, y: y * zoom }))
  return fitSimilarity(points, fivePoints(landmarks))
}

/** The face turned upright, its eyes and mouth at fixed places, `side` x `side`. */
export function alignFace(image: PixelImage, landmarks: Landmarks, side = alignedSide): PixelImage {
  return warpImage(image, alignment(landmarks, side), side, side)
}
