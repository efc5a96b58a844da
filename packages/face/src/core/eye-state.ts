import type { Landmarks } from './face-landmarks.ts'
import { landmark } from './face-landmarks.ts'
import type { Network } from './onnx-runtime.ts'
import { softmax } from './onnx-runtime.ts'
import type { PixelImage } from './pixel-image.ts'
import { toGrey } from './pixel-image.ts'
import { squareAt } from './box.ts'
import { middleOf } from './similarity-transform.ts'
import { cropBox } from './warp-image.ts'

/** The closure of each eye, 0 open .. 1 closed. Sunglasses count as closed. Left and right are the picture's. */
export interface EyesClosed {
  readonly left: number
  readonly right: number
}

const inputSide = 24

export async function eyesClosed(network: Network, image: PixelImage, landmarks: Landmarks): Promise<EyesClosed> {
  return {
    left: await eyeClosed(network, image, landmarks, 36),
    right: await eyeClosed(network, image, landmarks, 42),
  }
}

/** `corner` is the landmark of the eye's left corner; the other five follow it clockwise. */
async function eyeClosed(network: Network, image: PixelImage, landmarks: Landmarks, corner: number): Promise<number> {
  const width = Math.abs(landmark(landmarks, corner + 3).x - landmark(landmarks, corner).x)
  const middle = middleOf([1, 2, 4, 5].map((step) => landmark(landmarks, corner + step)))
  const eye = cropBox(image, squareAt(middle.x, middle.y, width * 1.6), inputSide, inputSide)
  const output = await network.run(toGrey(eye, 1), [1, 1, inputSide, inputSide])
  return softmax(output('output'))[0] ?? 0
}
