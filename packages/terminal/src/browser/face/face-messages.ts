import type { Box } from '@gatehouse/face/core/box.ts'
import type { RecogniserSpec } from '@gatehouse/face/core/recogniser-spec.ts'
import type { FaceBox } from '@gatehouse/contract/device/passage-words.ts'
import type { LivenessChallenge } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Action } from './challenge.ts'
import type { Runtime } from './choose-engine.ts'
import type { SeenFace } from '../../recognition/recogniser.ts'

/* The messages between the page and the worker with the face engine. */

/** The requirements of the settings for recognition. */
export type EyeSettings = {
  /** The recogniser in use; one that is not the built-in one was taken before. */
  readonly modelId: string
  readonly minFaceWidth: number
  /** Only the nearest face is evaluated. */
  readonly isSingle: boolean
  /** The time after which a person with a decision is evaluated again. */
  readonly againMs: number
  readonly readsCodes: boolean
  /** Whether the liveness of each face is evaluated. */
  readonly checksLiveness: boolean
  /** The liveness, 0..1, that every frame of a challenge must have. */
  readonly minLiveness: number
  /** The challenge for everybody; `any`: one of them, another each time. */
  readonly challenge: LivenessChallenge | 'any' | 'none'
}

export type Asked =
  /** The address of the models; every other message waits until they are loaded. */
  | { readonly kind: 'load'; readonly modelsUrl: string }
  | { readonly kind: 'frame'; readonly frame: ImageBitmap; readonly settings: EyeSettings; readonly isPaused: boolean }
  /** A picture for the record of a reader's or the keys' input. */
  | { readonly kind: 'keep'; readonly frame: ImageBitmap }
  /** The decision about this person was made. */
  | { readonly kind: 'settle'; readonly track: number }
  | {
      readonly kind: 'look'
      readonly picture: Uint8Array<ArrayBuffer>
      readonly checksLiveness: boolean
      readonly modelId: string
    }
  /** Loads another recogniser beside the built-in one and that in use; any further one is let go. */
  | {
      readonly kind: 'take'
      readonly spec: RecogniserSpec
      readonly model: Uint8Array<ArrayBuffer>
      readonly idInUse: string
    }
  | { readonly kind: 'read'; readonly picture: Uint8Array<ArrayBuffer> }

/** A person or a code that needs a decision. */
export type Noticed = {
  /** The recogniser that made the embeddings of the face. */
  readonly modelId: string
  readonly picture: Uint8Array<ArrayBuffer>
  /** The track of the face; null for a code. */
  readonly track: number | null
  readonly face: SeenFace | null
  readonly codes: readonly string[]
  /** The position of the face on the picture. */
  readonly place: FaceBox | null
}

export type FrameSeen = {
  readonly width: number
  readonly height: number
  /** Every face, to be drawn. */
  readonly faces: readonly { readonly track: number; readonly box: Box }[]
  readonly noticed: readonly Noticed[]
  /** The action that a person is being asked for. */
  readonly challenge: Action | null
  /** Mean brightness, 0..255. */
  readonly brightness: number
}

export type Answers = {
  /** The runtime to be cached for a start without the server. */
  readonly load: Runtime
  readonly frame: FrameSeen
  readonly keep: Noticed
  readonly settle: null
  readonly take: null
  readonly look: SeenFace | null
  readonly read: readonly string[]
}
