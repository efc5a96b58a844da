import type { Box } from './box.ts'
import { boxHeight, squareAround, squareAt } from './box.ts'
import type { Network } from './onnx-runtime.ts'
import type { PixelImage } from './pixel-image.ts'
import { toGrey } from './pixel-image.ts'
import type { Point } from './similarity-transform.ts'
import { middleOf } from './similarity-transform.ts'
import { cropBox } from './warp-image.ts'

/**
 * 68 points of a face (iBUG order: jaw 0-16, brows 17-26, nose 27-35, eyes 36-47, lips 48-67) in pixels of the picture,
 * as x, y, x, y ... "Left" and "right" are the picture's.
 */
export type Landmarks = Float32Array

const inputSide = 64

/** Landmarks of the face in `box`. The second look, on a box rebuilt from the first, makes the alignment steadier. */
export async function findLandmarks(network: Network, image: PixelImage, box: Box): Promise<Landmarks> {
  const first = await lookOnce(network, image, squareAround(box))
  return lookOnce(network, image, boxFromLandmarks(first))
}

async function lookOnce(network: Network, image: PixelImage, square: Box): Promise<Landmarks> {
  // This network was trained on 0..255/256, not on 0..1.
  const grey = toGrey(cropBox(image, square, inputSide, inputSide), 255 / 256)
  const output = await network.run(grey, [1, 1, inputSide, inputSide])
  const side = boxHeight(square)
  return output('output').map((value, i) => value * side + (i % 2 === 0 ? square.left : square.top))
}

export function landmark(landmarks: Landmarks, index: number): Point {
  const x = landmarks[2 * index]
  const y = landmarks[2 * index + 1]
  if (x === undefined || y === undefined) throw new RangeError(`there is no landmark ${index}`)
  return { x, y }
}

const middleOfLandmarks = (landmarks: Landmarks, ...indexes: number[]): Point =>
  middleOf(indexes.map((index) => landmark(landmarks, index)))

/** The five points faces are aligned by: left eye, right eye, tip of the nose, left and right corner of the mouth. */
export function fivePoints(landmarks: Landmarks): [Point, Point, Point, Point, Point] {
  return [
    middleOfLandmarks(landmarks, 37, 38, 40, 41),
    middleOfLandmarks(landmarks, 43, 44, 46, 47),
    landmark(landmarks, 30),
    middleOfLandmarks(landmarks, 48, 60),
    middleOfLandmarks(landmarks, 54, 64),
  ]
}

/** The smallest upright box that holds every landmark: brows to chin, ear to ear. It is the "effective face area". */
export function landmarkHull(landmarks: Landmarks): Box {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (let i = 0; i < landmarks.length; i += 2) {
    left = Math.min(left, landmarks[i]!)
    right = Math.max(right, landmarks[i]!)
    top = Math.min(top, landmarks[i + 1]!)
    bottom = Math.max(bottom, landmarks[i + 1]!)
  }
  return { left, top, right, bottom }
}

/** The square the detector would have drawn round these landmarks: somewhat higher than the brows. */
export function boxFromLandmarks(landmarks: Landmarks): Box {
  const hull = landmarkHull(landmarks)
  const height = boxHeight(hull)
  const side = height * 1.18
  return squareAt((hull.left + hull.right) / 2, hull.bottom - side / 2 + height * 0.02, side)
}
