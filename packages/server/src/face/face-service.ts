import type { Analysis, CheckedPortrait, EmbeddedPortrait } from '@gatehouse/face/node/face-jobs.ts'
import type { FacePool } from '@gatehouse/face/node/face-pool.ts'
import { FaceError } from '@gatehouse/face/core/face-error.ts'
import type { RecogniserSource } from '@gatehouse/face/core/recogniser-spec.ts'
import { AppError } from '@gatehouse/contract/errors.ts'

/** The face engine as features see it: the worker pool, with its refusals turned into error codes. */
export type FaceService = {
  /** The number of pictures that can be processed at once. */
  readonly workers: number
  /** The recogniser of new portraits and looks. */
  modelId(): string
  /** A portrait that passes comes back as a JPEG of at most `keptSide` pixels, if that is given: upright, without metadata. */
  checkPortrait(bytes: Uint8Array, level: 'low' | 'high', keptSide?: number): Promise<CheckedPortrait>
  /** Every face, and a description of the main one (tall and near the middle), without liveness. */
  analyse(bytes: Uint8Array): Promise<Analysis>
  /** The main face of a stored portrait by a recogniser; undefined: the built-in one. */
  embed(bytes: Uint8Array, recogniser: RecogniserSource | undefined): Promise<EmbeddedPortrait>
  /** Lets a recogniser describe a drawn face. @throws FaceError face.worker-failed where it cannot be run */
  tryRecogniser(recogniser: RecogniserSource): Promise<null>
  /** JPEGs of at most these sides in pixels, upright, without metadata. */
  resize(bytes: Uint8Array, sides: readonly number[]): Promise<Uint8Array[]>
}

export function faceService(pool: FacePool, modelId: () => string): FaceService {
  return {
    workers: pool.workers,
    modelId,
    checkPortrait: (bytes, level, keptSide) => pool.checkPortrait(bytes, level, keptSide).catch(refuse),
    analyse: (bytes) => pool.analyse(bytes, { liveness: false, eyes: false }).catch(refuse),
    embed: (bytes, recogniser) => pool.embed(bytes, recogniser).catch(refuse),
    tryRecogniser: (recogniser) => pool.tryRecogniser(recogniser).catch(refuse),
    resize: (bytes, sides) => pool.resize(bytes, sides).catch(refuse),
  }
}

/** A picture takes a second or two; who waited in vain finds others gone then. */
const comeAgainSeconds = 5

function refuse(error: unknown): never {
  if (!(error instanceof FaceError)) throw error
  switch (error.code) {
    case 'image.unreadable':
      throw new AppError('portrait.unreadable')
    case 'image.too-large':
      throw new AppError('portrait.too-large')
    // A picture that takes this long is no photograph of a face.
    case 'face.timed-out':
      throw new AppError('portrait.unreadable')
    case 'face.busy':
    case 'face.closed':
      throw new AppError('server.busy', { seconds: comeAgainSeconds })
    case 'face.worker-failed':
      throw error
  }
}
