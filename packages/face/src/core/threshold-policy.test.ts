import { describe, expect, it } from 'vitest'
import {
  chanceOfFalseOpening,
  cosineOfRate,
  falseMatchRate,
  followThreshold,
  measuredCurve,
  ownFactor,
  thresholdOfOne,
  thresholdOfPolicy,
  thresholdOnScaleOf,
  worstGroupCurve,
} from './threshold-policy.ts'

describe('the measured curves', () => {
  it('a rate and its cosine are each other’s answer, also beyond what was measured', () => {
    for (const curve of [measuredCurve, worstGroupCurve])
      for (const cosine of [0.3, 0.42, 0.45, 0.49, 0.53, 0.56, 0.62, 0.75])
        expect(cosineOfRate(curve, falseMatchRate(curve, cosine))).toBeCloseTo(cosine, 9)
  })

  it('the worst group has 10 to 34 times the false matches of everybody, at every cosine that was measured', () => {
    for (const cosine of [0.335, 0.42, 0.49, 0.56]) {
      const factor = falseMatchRate(worstGroupCurve, cosine) / falseMatchRate(measuredCurve, cosine)
      expect(factor, String(cosine)).toBeGreaterThanOrEqual(10)
      expect(factor, String(cosine)).toBeLessThanOrEqual(34)
    }
  })

  it('[D1] the shipped 0.49 lets in 8 of 100 strangers at 300 people of that group, 24 at 1,000, and a few per thousand of others', () => {
    const letIn = (people: number) => chanceOfFalseOpening(0.49, { people })
    expect(letIn(300)).toBeCloseTo(0.08, 2)
    expect(letIn(1_000)).toBeCloseTo(0.24, 2)
    const ofOthers = 1 - (1 - falseMatchRate(measuredCurve, 0.49)) ** 1_663
    expect(ofOthers, 'measured: 0.87 % at 1,663 people').toBeGreaterThan(0.0087)
    expect(ofOthers).toBeLessThan(0.015)
  })
})

describe('the threshold of a door', () => {
  const of = (people: number, aim = 300, factor: number | null = null) => thresholdOfPolicy({ aim, people, factor })

  it('[D4] the more people a door knows and the fewer false openings are allowed, the higher it is', () => {
    expect([1, 30, 300, 1_000, 10_000, 100_000].map((people) => of(people).threshold)).toEqual([
      0.49, 0.52, 0.59, 0.63, 0.72, 0.8,
    ])
    expect([100, 300, 1_000, 10_000].map((aim) => of(1_000, aim).threshold)).toEqual([0.6, 0.63, 0.68, 0.76])
  })

  it('[D1] at the floor the worst group keeps within what is allowed, one hundredth below it does not', () => {
    for (const aim of [100, 300, 1_000, 10_000])
      for (const people of [100, 300, 1_000, 1_600, 10_000, 100_000]) {
        const { floor } = of(people, aim)
        expect(chanceOfFalseOpening(floor, { people }), `${people} people, one in ${aim}`).toBeLessThanOrEqual(1 / aim)
        const below = chanceOfFalseOpening(floor - 0.01, { people })
        expect(below, `${people} people, one in ${aim}`).toBeGreaterThan(1 / aim / 1.01)
      }
  })

  it('no door becomes laxer than it was', () => {
    expect(of(0).threshold).toBe(0.49)
    expect(of(1, 100).threshold).toBe(0.49)
  })

  it('the strangers of the installation raise it, and never lower it below the floor', () => {
    expect(of(1_000, 300, 0.01)).toEqual({ threshold: 0.63, floor: 0.63 })
    expect(of(1_000, 300, 5).threshold).toBe(0.63)
    const raised = of(1_000, 300, 200)
    expect(raised.floor).toBe(0.63)
    expect(raised.threshold).toBeGreaterThan(0.66)
    expect(chanceOfFalseOpening(raised.threshold, { people: 1_000, factor: 200 })).toBeLessThanOrEqual(1 / 300)
  })

  it('a rise is followed at once, a fall only once it is large', () => {
    expect(followThreshold(null, 0.5)).toBe(0.5)
    expect(followThreshold(0.6, 0.61)).toBe(0.61)
    expect(followThreshold(0.6, 0.59)).toBe(0.6)
    expect(followThreshold(0.6, 0.58)).toBe(0.58)
  })

  it('a person whom a card has named is compared at a lower one, which follows the same aim', () => {
    expect([100, 300, 1_000, 10_000].map((aim) => thresholdOfOne(aim))).toEqual([0.42, 0.42, 0.45, 0.52])
    for (const aim of [300, 1_000, 10_000])
      expect(falseMatchRate(worstGroupCurve, thresholdOfOne(aim))).toBeLessThanOrEqual(1 / aim)
  })
})

describe('a threshold on the scale of another recogniser', () => {
  const other = { verify: 0.3, openSet: 0.45, alike: 0.4, floor: 0.4 }

  it('a threshold of one is as strict on the scale of the other, and at most a hundredth stricter on the way back', () => {
    for (const people of [300, 1_000, 10_000]) {
      const threshold = (own?: typeof other) => thresholdOfPolicy({ aim: 300, people, own }).threshold
      expect(thresholdOnScaleOf(threshold(), undefined, other)).toBeGreaterThanOrEqual(threshold(other))
      expect(thresholdOnScaleOf(threshold(), undefined, other)).toBeLessThanOrEqual(threshold(other) + 0.011)
      expect(thresholdOnScaleOf(threshold(other), other, undefined)).toBeGreaterThanOrEqual(threshold())
    }
    for (const threshold of [0.3, 0.42, 0.49, 0.56, 0.63, 0.7]) {
      const back = thresholdOnScaleOf(thresholdOnScaleOf(threshold, undefined, other), other, undefined)
      expect(back, String(threshold)).toBeGreaterThanOrEqual(threshold)
      expect(back, String(threshold)).toBeLessThanOrEqual(threshold + 0.02)
    }
  })

  it('a threshold that nobody reaches is reached by nobody there, and one of a scale that is not known stays as it is', () => {
    expect(thresholdOnScaleOf(1, undefined, other)).toBe(1)
    expect(thresholdOnScaleOf(0.66, undefined, undefined)).toBe(0.66)
    expect(thresholdOnScaleOf(0.66, other, other)).toBe(0.66)
  })
})

describe('the installation’s own strangers', () => {
  /** The scores of strangers among 500 people of whom pairs are `factor` times as often alike. */
  function scores(factor: number, people = 500, strangers = 4_000) {
    const counts = new Map<number, number>()
    for (let n = 0; n < strangers; n++) {
      const share = (n + 0.5) / strangers
      const at = cosineOfRate(measuredCurve, -Math.log(share) / people / factor)
      const hundredth = Math.floor(at * 100) / 100
      counts.set(hundredth, (counts.get(hundredth) ?? 0) + 1)
    }
    return { counts: [...counts], people }
  }

  it('the factor of the people here is found from how alike strangers are', () => {
    for (const factor of [1, 10, 27]) {
      const found = ownFactor(scores(factor)) ?? 0
      expect(found, `of ${factor}`).toBeGreaterThan(factor * 0.6)
      expect(found, `of ${factor}`).toBeLessThan(factor * 1.4)
    }
  })

  it('employees whom the door did not know do not raise it', () => {
    const { counts, people } = scores(10)
    const alone = ownFactor({ counts, people }) ?? 0
    const withEmployees = ownFactor({ counts: [...counts, [0.55, 300]], people }) ?? 0
    expect(withEmployees).toBeLessThan(alone * 1.6)
  })

  it('a few strangers say nothing', () => {
    expect(ownFactor(scores(10, 500, 199))).toBeNull()
    expect(ownFactor({ counts: [[0.4, 1_000]], people: 0 })).toBeNull()
  })
})
