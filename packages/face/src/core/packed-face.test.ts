import { describe, expect, it } from 'vitest'
import { cosineOf } from './compare-embeddings.ts'
import { normalise } from './embed-face.ts'
import { isPackedFace, packedBytes, packFace, unpackFace } from './packed-face.ts'
import { createPackedRows, firstLookError, queryOf } from './packed-rows.ts'
import { seededRandom } from './seeded-random.ts'

const random = seededRandom(12)
const direction = (length: number) =>
  normalise(Float32Array.from({ length }, () => random() + random() + random() - 1.5))
const again = (face: Float32Array) => {
  const noise = direction(face.length)
  return normalise(face.map((value, i) => value + 0.8 * noise[i]!))
}

describe('a packed face', () => {
  it.each([
    [512, 770],
    [128, 194],
    [1_024, 1_538],
    [200, 338],
  ])('Of %s numbers it is %s bytes, and cosines change by less than a thousandth', (length, bytes) => {
    expect(packedBytes(length)).toBe(bytes)
    const faces = Array.from({ length: 60 }, (_, i) => (i % 2 ? direction(length) : again(direction(length))))
    const query = again(faces[0]!)
    const rows = createPackedRows(length)
    for (const [row, face] of faces.entries()) {
      const packed = packFace(face)
      expect(packed).toHaveLength(bytes)
      expect(isPackedFace(packed)).toBe(true)
      const unpacked = unpackFace(packed)
      expect(Math.abs(cosineOf(unpacked, query) - cosineOf(face, query))).toBeLessThan(5e-4)
      expect(packFace(unpacked)).toEqual(packed)
      rows.put(row, packed)
      expect(rows.read(row)).toEqual(unpacked)
      expect(rows.cosineOf(row, queryOf(query))).toBeCloseTo(cosineOf(unpacked, query), 5)
    }
    rows.scan(queryOf(query), (cosines, first) => {
      for (const [i, cosine] of cosines.entries())
        expect(Math.abs(cosine - cosineOf(faces[first + i]!, query))).toBeLessThan(firstLookError)
    })
  })

  it('bytes that are no packed face are refused: float32 numbers, too few, none', () => {
    const numbers = new Uint8Array(direction(512).buffer)
    for (const bytes of [numbers, packFace(direction(512)).subarray(1), new Uint8Array(), new Uint8Array(2)]) {
      expect(isPackedFace(bytes)).toBe(false)
      expect(() => unpackFace(bytes)).toThrow(RangeError)
    }
  })
})
