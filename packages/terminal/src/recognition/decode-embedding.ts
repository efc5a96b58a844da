import { embeddingSize } from '@gatehouse/face/core/embed-face.ts'

/** Decodes the wire's base64 of 512 little-endian float32 into numbers; null unless it is that, of length 1. */
export function decodeEmbedding(base64: string): Float32Array | null {
  const bytes = decodeBase64(base64)
  if (bytes?.length !== embeddingSize * 4) return null
  const numbers = new DataView(bytes.buffer)
  const embedding = Float32Array.from({ length: embeddingSize }, (_, i) => numbers.getFloat32(i * 4, true))
  const length = Math.hypot(...embedding)
  return Math.abs(length - 1) < 0.01 ? embedding : null
}

function decodeBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(text)
  } catch {
    return null
  }
}
