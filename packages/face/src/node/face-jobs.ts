import type { PortraitReport, QualityLevel } from '../core/check-portrait.ts'
import type { EyesClosed } from '../core/eye-state.ts'
import type { DescribedFace, FoundFace } from '../core/face-engine.ts'
import type { FaceErrorCode } from '../core/face-error.ts'
import type { RecogniserSource } from '../core/recogniser-spec.ts'

/** The requests to a worker. Bytes are those of a picture file that `decodeImage` reads. */
export type FaceJob =
  | {
      readonly kind: 'checkPortrait'
      readonly bytes: Uint8Array
      readonly level: QualityLevel
      readonly keptSide?: number
      readonly recogniser?: RecogniserSource | undefined
    }
  | {
      readonly kind: 'analyse'
      readonly bytes: Uint8Array
      readonly checks: OptionalChecks
      readonly recogniser?: RecogniserSource | undefined
    }
  /** The main face of a stored portrait, by this recogniser. */
  | { readonly kind: 'embed'; readonly bytes: Uint8Array; readonly recogniser?: RecogniserSource | undefined }
  | { readonly kind: 'try'; readonly recogniser: RecogniserSource }
  | { readonly kind: 'resize'; readonly bytes: Uint8Array; readonly sides: readonly number[] }

/** The checks of the main face beside its description: each costs 5 to 10 ms, so callers ask only for those they need. */
export interface OptionalChecks {
  readonly liveness: boolean
  readonly eyes: boolean
}

/** All pixels are those of the photograph itself, upright, however much it was shrunk on the way. */
export interface Analysis {
  readonly modelId: string
  readonly width: number
  readonly height: number
  /** The largest first. */
  readonly faces: readonly FoundFace[]
  /** The face that the picture is about, tall and near the middle; absent when there is none. Null where a value was not asked for. */
  readonly main?: DescribedFace & { readonly liveness: number | null; readonly eyesClosed: EyesClosed | null }
}

/** How a photograph was turned. Drawn as wide and high as it says here and then moved by the matrix of an SVG, it lies as in the upright picture. */
export interface Turn {
  readonly width: number
  readonly height: number
  readonly matrix: readonly [a: number, b: number, c: number, d: number, e: number, f: number]
}

/** A picture made smaller, if it was larger than asked for; its size is in its own pixels. */
export interface KeptPicture {
  readonly jpeg: Uint8Array<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** Of a portrait that passed all pixels are those of the upright picture that is kept, of another one those of the photograph as it came. */
export interface CheckedPortrait extends Omit<PortraitReport, 'picture'> {
  readonly modelId: string
  readonly width: number
  readonly height: number
  /** The portrait that passed, to keep; only when asked for. */
  readonly kept?: KeptPicture
  /** Only of one that passed and had to be turned. */
  readonly turned?: Turn
}

/** `embedding` is null where no face was found. */
export interface EmbeddedPortrait {
  readonly modelId: string
  readonly embedding: Float32Array | null
}

export interface FaceResults {
  checkPortrait: CheckedPortrait
  analyse: Analysis
  embed: EmbeddedPortrait
  try: null
  resize: Uint8Array[]
}

export interface JobMessage {
  readonly id: number
  readonly job: FaceJob
}

/** A worker's answers. The only message without a request is `ready`. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly result: FaceResults[FaceJob['kind']] }
  | { readonly kind: 'refused'; readonly id: number; readonly code: FaceErrorCode; readonly message: string }
