import { alignedSide, alignment } from './align-face.ts'
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
  /** How clearly the recogniser sees a face: the length of its vector. Upright faces 2.5 .. 4.5, those that lie or stand on their head 1.3 .. 3. */
  readonly clarity: number
  /** How little the recogniser minds to lose detail, as a cosine: sharp up to 0.71, above that blurred until it costs recognition. */
  readonly softness: number
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
export function portraitQuality(
  image: PixelImage,
  landmarks: Landmarks,
  aligned: PixelImage,
): Omit<PortraitQuality, 'clarity' | 'softness'> {
  const hull = landmarkHull(upright(landmarks))
  return {
    size: Math.min(boxWidth(hull), boxHeight(hull)),
    light: faceLight(image, landmarks, aligned),
    mouthOpening: mouthOpening(landmarks),
  }
}

/** The landmarks as they would lie if the head did not lean: the box round those of a leaning one is larger than the face. */
function upright(landmarks: Landmarks): Landmarks {
  const [p, , , q] = alignment(landmarks)
  const zoom = Math.hypot(p, q)
  return landmarks.map((value, i) =>
    i % 2 === 0 ? (p * value + q * (landmarks[i + 1] ?? 0)) / zoom : (p * value - q * (landmarks[i - 1] ?? 0)) / zoom,
  )
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

/** The gap between the lips divided by the mouth's width. */
export function mouthOpening(landmarks: Landmarks): number {
  const gap = (upper: number, lower: number) => distance(landmark(landmarks, upper), landmark(landmarks, lower))
  return (gap(61, 67) + gap(62, 66) + gap(63, 65)) / (3 * gap(60, 64))
}
