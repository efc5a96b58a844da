import { type FaceTemplate, numbersOf } from './packed-face.ts'

/** Cosine of two embeddings of length 1: 1 the same picture, about 0 strangers. Both must bear the same `modelId`. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError(`cannot compare embeddings of ${a.length} and ${b.length} numbers`)
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]! // equal lengths
  return sum
}

/**
 * The direction in the middle of several templates of one person, of length 1: the first where they cancel each other out. Throws
 * RangeError for none.
 */
export function meanEmbedding(embeddings: readonly Float32Array[]): Float32Array {
  const [only] = embeddings
  if (!only) throw new RangeError('there is no mean of no embeddings')
  if (embeddings.length === 1) return only
  const sum = new Float32Array(only.length)
  for (const embedding of embeddings) for (let i = 0; i < sum.length; i++) sum[i]! += embedding[i]! // of one model, so of one length
  const length = Math.sqrt(cosineOf(sum, sum))
  return length < 1e-3 ? only : sum.map((value) => value / length)
}

/** How alike a face is to a person of these templates: to their mean, as the gallery says it. -1 for a person without any. */
export const cosineToPerson = (templates: readonly FaceTemplate[], face: Float32Array): number =>
  templates.length === 0 ? -1 : cosineOf(meanEmbedding(templates.map(numbersOf)), face)

/**
 * Cosines from which two faces count as one person. Measured all-against-all on LFW (7.3 million impostor pairs):
 * false accepts 1e-3 at 0.335, 1e-4 at 0.413, 1e-5 at 0.48, 1e-6 at 0.56. LFW is press photographs of mostly western
 * adults: people with East Asian names had 10 to 27 times as many (`worstGroupCurve`).
 */
export const matchThresholds = {
  /** One to one, when a card or number has named the person: the least, doors with a stricter aim ask for more (`thresholdOfOne`). */
  verify: 0.42,
  /** One to many at a door whose own threshold is not known yet (ADR 0075): at 300 people one of 145 strangers of the worst group finds somebody. */
  identify: 0.56,
  /** Enrolling somebody this like warns that they may be enrolled already. */
  duplicate: 0.48,
  /**
   * Somebody this like a blacklisted person may be them: people decide. Of 100,000 pairs of others eight are this alike, of pairs of one
   * person 96 of 100, and with three portraits 99.
   */
  maybeBlacklisted: 0.42,
  /** At a door the best person must lead the next by this. */
  lead: 0.05,
  /**
   * People whose portraits are this alike are entries of one face: a door decides about all of them together (ADR 0043).
   * Of two people fewer than one pair in a million is. Not every pair of photographs of one person is either: at 0.56
   * five of six are, so a second entry by another photograph may go unnoticed, as `duplicate` may.
   */
  oneFace: 0.6,
} as const

/** The cosines of one recogniser; `thresholdsOf` gives those of another one. */
export type MatchThresholds = Readonly<Record<keyof typeof matchThresholds, number>>

/**
 * A cosine as people see it everywhere: in settings, records, warnings, searches and the API. Two decimals, from 0 (nothing in common) to 1
 * (the same picture).
 */
export const scoreOfCosine = (cosine: number): number => Math.round(Math.max(0, Math.min(1, cosine)) * 100) / 100

export interface Candidate<Id> {
  readonly personId: Id
  readonly cosine: number
}

export interface Match<Id> {
  readonly best: Candidate<Id>
  /** Others who are about as alike: with any of them the person cannot be told. */
  readonly rivals: readonly Candidate<Id>[]
}

/**
 * The person of the face, given the best people first: the first one when they reach the threshold, and the others that
 * it could be as well because the first does not lead them by enough. Further entries of the best one's own face
 * (`ofBest`) are no rivals. Undefined: a stranger.
 */
export function pickMatch<Id>(
  candidates: readonly Candidate<Id>[],
  { threshold = matchThresholds.identify, lead = matchThresholds.lead, ofBest = [] }: MatchLimits<Id> = {},
): Match<Id> | undefined {
  const [best, ...rest] = candidates
  if (!best || best.cosine < threshold) return undefined
  return {
    best,
    rivals: rest.filter(({ personId, cosine }) => !ofBest.includes(personId) && best.cosine - cosine < lead),
  }
}

export interface MatchLimits<Id> {
  readonly threshold?: number
  readonly lead?: number
  readonly ofBest?: readonly Id[]
}
