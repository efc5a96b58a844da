import type { InstallKeys } from '../lib/install-keys.ts'
import { seal, unseal } from '../lib/seal.ts'

/** The 512 numbers of a stored face template, by the portrait they came from. */
export const openEmbedding = (keys: Pick<InstallKeys, 'embedding'>, imageId: string, sealed: Buffer): Float32Array =>
  open(keys, sealed, `face_template ${imageId}`)

/** The same of a stranger's capture, by its record. */
export const openCaptureEmbedding = (
  keys: Pick<InstallKeys, 'embedding'>,
  recordId: string,
  sealed: Buffer,
): Float32Array => open(keys, sealed, `capture_template ${recordId}`)

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

function open(keys: Pick<InstallKeys, 'embedding'>, sealed: Buffer, context: string): Float32Array {
  const bytes = unseal(keys.embedding, sealed, context)
  // A copy: float32 must start at a multiple of four.
  return new Float32Array(new Uint8Array(bytes).buffer)
}
