import type { InstallKeys } from '../lib/install-keys.ts'
import { seal, unseal, unsealOrSkip } from '../lib/seal.ts'

/** For one of many: undefined when it does not open, with a line in the log. */
export const openEmbeddingOrSkip = (
  keys: Pick<InstallKeys, 'embedding'>,
  imageId: string,
  sealed: Buffer,
): Float32Array | undefined => {
  const bytes = unsealOrSkip(keys.embedding, sealed, `face_template ${imageId}`, 'face_template')
  return bytes && numbersOf(bytes)
}

/** The 512 numbers of a stored face template, by the portrait they were made from. */
export const openEmbedding = (keys: Pick<InstallKeys, 'embedding'>, imageId: string, sealed: Buffer): Float32Array =>
  numbersOf(unseal(keys.embedding, sealed, `face_template ${imageId}`))

/** The same of a stranger's capture, by its record; undefined when it does not open. */
export const openCaptureEmbedding = (
  keys: Pick<InstallKeys, 'embedding'>,
  recordId: string,
  sealed: Buffer,
): Float32Array | undefined => {
  const bytes = unsealOrSkip(keys.embedding, sealed, `capture_template ${recordId}`, 'capture_template')
  return bytes && numbersOf(bytes)
}

export const sealCaptureEmbedding = (
  keys: Pick<InstallKeys, 'embedding'>,
  recordId: string,
  embedding: Float32Array,
): Buffer =>
  seal(
    keys.embedding,
    new Uint8Array(embedding.buffer, embedding.byteOffset, embedding.byteLength),
    `capture_template ${recordId}`,
  )

// A copy: float32 must start at a multiple of four.
const numbersOf = (bytes: Buffer) => new Float32Array(new Uint8Array(bytes).buffer)
