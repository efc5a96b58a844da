import { describe, expect, it } from 'vitest'
import {
  cosineOf,
  cosineToPerson,
  matchThresholds,
  meanEmbedding,
  pickMatch,
  scoreOfCosine,
} from './compare-embeddings.ts'

describe('scores', () => {
  it('[D4] a score is the cosine with two decimals, as settings have it', () => {
    expect([0.245, 0.4949, 0.56, 0.999].map(scoreOfCosine)).toEqual([0.25, 0.49, 0.56, 1])
    expect([-1, 0, 1, 2].map(scoreOfCosine)).toEqual([0, 0, 1, 1])
  })

  it('embeddings of different length are refused', () => {
    expect(() => cosineOf(new Float32Array(512), new Float32Array(128))).toThrow(RangeError)
  })
})

describe('the mean of several templates', () => {
  const [east, north] = [Float32Array.of(1, 0), Float32Array.of(0, 1)]

  it('the mean lies between them, and has length 1', () => {
    const mean = meanEmbedding([east, north])
    expect([...mean]).toEqual([expect.closeTo(Math.SQRT1_2, 6), expect.closeTo(Math.SQRT1_2, 6)])
    expect(meanEmbedding([east])).toEqual(east)
    expect(cosineToPerson([east, north], north)).toBeCloseTo(Math.SQRT1_2, 6)
  })

  it('templates that cancel each other out count as the first, and nobody is like a person without any', () => {
    expect(meanEmbedding([east, Float32Array.of(-1, 0)])).toEqual(east)
    expect(cosineToPerson([], east)).toBe(-1)
    expect(() => meanEmbedding([])).toThrow(RangeError)
  })
})

describe('picking a match', () => {
  const people = (...cosines: number[]) => cosines.map((cosine, i) => ({ personId: `person ${i}`, cosine }))

  it('the best person is taken from the threshold on', () => {
    expect(pickMatch(people(matchThresholds.identify))).toMatchObject({ best: { personId: 'person 0' }, rivals: [] })
    expect(pickMatch(people(0.55))).toBeUndefined()
    expect(pickMatch([])).toBeUndefined()
  })

  it('everybody who is nearly as alike is a rival', () => {
    expect(pickMatch(people(0.7, 0.66, 0.651, 0.64))?.rivals).toEqual([
      { personId: 'person 1', cosine: 0.66 },
      { personId: 'person 2', cosine: 0.651 },
    ])
    expect(pickMatch(people(0.7, 0.64))?.rivals).toEqual([])
  })

  it('another entry of the best person’s face is no rival, and does not hide one', () => {
    const match = pickMatch(people(0.7, 0.69, 0.68), { ofBest: ['person 1'] })
    expect(match?.rivals.map(({ personId }) => personId)).toEqual(['person 2'])
    expect(pickMatch(people(0.7, 0.69), { ofBest: ['person 1'] })?.rivals).toEqual([])
  })
})
