/*
 * An embedding as it is kept: 12 bits a number. The upper four bits of all numbers come first, those that a search looks at first, then the
 * lower eight. A row of 32 numbers has its upper bits in 16 bytes, so that a lane of 16 bits has those of four numbers that are eight apart;
 * the last of the four is signed (`gallery-scan.ts`). No scale is kept: the numbers are as long together as every embedding is, 1.
 */

/** Numbers whose upper bits are kept together. The last row is filled up with numbers that count for nothing. */
const inRow = 32
const upperBytesOfRow = 16
const headerBytes = 2
/** The middle of the 4,096 values that a number may have. */
export const middle = 2047.5

export type PackedShape = {
  /** Of the embedding. */
  readonly dimension: number
  /** The same, filled up to whole rows. */
  readonly numbers: number
  readonly upperBytes: number
}

export function shapeOf(dimension: number): PackedShape {
  const rows = Math.ceil(dimension / inRow)
  return { dimension, numbers: rows * inRow, upperBytes: rows * upperBytesOfRow }
}

/** Of packed bytes its upper and its lower bits; they share the memory. Throws RangeError for anything else. */
export function partsOf(packed: Uint8Array): { shape: PackedShape; upper: Uint8Array; lower: Uint8Array } {
  const shape = shapeOf((packed[0] ?? 0) + 256 * (packed[1] ?? 0))
  const lowerAt = headerBytes + shape.upperBytes
  if (shape.dimension === 0 || packed.length !== lowerAt + shape.numbers)
    throw new RangeError(`${packed.length} bytes are no packed face`)
  return { shape, upper: packed.subarray(headerBytes, lowerAt), lower: packed.subarray(lowerAt) }
}

/** Whether bytes are a packed face; float32 numbers never look like one, for their bytes are a multiple of four. */
export const isPackedFace = (bytes: Uint8Array): boolean =>
  bytes.length > headerBytes && bytes.length === packedBytes((bytes[0] ?? 0) + 256 * (bytes[1] ?? 0))

/** 770 for 512 numbers. */
export function packedBytes(dimension: number): number {
  const { upperBytes, numbers } = shapeOf(dimension)
  return headerBytes + upperBytes + numbers
}

/** An embedding of length 1, or the same packed. */
export type FaceTemplate = Float32Array | Uint8Array

export const packedOf = (template: FaceTemplate): Uint8Array =>
  template instanceof Float32Array ? packFace(template) : template

export const numbersOf = (template: FaceTemplate): Float32Array =>
  template instanceof Float32Array ? template : unpackFace(template)

/** Throws RangeError unless the embedding has length 1. */
export function packFace(embedding: Float32Array): Uint8Array<ArrayBuffer> {
  requireUnitLength(embedding)
  const packed = new Uint8Array(packedBytes(embedding.length))
  packed[0] = embedding.length & 255
  packed[1] = embedding.length >> 8
  const { shape, upper, lower } = partsOf(packed)
  const scale = middle / embedding.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  for (let i = 0; i < shape.numbers; i++) {
    const value = Math.round((embedding[i] ?? 0) * scale + middle)
    lower[i] = value & 255
    const place = i % inRow
    const byte = (i - place) / 2 + 2 * (place % 8) + (place >= 16 ? 1 : 0)
    const bits = place >= 24 ? (value >> 8) ^ 8 : value >> 8
    upper[byte]! |= place % 16 >= 8 ? bits << 4 : bits // within the row's 16 bytes
  }
  return packed
}

/** The embedding again, of length 1: each number is off by less than a 4,000th of the largest one. */
export function unpackFace(packed: Uint8Array): Float32Array {
  const { shape, upper, lower } = partsOf(packed)
  const values = readRow(shape, upper, lower)
  const step = stepOf(values)
  return values.map((value) => value * step)
}

/** The numbers of a row, in steps. */
export function readRow({ dimension }: PackedShape, upper: Uint8Array, lower: Uint8Array): Float32Array {
  const values = new Float32Array(dimension)
  for (let i = 0; i < dimension; i++) {
    const place = i % inRow
    const byte = upper[(i - place) / 2 + 2 * (place % 8) + (place >= 16 ? 1 : 0)]! // within the row's 16 bytes
    const bits = place % 16 >= 8 ? byte >> 4 : byte & 15
    values[i] = ((place >= 24 ? bits ^ 8 : bits) << 8) + lower[i]! - middle // as many as numbers
  }
  return values
}

/** The size of a step with which numbers in steps have length 1. */
export function stepOf(values: Float32Array): number {
  let sum = 0
  for (const value of values) sum += value * value
  return Math.fround(1 / Math.sqrt(sum)) // as rows keep it
}

export function requireUnitLength(embedding: Float32Array): void {
  let sum = 0
  for (const value of embedding) sum += value * value
  const length = Math.sqrt(sum)
  if (!(Math.abs(length - 1) < 0.01)) throw new RangeError(`an embedding has length 1, not ${length}`)
}
