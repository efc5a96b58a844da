import { describe, expect, it } from 'vitest'
import { cosineOf, cosineOfScore, matchThresholds, pickMatch, scoreOfCosine } from './compare-embeddings.ts'

describe('scores', () => {
  it('the cosines of the measured false-accept rates show as 50, 65, 75, 85 and 92', () => {
    expect([0.245, 0.335, 0.413, 0.48, 0.56].map(scoreOfCosine)).toEqual([50, 65, 75, 85, 92])
    expect([-1, 0, 1, 2].map(scoreOfCosine)).toEqual([0, 0, 100, 100])
  })

  it('a threshold set as a score is the cosine that shows as this score', () => {
    for (let score = 0; score <= 100; score++) expect(scoreOfCosine(cosineOfScore(score))).toBeCloseTo(score, 9)
  })

  it('embeddings of different length are refused', () => {
    expect(() => cosineOf(new Float32Array(512), new Float32Array(128))).toThrow(RangeError)
  })
})

describe('picking a match', () => {
  const people = (...cosines: number[]) => cosines.map((cosine, i) => ({ personId: `person ${i}`, cosine }))

  it('the best person is taken from the threshold on', () => {
    expect(pickMatch(people(matchThresholds.identify))?.personId).toBe('person 0')
    expect(pickMatch(people(0.48))).toBeUndefined()
    expect(pickMatch([])).toBeUndefined()
  })

  it('nobody is taken when the next person is nearly as like', () => {
    expect(pickMatch(people(0.7, 0.66))).toBeUndefined()
    expect(pickMatch(people(0.7, 0.64))?.personId).toBe('person 0')
  })
})
