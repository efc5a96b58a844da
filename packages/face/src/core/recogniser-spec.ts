import { type MatchThresholds, matchThresholds } from './compare-embeddings.ts'
import { faceModelId } from './face-models.ts'
import { sameFace } from './join-looks.ts'

/** Another recogniser than the built-in one: how its network is fed, and what its numbers mean (ADR 0078). */
export interface RecogniserSpec {
  /** Of the file and of how it is fed: embeddings of another id are never compared. */
  readonly modelId: string
  /** SHA-256 of the file, in hex. */
  readonly sha256: string
  readonly input: {
    /** The picture is a square of so many pixels. */
    readonly side: number
    readonly layout: 'nchw' | 'nhwc'
    /** The order in which it takes colours; `mean` and `deviation` are in this order. */
    readonly channels: 'rgb' | 'bgr'
    /** Each value is `(0..255 - mean) / deviation`. */
    readonly mean: readonly [number, number, number]
    readonly deviation: readonly [number, number, number]
  }
  /** arcface: the five points at the places of the ArcFace template; box: an upright square round the face. */
  readonly alignment: 'arcface' | 'box'
  /** Numbers in an embedding. */
  readonly dimension: number
  readonly thresholds: RecogniserThresholds
}

/** Cosines on the recogniser's own scale. */
export interface RecogniserThresholds {
  /** One to one: at most one of 10,000 others is this alike. */
  readonly verify: number
  /** A door of 300 people with one false opening in 300 strangers: at most one pair of 90,000. */
  readonly openSet: number
  /** From here on a warning says that somebody may be enrolled already. */
  readonly alike: number
  /** No door is laxer unless somebody sets it by hand. */
  readonly floor: number
}

/** The network's file: its path, or its bytes. */
export interface RecogniserSource {
  readonly spec: RecogniserSpec
  readonly model: string | Uint8Array
}

const known = new Map<string, RecogniserSpec>()

/** From then on `thresholdsOf` knows its scale. A model is measured once, for the whole process. */
export const noteRecogniser = (spec: RecogniserSpec): void => void known.set(spec.modelId, spec)

/** The thresholds of another recogniser; undefined: it is the built-in one, or of a make of its own. */
export const ownThresholdsOf = (modelId: string | null): RecogniserThresholds | undefined =>
  modelId === null || modelId === faceModelId ? undefined : known.get(modelId)?.thresholds

/** From this cosine on two looks moments apart are the same face. Of another recogniser: above what one pair of two in 10,000 reaches. */
export function sameVisitOf(modelId: string): number {
  const own = ownThresholdsOf(modelId)
  return own ? Math.max(own.verify, Math.min(sameFace, own.openSet)) : sameFace
}

/** The cosines that count with embeddings of this model. */
export function thresholdsOf(modelId: string): MatchThresholds {
  const own = ownThresholdsOf(modelId)
  if (!own) return matchThresholds
  const { verify, openSet, alike } = own
  return {
    verify,
    identify: openSet,
    duplicate: alike,
    maybeBlacklisted: Math.min(verify, alike),
    lead: matchThresholds.lead,
    // Of two people hardly a pair is: they are decided about together.
    oneFace: Math.max(openSet, alike),
  }
}
