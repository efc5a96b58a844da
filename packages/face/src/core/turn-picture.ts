import { alignedSide, alignment } from './align-face.ts'
import type { Landmarks } from './face-landmarks.ts'
import { landmarkHull } from './face-landmarks.ts'
import type { PixelImage } from './pixel-image.ts'
import { type Affine, oneAfterOther, warpImage } from './warp-image.ts'

/** A picture that was made of another by turning it. */
export interface TurnedPicture {
  readonly image: PixelImage
  /** The place in the picture before for a place in this one; undefined: nothing was turned. */
  readonly toSource?: Affine
}

export type QuarterTurns = 1 | 2 | 3

/** The picture turned by right angles, clockwise. */
export function turnByQuarters({ image, toSource }: TurnedPicture, turns: QuarterTurns): Required<TurnedPicture> {
  const { data, width, height, channels } = image
  const [newWidth, newHeight] = turns === 2 ? [width, height] : [height, width]
  const right = width - 1
  const bottom = height - 1
  const back: Affine = (
    {
      1: [0, 1, 0, -1, 0, bottom],
      2: [-1, 0, right, 0, -1, bottom],
      3: [0, -1, right, 1, 0, 0],
    } as const
  )[turns]
  const [a, b, c, d, e, f] = back
  const turned = new Uint8ClampedArray(data.length)
  for (let y = 0, out = 0; y < newHeight; y++)
    for (let x = 0; x < newWidth; x++) {
      const from = ((d * x + e * y + f) * width + a * x + b * y + c) * channels
      for (let i = 0; i < channels; i++) turned[out++] = data[from + i]! // a turn stays inside the picture
    }
  return {
    image: { data: turned, width: newWidth, height: newHeight, channels },
    toSource: toSource ? oneAfterOther(back, toSource) : back,
  }
}

/** Half of the picture round a face holds so much of it at least: brows to chin are 0.45 of the aligned picture's side. */
const minHalf = 0.9 * alignedSide
const outsideGrey = 127

/**
 * The picture with the face turned upright, and cut so that nothing beyond its edges shows, as far as the head stays in it. It has the
 * sides' ratio of before and is never enlarged.
 */
export function turnFaceUpright({ image, toSource }: TurnedPicture, landmarks: Landmarks): Required<TurnedPicture> {
  const [p, , , q] = alignment(landmarks)
  const zoom = Math.hypot(p, q)
  const cos = p / zoom
  const sin = q / zoom
  const hull = landmarkHull(landmarks)
  const x = (hull.left + hull.right) / 2
  const y = (hull.top + hull.bottom) / 2
  const { width, height } = image
  const roomX = Math.max(0, Math.min(x, width - 1 - x))
  const roomY = Math.max(0, Math.min(y, height - 1 - y))
  const share = Math.min(
    1,
    Math.max(
      (minHalf * zoom) / (Math.min(width, height) / 2),
      Math.min(
        roomX / ((width * Math.abs(cos) + height * Math.abs(sin)) / 2),
        roomY / ((width * Math.abs(sin) + height * Math.abs(cos)) / 2),
      ),
    ),
  )
  const newWidth = Math.max(1, Math.round(width * share))
  const newHeight = Math.max(1, Math.round(height * share))
  const middleX = (newWidth - 1) / 2
  const middleY = (newHeight - 1) / 2
  const back: Affine = [cos, -sin, x - cos * middleX + sin * middleY, sin, cos, y - sin * middleX - cos * middleY]
  return {
    image: warpImage(image, back, newWidth, newHeight, { fill: outsideGrey }),
    toSource: toSource ? oneAfterOther(back, toSource) : back,
  }
}
