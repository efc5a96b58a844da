/*
 * The threshold of a door as a policy (ADR 0075): from the number of people whom it knows, and the number of strangers for whom one false
 * opening is allowed.
 */

import type { RecogniserThresholds } from './recogniser-spec.ts'

/** How often a pair of two people reaches a cosine, from the lowest cosine to the highest. */
export type FalseMatchCurve = readonly (readonly [cosine: number, rate: number])[]

/** All pairs of LFW, held out: 13,233 photographs of 5,749 people. */
export const measuredCurve: FalseMatchCurve = [
  [0.245, 1e-2],
  [0.335, 1e-3],
  [0.42, 8.6e-5],
  [0.48, 1.1e-5],
  [0.49, 8.1e-6],
  [0.56, 2.1e-6],
]

/** Pairs with a person of a Chinese, Korean or Japanese name in LFW (153 people): 10 to 27 times as many false matches. */
export const worstGroupCurve: FalseMatchCurve = [
  [0.245, 1e-1],
  [0.335, 1.1e-2],
  [0.42, 1.9e-3],
  [0.49, 2.7e-4],
  [0.56, 2.3e-5],
]

/**
 * Powers of ten by which false matches become rarer in a whole cosine, outside of what was measured: flatter than the worst group from 0.42
 * on (12.1 and 15.3), so that what nobody has measured makes a door stricter.
 */
const powersBeyond = 12

/** The strangers for whom at most one false opening is allowed. */
export const falseOpeningAims = [100, 300, 1_000, 10_000] as const

/** All doors were at least this strict before there was a policy. */
export const minAutomatic = 0.49

/** The threshold of a person whom a card, a PIN or a pass has named is never below this. */
export const minVerify = 0.42

/** The false match rate at a cosine; below the curve it is the rate of its first point, and a rate is never above 1. */
export function falseMatchRate(curve: FalseMatchCurve, cosine: number): number {
  const [first, ...rest] = curve
  if (!first) return 1
  let last = first
  if (cosine <= last[0]) return last[1]
  for (const point of rest) {
    if (cosine <= point[0]) {
      const share = (cosine - last[0]) / (point[0] - last[0])
      return 10 ** (Math.log10(last[1]) + share * (Math.log10(point[1]) - Math.log10(last[1])))
    }
    last = point
  }
  return last[1] * 10 ** (-powersBeyond * (cosine - last[0]))
}

/** The lowest cosine at which pairs are at most this often false matches. */
export function cosineOfRate(curve: FalseMatchCurve, rate: number): number {
  let last = curve[0]
  if (!last || rate >= last[1]) return last?.[0] ?? 1
  for (const point of curve.slice(1)) {
    if (rate >= point[1]) {
      const share = (Math.log10(last[1]) - Math.log10(rate)) / (Math.log10(last[1]) - Math.log10(point[1]))
      return last[0] + share * (point[0] - last[0])
    }
    last = point
  }
  return last[0] + Math.log10(last[1] / rate) / powersBeyond
}

/** The strangers that were refused, by how alike each was to the most alike person. */
export type StrangerScores = {
  /** Cosines and the number of strangers at each, in any order. */
  readonly counts: readonly (readonly [cosine: number, count: number])[]
  /** The people with whom each was compared, on average. */
  readonly people: number
}

/** Fewer strangers than this say nothing. */
export const minStrangers = 200

/**
 * How many times as often people are alike here as in the measured curve; null: too few were seen to say. Of the strangers only the median
 * and the upper quartile are looked at: above may be employees whom the door did not know.
 */
export function ownFactor({ counts, people }: StrangerScores): number | null {
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  if (total < minStrangers || people < 1) return null
  const sorted = counts.toSorted(([a], [b]) => a - b)
  const factors = [0.5, 0.75].map((share) => {
    let seen = 0
    const at = sorted.find(([, count]) => (seen += count) >= share * total)?.[0] ?? 0
    // Of `people` independent comparisons none reaches `at` for this share of the strangers.
    return -Math.log(share) / people / falseMatchRate(measuredCurve, at)
  })
  return Math.max(...factors)
}

export type ThresholdQuestion = {
  /** The strangers for whom at most one false opening is allowed. */
  readonly aim: number
  /** The people whom the door knows. */
  readonly people: number
  /** How many times as often people are alike here as in the measured curve, at their cosines; null: not known. */
  readonly factor?: number | null
  /** Of another recogniser than the built-in one, whose curve was measured; undefined: it is the built-in one. */
  readonly own?: RecogniserThresholds | undefined
}

export type PolicyThreshold = {
  /** The threshold that a door takes by itself. */
  readonly threshold: number
  /** Below it the worst measured group has more false openings than the aim allows. */
  readonly floor: number
}

/** Both are whole hundredths, rounded up. */
export function thresholdOfPolicy({ aim, people, factor = null, own: other }: ThresholdQuestion): PolicyThreshold {
  const rate = 1 / (aim * Math.max(1, people))
  if (other) {
    const wanted = other.openSet + Math.log10(openSetRate / rate) / powersBeyond
    return { floor: hundredthsUp(other.floor), threshold: hundredthsUp(Math.max(other.floor, wanted)) }
  }
  const floor = hundredthsUp(Math.max(minAutomatic, cosineOfRate(worstGroupCurve, rate)))
  const own = factor === null ? 0 : cosineOfRate(measuredCurve, rate / Math.max(1, factor))
  return { floor, threshold: Math.max(floor, hundredthsUp(own)) }
}

/**
 * The threshold of one recogniser as one of another: the least hundredth at which pairs are as rarely false matches, by the measured curve of
 * the worst group where it is the built-in one (undefined).
 */
export function thresholdOnScaleOf(
  threshold: number,
  from: RecogniserThresholds | undefined,
  to: RecogniserThresholds | undefined,
): number {
  // A threshold that nobody reaches stays one.
  if (from === to || threshold >= maxCosine) return threshold
  const rate = from
    ? openSetRate * 10 ** (-powersBeyond * (threshold - from.openSet))
    : falseMatchRate(worstGroupCurve, threshold)
  const cosine = to ? to.openSet + Math.log10(openSetRate / rate) / powersBeyond : cosineOfRate(worstGroupCurve, rate)
  return Math.max(0, hundredthsUp(cosine))
}

/** The rate at which `openSet` of another recogniser is measured: 300 people, one false opening in 300 strangers. */
const openSetRate = 1 / 300 / 300

/** The threshold of one person: named by a card, a PIN or a pass. That of another recogniser holds for the strictest aim. */
export const thresholdOfOne = (aim: number, own?: RecogniserThresholds): number =>
  hundredthsUp(own ? own.verify : Math.max(minVerify, cosineOfRate(worstGroupCurve, 1 / aim)))

/** Lowering by less than this is left undone, so that a door does not swing. */
const minLowering = 0.02

/** The threshold that follows one in force: a rise is followed at once, a fall once it is large. */
export const followThreshold = (inForce: number | null, wanted: number): number =>
  inForce === null || wanted > inForce || inForce - wanted >= minLowering - 1e-9 ? wanted : inForce

/** The chance that a stranger is taken for one of so many people, by the worst measured group and by how alike people are here. */
export function chanceOfFalseOpening(
  threshold: number,
  { people, factor = null, openSet = null }: { people: number; factor?: number | null; openSet?: number | null },
): number {
  if (openSet !== null)
    return 1 - (1 - Math.min(1, openSetRate * 10 ** (-powersBeyond * (threshold - openSet)))) ** people
  const worst = falseMatchRate(worstGroupCurve, threshold)
  const own = factor === null ? 0 : falseMatchRate(measuredCurve, threshold) * factor
  return 1 - (1 - Math.min(1, Math.max(worst, own))) ** people
}

/** The highest threshold at all: a picture that is as alike as this is the same picture. */
const maxCosine = 1

const hundredthsUp = (cosine: number): number => Math.min(maxCosine, Math.ceil(cosine * 100 - 1e-9) / 100)
