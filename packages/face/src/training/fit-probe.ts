import { embeddingSize } from '../core/embed-face.ts'
import type { ProbeWeights } from '../core/occlusion-probe.ts'
import { mapCells } from '../core/occlusion-probe.ts'

export interface Example {
  readonly featureMap: Float32Array
  /** 1 for each of the 49 cells that is more than half covered. */
  readonly coveredCells: Uint8Array
}

const rounds = 12
const decay = 0.998

/** Logistic regression by gradient steps, one picture at a time, on standardised planes; the scaling is folded in. */
export function fitProbe(examples: readonly Example[], random: () => number): ProbeWeights {
  const { mean, deviation } = planeStatistics(examples)
  const inputs = examples.map((example) => standardise(example.featureMap, mean, deviation))
  const weight = new Float64Array(embeddingSize)
  const bias = new Float64Array(mapCells)
  for (let round = 0; round < rounds; round++) {
    const step = 0.02 / (1 + round * 0.5)
    for (const index of shuffled(examples.length, random)) {
      const input = inputs[index]!
      const target = examples[index]!.coveredCells // `shuffled` gives indexes of both
      for (let cell = 0; cell < mapCells; cell++) {
        const start = cell * embeddingSize
        let odds = bias[cell]!
        for (let plane = 0; plane < embeddingSize; plane++) odds += weight[plane]! * input[start + plane]!
        const error = 1 / (1 + Math.exp(-odds)) - target[cell]!
        if (Math.abs(error) < 0.01) continue
        for (let plane = 0; plane < embeddingSize; plane++) weight[plane]! -= step * 0.2 * error * input[start + plane]!
        bias[cell]! -= step * error
      }
    }
    for (let plane = 0; plane < embeddingSize; plane++) weight[plane]! *= decay
  }
  const scaled = weight.map((value, plane) => value / deviation[plane]!)
  const offset = scaled.reduce((sum, value, plane) => sum + value * mean[plane]!, 0)
  return { weight: Array.from(scaled, round5), bias: Array.from(bias, (value) => round5(value - offset)) }
}

const round5 = (value: number): number => Number(value.toPrecision(5))

function planeStatistics(examples: readonly Example[]): { mean: Float64Array; deviation: Float64Array } {
  const mean = new Float64Array(embeddingSize)
  const square = new Float64Array(embeddingSize)
  for (const { featureMap } of examples)
    for (const [i, value] of featureMap.entries()) {
      const plane = Math.floor(i / mapCells)
      mean[plane]! += value
      square[plane]! += value * value
    }
  const count = examples.length * mapCells
  const average = mean.map((sum) => sum / count)
  return { mean: average, deviation: square.map((sum, plane) => Math.sqrt(sum / count - average[plane]! ** 2) + 1e-6) }
}

/** Cell by cell instead of plane by plane. */
function standardise(featureMap: Float32Array, mean: Float64Array, deviation: Float64Array): Float32Array {
  const input = new Float32Array(featureMap.length)
  for (let plane = 0; plane < embeddingSize; plane++)
    for (let cell = 0; cell < mapCells; cell++)
      input[cell * embeddingSize + plane] = (featureMap[plane * mapCells + cell]! - mean[plane]!) / deviation[plane]!
  return input
}

function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, i) => i)
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}
