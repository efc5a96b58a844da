import type { Box } from './box.ts'
import { overlap } from './box.ts'
import type { Network } from './onnx-runtime.ts'
import { toPlanes } from './onnx-runtime.ts'
import type { PixelImage } from './pixel-image.ts'
import { warpImage } from './warp-image.ts'

export interface Detection {
  readonly box: Box
  /** The detector's certainty, 0..1. It does not depend on how much of the face is covered. */
  readonly certainty: number
}

const inputWidth = 320
const inputHeight = 240
const minCertainty = 0.65
const maxOverlap = 0.4
/** Samples of a side for each pixel of the shrunk picture: as many as the detector was taught with. More find no further faces. */
const maxSamples = 2
/** Grey of the bars beside a picture of another shape: the detector's own zero. */
const barGrey = 127

/**
 * Finds faces, surest first. A face must be about 32 px wide in a 640x480 picture to be found for certain.
 * When nothing is found the picture is tried again at half size, since a face that fills the frame is larger than any
 * the detector learnt.
 */
export async function detectFaces(network: Network, image: PixelImage): Promise<Detection[]> {
  const found = await detectAt(network, image, 1)
  return found.length > 0 ? found : detectAt(network, image, 0.5)
}

async function detectAt(network: Network, image: PixelImage, zoom: number): Promise<Detection[]> {
  const scale = Math.max(image.width / inputWidth, image.height / inputHeight) / zoom
  const barX = (inputWidth - image.width / scale) / 2
  const barY = (inputHeight - image.height / scale) / 2
  const middle = scale / 2 - 0.5
  const transform = [scale, 0, middle - barX * scale, 0, scale, middle - barY * scale] as const
  const input = warpImage(image, transform, inputWidth, inputHeight, { fill: barGrey, maxSamples })
  const output = await network.run(toPlanes(input, barGrey, 128, 'rgb'), [1, 3, inputHeight, inputWidth])
  const scores = output('scores')
  const edges = output('boxes')
  const detections: Detection[] = []
  for (let i = 0; i < scores.length / 2; i++) {
    const certainty = scores[2 * i + 1]!
    if (certainty < minCertainty) continue
    const box = {
      left: (edges[4 * i]! * inputWidth - barX) * scale,
      top: (edges[4 * i + 1]! * inputHeight - barY) * scale,
      right: (edges[4 * i + 2]! * inputWidth - barX) * scale,
      bottom: (edges[4 * i + 3]! * inputHeight - barY) * scale,
    }
    detections.push({ box, certainty })
  }
  return keepBest(detections)
}

/** Non-maximum suppression: of boxes that overlap only the one with the highest score stays. */
export function keepBest(detections: readonly Detection[]): Detection[] {
  const kept: Detection[] = []
  for (const detection of detections.toSorted((a, b) => b.certainty - a.certainty))
    if (kept.every((better) => overlap(better.box, detection.box) < maxOverlap)) kept.push(detection)
  return kept
}
