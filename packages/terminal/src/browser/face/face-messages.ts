import type { Box } from '@gatehouse/face/core/box.ts'
import type { FaceBox } from '@gatehouse/contract/device/passage-words.ts'
import type { LivenessChallenge } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Runtime } from './choose-engine.ts'
import type { SeenFace } from '../../recognition/recogniser.ts'

/* What the page and the worker with the face engine say to each other. */

/** What the settings ask of the eyes. */
export type EyeSettings = {
  readonly minFaceWidth: number
  /** Only the nearest face is looked at. */
  readonly isSingle: boolean
  /** The time after which a person who was decided about is looked at again. */
  readonly againMs: number
  readonly readsCodes: boolean
  /** Whether the liveness of each face is evaluated. */
  readonly checksLiveness: boolean
  /** What everybody is asked to do; `any`: one of them, another each time. */
  readonly challenge: LivenessChallenge | 'any' | 'none'
}

export type Asked =
  /** Where the models lie; everything else waits for it. */
  | { readonly kind: 'load'; readonly modelsUrl: string }
  | { readonly kind: 'frame'; readonly frame: ImageBitmap; readonly settings: EyeSettings; readonly isPaused: boolean }
  /** A picture for the record of what came from a reader or from the keys. */
  | { readonly kind: 'keep'; readonly frame: ImageBitmap }
  /** This person was decided about. */
  | { readonly kind: 'settle'; readonly track: number }
  | { readonly kind: 'look'; readonly picture: Uint8Array<ArrayBuffer>; readonly checksLiveness: boolean }
  | { readonly kind: 'read'; readonly picture: Uint8Array<ArrayBuffer> }

/** Somebody or something that is to be decided about. */
export type Noticed = {
  readonly picture: Uint8Array<ArrayBuffer>
  /** The track of the face; null for a code. */
  readonly track: number | null
  readonly face: SeenFace | null
  readonly codes: readonly string[]
  /** Where on the picture the face is that it is about. */
  readonly place: FaceBox | null
}

export type FrameSeen = {
  readonly width: number
  readonly height: number
  /** Every face, to be drawn. */
  readonly faces: readonly { readonly track: number; readonly box: Box }[]
  readonly noticed: readonly Noticed[]
  /** What somebody is being asked to do. */
  readonly challenge: LivenessChallenge | null
  /** Mean brightness, 0..255. */
  readonly brightness: number
}

export type Answers = {
  /** Which runtime is to be kept for a start without the server. */
  readonly load: Runtime
  readonly frame: FrameSeen
  readonly keep: Noticed
  readonly settle: null
  readonly look: SeenFace | null
  readonly read: readonly string[]
}
