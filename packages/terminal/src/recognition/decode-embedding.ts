/** The number of numbers that a recogniser's embedding may have; they are a multiple of eight. */
const numbers = { min: 64, max: 2_048 }

/** Decodes the wire's base64 of little-endian float32 into numbers, as many as there are; null unless they are an embedding, of length 1. */
export function decodeEmbedding(base64: string): Float32Array | null {
  const bytes = decodeBase64(base64)
  if (!bytes) return null
  const count = bytes.length / 4
  if (count < numbers.min || count > numbers.max || count % 8 !== 0) return null
  const view = new DataView(bytes.buffer)
  const embedding = Float32Array.from({ length: count }, (_, i) => view.getFloat32(i * 4, true))
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
