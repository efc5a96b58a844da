import type { Box } from './box.ts'
import { boxHeight, squareAround } from './box.ts'
import type { Network } from './onnx-runtime.ts'
import { softmax, toPlanes } from './onnx-runtime.ts'
import type { PixelImage } from './pixel-image.ts'
import { cropBox } from './warp-image.ts'

const inputSide = 128
/**
 * The part of the surroundings that the network sees: with the publisher's own 2.7 a real face came out as 0.01 live.
 */
const zoom = 1.5

/**
 * The liveness of the face, 0..1 (0.5 is the usual limit): a printed or displayed photograph should come out low. A
 * single look without any certificate: three samples were all that could be tried, and a camera fed with a recording
 * passes by nature.
 */
export async function liveness(network: Network, image: PixelImage, box: Box): Promise<number> {
  const planes = toPlanes(cropBox(image, surroundings(image, box), inputSide, inputSide), 0, 1, 'bgr')
  const output = await network.run(planes, [1, 3, inputSide, inputSide])
  return softmax(output('output'))[0] ?? 0
}

/** The enlarged square, pushed back into the picture where it sticks out and shrunk where it does not fit. */
function surroundings(image: PixelImage, box: Box): Box {
  const lastX = image.width - 1
  const lastY = image.height - 1
  const square = squareAround(box, Math.min(zoom, lastX / boxHeight(box), lastY / boxHeight(box)))
  const shiftX = Math.max(0, -square.left) + Math.min(0, lastX - square.right)
  const shiftY = Math.max(0, -square.top) + Math.min(0, lastY - square.bottom)
  return {
    left: square.left + shiftX,
    top: square.top + shiftY,
    right: square.right + shiftX,
    bottom: square.bottom + shiftY,
  }
}
