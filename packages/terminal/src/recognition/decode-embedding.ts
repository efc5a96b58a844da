import { embeddingSize } from '@gatehouse/face/core/embed-face.ts'

/** The wire's base64 of 512 little-endian float32 as numbers; null unless it is that, of length 1. */
export function decodeEmbedding(base64: string): Float32Array | null {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length !== embeddingSize * 4) return null
  const embedding = Float32Array.from({ length: embeddingSize }, (_, i) => bytes.readFloatLE(i * 4))
  const length = Math.hypot(...embedding)
  return Math.abs(length - 1) < 0.01 ? embedding : null
}
