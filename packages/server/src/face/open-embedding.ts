import type { InstallKeys } from '../lib/install-keys.ts'
import { unseal } from '../lib/seal.ts'

/** The 512 numbers of a stored face template, by the portrait they came from. */
export function openEmbedding(keys: InstallKeys, imageId: string, sealed: Buffer): Float32Array {
  const bytes = unseal(keys.embedding, sealed, `face_template ${imageId}`)
  // A copy: float32 must start at a multiple of four.
  return new Float32Array(new Uint8Array(bytes).buffer)
}
