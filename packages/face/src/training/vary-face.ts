import { alignedSide, alignment } from '../core/align-face.ts'
import type { Landmarks } from '../core/face-landmarks.ts'
import type { PixelImage } from '../core/pixel-image.ts'
import type { Affine } from '../core/warp-image.ts'
import { warpImage } from '../core/warp-image.ts'

/**
 * The aligned face as other cameras, lamps and landmarks would have given it: mirrored or not, somewhat turned, moved,
 * enlarged, lit, tinted, blurred and grainy. A few people become many pictures in this way, though not many people.
 */
export function varyFace(source: PixelImage, landmarks: Landmarks, random: () => number): PixelImage {
  const spread = (width: number) => (random() - 0.5) * 2 * width
  const place = jitter(alignment(landmarks), { turn: spread(0.14), zoom: 1 + spread(0.08), x: spread(4), y: spread(4) })
  const isMirrored = random() < 0.5
  const face = warpImage(source, isMirrored ? mirror(place) : place, alignedSide, alignedSide)
  const softened = random() < 0.3 ? soften(face) : face
  const gamma = Math.exp(spread(0.5))
  const contrast = 1 + spread(0.25)
  const tint = [1 + spread(0.1), 1 + spread(0.04), 1 + spread(0.12)]
  const grain = random() < 0.5 ? random() * 10 : 0
  const data = Uint8ClampedArray.from(softened.data, (value, i) => {
    const lit = 255 * (value / 255) ** gamma
    return ((lit - 128) * contrast + 128) * (tint[i % 3] ?? 1) + spread(grain)
  })
  return { ...softened, data }
}

function jitter(place: Affine, by: { turn: number; zoom: number; x: number; y: number }): Affine {
  const cos = Math.cos(by.turn) * by.zoom
  const sin = Math.sin(by.turn) * by.zoom
  const middle = alignedSide / 2
  const shiftX = middle - cos * middle + sin * middle + by.x
  const shiftY = middle - sin * middle - cos * middle + by.y
  const [a, b, c, d, e, f] = place
  return [
    a * cos + b * sin,
    b * cos - a * sin,
    a * shiftX + b * shiftY + c,
    d * cos + e * sin,
    e * cos - d * sin,
    d * shiftX + e * shiftY + f,
  ]
}

/** x becomes (side - 1) - x before the place is looked up. */
const mirror = ([a, b, c, d, e, f]: Affine): Affine => {
  const last = alignedSide - 1
  return [-a, b, a * last + c, -d, e, d * last + f]
}

function soften(face: PixelImage): PixelImage {
  const half = warpImage(face, [2, 0, 0.5, 0, 2, 0.5], alignedSide / 2, alignedSide / 2)
  return warpImage(half, [0.5, 0, -0.25, 0, 0.5, -0.25], alignedSide, alignedSide)
}
