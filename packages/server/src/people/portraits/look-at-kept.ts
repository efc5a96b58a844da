import { AppError } from '@gatehouse/contract/errors.ts'
import { FaceError } from '@gatehouse/face/core/face-error.ts'
import sharp from 'sharp'
import type { Services } from '../../ctx.ts'
import { DamagedBlobError } from '../../lib/blob-store.ts'

/** A worker that ends so often over one picture ends by that picture. */
const maxTries = 3

/** A kept picture that gave nothing is tried again after this long: it may have been restored, or the engine be another one. */
export const againHours = 6

type Engine<T> = {
  look: (bytes: Buffer) => Promise<T>
  /** Rejects when the engine fails with every picture. */
  prove: () => Promise<unknown>
}

/**
 * Shows a picture of the store to an engine. Undefined is the picture's own fault: it is gone, does not open, is none, or ends each worker
 * that looks at it. @throws AppError server.busy, or the error of the engine or of the store
 */
export async function lookAtKept<T>(
  { blobs, log }: Pick<Services, 'blobs' | 'log'>,
  hash: Buffer,
  { look, prove }: Engine<T>,
): Promise<T | undefined> {
  const bytes = await blobs.get(hash).catch((error: unknown) => {
    if (!(error instanceof DamagedBlobError)) throw error
    log.warn({ err: error }, 'a kept picture does not open')
    return undefined
  })
  if (!bytes) return undefined
  for (let tries = 1; ; tries++)
    try {
      return await look(bytes)
    } catch (error) {
      if (error instanceof AppError && error.code !== 'server.busy') return undefined
      if (!(error instanceof FaceError && error.code === 'face.worker-failed')) throw error
      if (tries < maxTries) continue
      await prove()
      log.warn({ err: error }, 'a kept picture ends each worker that looks at it')
      return undefined
    }
}

/** A picture without a face, which any engine that works looks at. */
export const emptyPicture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
