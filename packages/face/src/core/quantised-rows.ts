import { embeddingSize } from './embed-face.ts'
import { cosineOf } from './compare-embeddings.ts'
import { compileScan, rowBytes } from './gallery-scan.ts'

/**
 * Rows of 512 int8 numbers in memory, each an embedding, all of which are compared with a query in one pass. A
 * cosine so found is off by 0.001 mostly and by less than 0.005: where that matters, some of the best are looked at again
 * in float32.
 */
export interface QuantisedRows {
  readonly count: number
  /** Puts an embedding into an existing row, or into the next one. */
  put(row: number, embedding: Float32Array): void
  /** Overwrites the row, so that no trace of the embedding is left. */
  erase(row: number): void
  /** Gives the sums of all rows, block by block; `sums[i]` is that of row `first + i` and holds until the next block. */
  scan(embedding: Float32Array, take: (sums: Int32Array, first: number) => void): void
}

// The memory: one query, the sums of one block, then all rows, so that growing never moves anything.
const rowsPerBlock = 4096
const queryAddress = 0
const sumsAddress = 2 * rowBytes
const rowsAddress = sumsAddress + rowsPerBlock * 4
const pageBytes = 65_536

/** int8 of a number: 0.25 becomes 127, larger values are clamped. */
const quantum = 127 / 0.25

/** The sum of a row that has this cosine with the query. */
export const sumOfCosine = (cosine: number): number => cosine * quantum * quantum

/** The cosine that a row with this sum has with the query. */
export const cosineOfSum = (sum: number): number => sum / (quantum * quantum)

export function createQuantisedRows(): QuantisedRows {
  const { memory, scan } = compileScan()
  let count = 0
  return {
    get count() {
      return count
    },
    put(row, embedding) {
      if (row < 0 || row > count) throw new RangeError(`there is no row ${row} of ${count}`)
      if (row === count) {
        const missing = rowsAddress + (row + 1) * rowBytes - memory.buffer.byteLength
        // By an eighth at least, or adding one by one would copy the memory over and over where it cannot grow in place.
        if (missing > 0) memory.grow(Math.ceil(Math.max(missing, memory.buffer.byteLength / 8) / pageBytes))
        count++
      }
      quantise(embedding, new Int8Array(memory.buffer, rowsAddress + row * rowBytes, rowBytes))
    },
    erase: (row) => void new Int8Array(memory.buffer, rowsAddress + row * rowBytes, rowBytes).fill(0),
    scan(embedding, take) {
      quantise(embedding, new Int16Array(memory.buffer, queryAddress, rowBytes))
      for (let first = 0; first < count; first += rowsPerBlock) {
        const rows = Math.min(rowsPerBlock, count - first)
        scan(rowsAddress + first * rowBytes, rows, queryAddress, sumsAddress)
        take(new Int32Array(memory.buffer, sumsAddress, rows), first)
      }
    },
  }
}

function quantise(embedding: Float32Array, row: Int8Array | Int16Array): void {
  for (let i = 0; i < rowBytes; i++) row[i] = Math.max(-127, Math.min(127, Math.round(embedding[i]! * quantum))) // 512 numbers
}

export function requireUnitLength(embedding: Float32Array): void {
  if (embedding.length !== embeddingSize)
    throw new RangeError(`an embedding has ${embeddingSize} numbers, not ${embedding.length}`)
  const length = Math.sqrt(cosineOf(embedding, embedding))
  if (!(Math.abs(length - 1) < 0.01)) throw new RangeError(`an embedding has length 1, not ${length}`)
}
