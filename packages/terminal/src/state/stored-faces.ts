import { type FaceTemplate, packedBytes, packedOf } from '@gatehouse/face/core/packed-face.ts'

/** The faces of a person as one piece of bytes: packed, one after another. */
export function bytesOfFaces(faces: readonly FaceTemplate[]): Uint8Array<ArrayBuffer> {
  const packed = faces.map(packedOf)
  const bytes = new Uint8Array(packed.reduce((sum, face) => sum + face.length, 0))
  let at = 0
  for (const face of packed) {
    bytes.set(face, at)
    at += face.length
  }
  return bytes
}

/** The faces again. Earlier releases wrote 512 float32 numbers of each, which are read as well. */
export function facesOfBytes(bytes: Uint8Array): FaceTemplate[] {
  const faces: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const dimension = (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)
    const end = at + packedBytes(dimension)
    if (dimension === 0 || end > bytes.length) return floatsOf(bytes)
    faces.push(bytes.subarray(at, end))
    at = end
  }
  return faces
}

const numbersBefore = 512

function floatsOf(bytes: Uint8Array): Float32Array[] {
  const numbers = new Float32Array(Uint8Array.from(bytes).buffer) // copied: the bytes need not lie on a multiple of four
  return Array.from({ length: numbers.length / numbersBefore }, (_, i) =>
    numbers.subarray(i * numbersBefore, (i + 1) * numbersBefore),
  )
}
