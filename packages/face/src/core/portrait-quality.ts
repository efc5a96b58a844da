import { alignFace, alignedSide, alignment } from './align-face.ts'
import { boxHeight, boxWidth } from './box.ts'
import type { Landmarks } from './face-landmarks.ts'
import { landmark, landmarkHull } from './face-landmarks.ts'
import type { PixelImage } from './pixel-image.ts'
import { toGrey } from './pixel-image.ts'
import { distance } from './similarity-transform.ts'
import { isOutside } from './warp-image.ts'

/** The measurements of a face's picture that need no further network. */
export interface PortraitQuality {
  /** The smaller side of the box round brows, chin and ears, in pixels. */
  readonly size: number
  readonly light: FaceLight
  /** The share of fine detail that a slight blur removes: sharp 0.26 .. 0.42, blurred below 0.13. */
  readonly sharpness: number
  /** Gap between the lips divided by the mouth's width: toothy smiles up to 0.25, open mouths above 0.3. */
  readonly mouthOpening: number
}

export interface FaceLight {
  /** Mean brightness, 0..255. */
  readonly mean: number
  /** Share of pixels that are nearly white (above 250). */
  readonly white: number
  /** Share of pixels that are nearly black (below 15). */
  readonly black: number
  /** Brighter half of the face divided by the darker one, left against right; 1 is even. */
  readonly unevenness: number
}

/** `aligned` is the face of these landmarks, upright, as `alignFace` gives it. */
export function portraitQuality(image: PixelImage, landmarks: Landmarks, aligned: PixelImage): PortraitQuality {
  const hull = landmarkHull(landmarks)
  return {
    size: Math.min(boxWidth(hull), boxHeight(hull)),
    light: faceLight(image, landmarks, aligned),
    sharpness: sharpness(toGrey(alignFace(image, landmarks, sharpnessSide)), sharpnessSide),
    mouthOpening: mouthOpening(landmarks),
  }
}

/** Whether a pixel of the aligned picture of `side` belongs to the face itself, hair and background left out. */
function isOnFace(x: number, y: number, side: number): boolean {
  const zoom = side / alignedSide
  const dx = (x / zoom - 56) / 42
  const dy = (y / zoom - 62) / 50
  return dx * dx + dy * dy <= 1
}

/** Light on the aligned face. Parts that lie outside the photograph are left out: they are not dark, they are unknown. */
function faceLight(image: PixelImage, landmarks: Landmarks, aligned: PixelImage): FaceLight {
  const grey = toGrey(aligned)
  const [a, b, c, d, e, f] = alignment(landmarks)
  const halves = { left: { sum: 0, count: 0 }, right: { sum: 0, count: 0 } }
  let white = 0
  let black = 0
  for (let y = 1; y < alignedSide - 1; y++)
    for (let x = 1; x < alignedSide - 1; x++) {
      if (!isOnFace(x, y, alignedSide) || isOutside(image, a * x + b * y + c, d * x + e * y + f)) continue
      const value = grey[y * alignedSide + x]! // inside by the loop's bounds
      const half = x < alignedSide / 2 ? halves.left : halves.right
      half.sum += value
      half.count++
      if (value > 250) white++
      if (value < 15) black++
    }
  const { left, right } = halves
  const count = Math.max(1, left.count + right.count)
  const ratio = left.sum / Math.max(1, left.count) / Math.max(1, right.sum / Math.max(1, right.count))
  return {
    mean: (left.sum + right.sum) / count,
    white: white / count,
    black: black / count,
    unevenness: ratio >= 1 ? ratio : 1 / Math.max(ratio, 0.01),
  }
}

/** Sharpness is measured at twice the recogniser's size, where a face of 100 px still has its own detail. */
const sharpnessSide = 2 * alignedSide

/**
 * Re-blur test: a 5 x 5 box takes much gradient from a sharp picture and little from one that was blurred already.
 * Being a ratio it depends neither on light nor on contrast, which the usual variance of the Laplacian does.
 */
export function sharpness(grey: Float32Array, side: number): number {
  const blurred = boxBlur(boxBlur(grey, side, 1), side, side)
  let before = 0
  let after = 0
  for (let y = 3; y < side - 3; y++)
    for (let x = 3; x < side - 3; x++) {
      if (!isOnFace(x, y, side)) continue
      const p = y * side + x
      before += gradient(grey, p, side)
      after += gradient(blurred, p, side)
    }
  return before === 0 ? 0 : 1 - after / before
}

const gradient = (grey: Float32Array, p: number, side: number): number =>
  Math.abs(grey[p + 1]! - grey[p - 1]!) + Math.abs(grey[p + side]! - grey[p - side]!) // callers stay off the rim

/** Mean of five neighbours along one axis (`step` 1: rows, `step` side: columns). The rim stays as it was. */
function boxBlur(grey: Float32Array, side: number, step: number): Float32Array {
  const blurred = grey.slice()
  for (let p = 2 * side; p < grey.length - 2 * side; p++)
    blurred[p] = (grey[p - 2 * step]! + grey[p - step]! + grey[p]! + grey[p + step]! + grey[p + 2 * step]!) / 5 // two rows of rim
  return blurred
}

/** The gap between the lips divided by the mouth's width. */
export function mouthOpening(landmarks: Landmarks): number {
  const gap = (upper: number, lower: number) => distance(landmark(landmarks, upper), landmark(landmarks, lower))
  return (gap(61, 67) + gap(62, 66) + gap(63, 65)) / (3 * gap(60, 64))
}
