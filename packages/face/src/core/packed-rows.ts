import { compileScan, maxOfQuery } from './gallery-scan.ts'
import { middle, partsOf, readRow, requireUnitLength, shapeOf, stepOf } from './packed-face.ts'

/**
 * Rows of packed embeddings in memory. All of them are compared with a query in one pass by their upper four bits: a cosine so found is off by 0.01
 * mostly and by less than 0.05. `cosineOf` looks at all bits of one row.
 */
export interface PackedRows {
  readonly dimension: number
  readonly count: number
  /** Puts a packed embedding into an existing row, or into the next one. Throws RangeError for one of another dimension. */
  put(row: number, packed: Uint8Array): void
  read(row: number): Float32Array
  /** Overwrites the row, so that no trace of the embedding is left. */
  erase(row: number): void
  /** Gives the cosines of all rows by their first look, block by block; `cosines[i]` is that of row `first + i` and holds until the next block. */
  scan(query: Query, take: (cosines: Float32Array, first: number) => void): void
  /** The cosine of one row by all its bits. */
  cosineOf(row: number, query: Query): number
}

/** An embedding that is looked for. */
export interface Query {
  readonly embedding: Float32Array
  /** The same numbers with zeros after them, as many as a row has. */
  readonly filled: Float32Array
  readonly sum: number
}

/** Throws RangeError unless the embedding has length 1. */
export function queryOf(embedding: Float32Array): Query {
  requireUnitLength(embedding)
  const filled = new Float32Array(shapeOf(embedding.length).numbers)
  filled.set(embedding)
  return { embedding, filled, sum: embedding.reduce((sum, value) => sum + value, 0) }
}

/** A cosine by the first look is off by less than this. */
export const firstLookError = 0.05

// The memory: one query, the cosines of one block, then the blocks, so that growing never moves anything. A block has rows and then their steps.
const rowsPerBlock = 1024
const stepBytes = 4
const pageBytes = 65_536

export function createPackedRows(dimension: number): PackedRows {
  const shape = shapeOf(dimension)
  const { memory, scan } = compileScan(shape.upperBytes)
  const cosinesAddress = shape.numbers * 2
  const blocksAddress = cosinesAddress + rowsPerBlock * 4
  const blockBytes = rowsPerBlock * (shape.upperBytes + stepBytes)
  /** The lower bits, block by block. */
  const lowers: Uint8Array[] = []
  let count = 0

  const blockAddress = (row: number) => blocksAddress + Math.floor(row / rowsPerBlock) * blockBytes
  const stepsAddress = (block: number) => block + rowsPerBlock * shape.upperBytes

  function partsOfRow(row: number) {
    const lower = lowers[Math.floor(row / rowsPerBlock)]
    if (!lower || row < 0 || row >= count) throw new RangeError(`there is no row ${row} of ${count}`)
    const place = row % rowsPerBlock
    const block = blockAddress(row)
    return {
      upper: new Uint8Array(memory.buffer, block + place * shape.upperBytes, shape.upperBytes),
      step: new Float32Array(memory.buffer, stepsAddress(block) + place * stepBytes, 1),
      lower: lower.subarray(place * shape.numbers, (place + 1) * shape.numbers),
    }
  }

  function addRow(): void {
    if (count % rowsPerBlock === 0) {
      const missing = blockAddress(count) + blockBytes - memory.buffer.byteLength
      // By an eighth at least, or adding one by one would copy the memory over and over where it cannot grow in place.
      if (missing > 0) memory.grow(Math.ceil(Math.max(missing, memory.buffer.byteLength / 8) / pageBytes))
      lowers.push(new Uint8Array(rowsPerBlock * shape.numbers))
    }
    count++
  }

  /** Puts the query where `scan` expects it; gives by what a result is to be multiplied, and what is to be taken from each sum. */
  function placeQuery(embedding: Float32Array): { offset: number; scale: number } {
    const numbers = new Int16Array(memory.buffer, 0, shape.numbers)
    const most = embedding.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
    let offset = 0
    for (let i = 0; i < dimension; i++) {
      const value = Math.round((embedding[i]! / most) * maxOfQuery) // as many as the dimension
      numbers[i] = value
      offset += value * (i % 32 >= 24 ? -0.5 : 7.5) // the last of four numbers is signed
    }
    return { offset: Math.round(offset), scale: (256 * most) / maxOfQuery }
  }

  return {
    dimension,
    get count() {
      return count
    },
    put(row, packed) {
      const given = partsOf(packed)
      requireDimension(dimension, given.shape.dimension)
      if (row < 0 || row > count) throw new RangeError(`there is no row ${row} of ${count}`)
      if (row === count) addRow()
      const own = partsOfRow(row)
      own.upper.set(given.upper)
      own.lower.set(given.lower)
      own.step[0] = stepOf(readRow(shape, given.upper, given.lower))
    },
    read(row) {
      const { upper, lower, step } = partsOfRow(row)
      return readRow(shape, upper, lower).map((value) => value * step[0]!) // a view of one number
    },
    erase(row) {
      const { upper, lower, step } = partsOfRow(row)
      for (const part of [upper, lower, step]) part.fill(0)
    },
    scan({ embedding }, take) {
      requireDimension(dimension, embedding.length)
      if (count === 0) return
      const { offset, scale } = placeQuery(embedding)
      for (let first = 0; first < count; first += rowsPerBlock) {
        const block = blockAddress(first)
        const rows = Math.min(rowsPerBlock, count - first)
        scan(block, rows, 0, stepsAddress(block), cosinesAddress, offset)
        const cosines = new Float32Array(memory.buffer, cosinesAddress, rows)
        for (let i = 0; i < rows; i++) cosines[i]! *= scale // within the block
        take(cosines, first)
      }
    },
    cosineOf(row, { embedding, filled, sum }) {
      requireDimension(dimension, embedding.length)
      const { upper, lower, step } = partsOfRow(row)
      return step[0]! * (productOf(upper, lower, filled) - middle * sum) // a view of one number
    },
  }
}

/** The product of the numbers of a row, without the middle, and those of a query; as `readRow` and in one pass. */
function productOf(upper: Uint8Array, lower: Uint8Array, query: Float32Array): number {
  let sum = 0
  // Rows are of whole pairs of bytes, and all three have as many numbers.
  for (let byte = 0, i = 0; byte < upper.length; byte += 2, i += i % 8 === 7 ? 25 : 1) {
    const first = upper[byte]!
    const second = upper[byte + 1]!
    sum += (((first & 15) << 8) + lower[i]!) * query[i]!
    sum += (((first >> 4) << 8) + lower[i + 8]!) * query[i + 8]!
    sum += (((second & 15) << 8) + lower[i + 16]!) * query[i + 16]!
    sum += ((((second >> 4) ^ 8) << 8) + lower[i + 24]!) * query[i + 24]!
  }
  return sum
}

function requireDimension(wanted: number, given: number): void {
  if (given !== wanted) throw new RangeError(`an embedding has ${wanted} numbers here, not ${given}`)
}
