import type { Candidate } from './compare-embeddings.ts'
import { cosineOf } from './compare-embeddings.ts'
import { embeddingSize } from './embed-face.ts'
import type { ScanMemory } from './gallery-scan.ts'
import { compileScan, rowBytes } from './gallery-scan.ts'

/**
 * The embeddings of many people in memory, searched one by one: exact, no index to build, 3 ms among 100,000 on one
 * core. All must come from one model. Costs 2.6 kB a template. Runs where WebAssembly SIMD runs.
 */
export interface Gallery<PersonId extends string | number = string> {
  readonly peopleCount: number
  readonly templateCount: number
  has(personId: PersonId): boolean
  /** Adds one more template of a person, known or new. Throws RangeError unless it is 512 numbers of length 1. */
  add(personId: PersonId, embedding: Float32Array): void
  /** Puts these in the place of all the person had. */
  replace(personId: PersonId, embeddings: readonly Float32Array[]): void
  /** Forgets a person at once; true when they were there. Their memory is used again by the next to come. */
  remove(personId: PersonId): boolean
  /** The `limit` people most like the embedding, best first, each by their best template. */
  search(embedding: Float32Array, limit: number): Candidate<PersonId>[]
}

// The shared memory: one query, the sums of one block, then all rows, so that growing never moves anything.
const rowsPerBlock = 4096
const queryAddress = 0
const sumsAddress = rowBytes
const rowsAddress = sumsAddress + rowsPerBlock * 4
const pageBytes = 65_536
/** Rows of float32 are kept in pieces of this many, so that growing copies nothing. */
const rowsPerPiece = 1024

/**
 * int8 of a number: 0.25 becomes 127, what lies beyond is cut. The largest error of a cosine so found is 0.002, which
 * the second look in float32 takes away.
 */
const quantum = 127 / 0.25
/** This many people at least are looked at again in float32. */
const leastSecondLook = 20

export function createGallery<PersonId extends string | number = string>(): Gallery<PersonId> {
  const { memory, scan } = compileScan()
  /** Whose row it is; undefined for a row that is free. */
  const owners: (PersonId | undefined)[] = []
  const rowsOf = new Map<PersonId, number[]>()
  const freeRows: number[] = []
  const pieces: Float32Array[] = []

  function template(row: number): Float32Array {
    const piece = pieces[Math.floor(row / rowsPerPiece)]
    if (!piece) throw new RangeError(`the gallery has no row ${row}`)
    const start = (row % rowsPerPiece) * embeddingSize
    return piece.subarray(start, start + embeddingSize)
  }

  function takeRow(): number {
    const free = freeRows.pop()
    if (free !== undefined) return free
    const row = owners.length
    const missing = rowsAddress + (row + 1) * rowBytes - memory.buffer.byteLength
    // By an eighth at least, or adding one by one would copy the memory over and over where it cannot grow in place.
    if (missing > 0) memory.grow(Math.ceil(Math.max(missing, memory.buffer.byteLength / 8) / pageBytes))
    if (row % rowsPerPiece === 0) pieces.push(new Float32Array(rowsPerPiece * embeddingSize))
    owners.push(undefined)
    return row
  }

  function add(personId: PersonId, embedding: Float32Array): void {
    requireUnitLength(embedding)
    const row = takeRow()
    template(row).set(embedding)
    quantise(embedding, memory, rowsAddress + row * rowBytes)
    owners[row] = personId
    const rows = rowsOf.get(personId)
    if (rows) rows.push(row)
    else rowsOf.set(personId, [row])
  }

  function remove(personId: PersonId): boolean {
    const rows = rowsOf.get(personId) ?? []
    for (const row of rows) {
      owners[row] = undefined
      template(row).fill(0) // a person who was removed leaves no trace of their face
      new Int8Array(memory.buffer, rowsAddress + row * rowBytes, rowBytes).fill(0)
      freeRows.push(row)
    }
    return rowsOf.delete(personId)
  }

  /** The rows of highest int8 sum, the best row of each person only. */
  function pickPeople(embedding: Float32Array, limit: number): PersonId[] {
    quantise(embedding, memory, queryAddress)
    const sums = new Int32Array(memory.buffer, sumsAddress, rowsPerBlock)
    const best = new BestPeople<PersonId>(limit)
    for (let start = 0; start < owners.length; start += rowsPerBlock) {
      const count = Math.min(rowsPerBlock, owners.length - start)
      scan(rowsAddress + start * rowBytes, count, queryAddress, sumsAddress)
      for (let i = 0; i < count; i++) {
        const sum = sums[i]! // within the block
        if (sum <= best.threshold) continue
        const owner = owners[start + i]
        if (owner !== undefined) best.offer(owner, sum)
      }
    }
    return best.people()
  }

  return {
    get peopleCount() {
      return rowsOf.size
    },
    get templateCount() {
      return owners.length - freeRows.length
    },
    has: (personId) => rowsOf.has(personId),
    add,
    replace(personId, embeddings) {
      embeddings.forEach(requireUnitLength)
      remove(personId)
      for (const embedding of embeddings) add(personId, embedding)
    },
    remove,
    search(embedding, limit) {
      requireUnitLength(embedding)
      const people = pickPeople(embedding, Math.max(leastSecondLook, 2 * limit))
      return people
        .map((personId) => ({ personId, cosine: bestCosine(rowsOf.get(personId) ?? [], embedding) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, limit)
    },
  }

  function bestCosine(rows: readonly number[], embedding: Float32Array): number {
    return Math.max(...rows.map((row) => cosineOf(template(row), embedding)))
  }
}

/** The people with the highest sums so far; `threshold` is what the next one must beat. */
class BestPeople<PersonId> {
  threshold = -Infinity
  readonly #limit: number
  readonly #entries: { personId: PersonId; sum: number }[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  offer(personId: PersonId, sum: number): void {
    const entries = this.#entries
    const known = entries.findIndex((entry) => entry.personId === personId)
    if (known >= 0) {
      if ((entries[known]?.sum ?? sum) >= sum) return
      entries.splice(known, 1)
    }
    const after = entries.findIndex((entry) => entry.sum < sum)
    entries.splice(after < 0 ? entries.length : after, 0, { personId, sum })
    if (entries.length > this.#limit) entries.pop()
    if (entries.length === this.#limit) this.threshold = entries.at(-1)?.sum ?? -Infinity
  }

  people(): PersonId[] {
    return this.#entries.map((entry) => entry.personId)
  }
}

function quantise(embedding: Float32Array, memory: ScanMemory, address: number): void {
  const row = new Int8Array(memory.buffer, address, rowBytes)
  for (let i = 0; i < rowBytes; i++) row[i] = Math.max(-127, Math.min(127, Math.round(embedding[i]! * quantum))) // 512 numbers
}

function requireUnitLength(embedding: Float32Array): void {
  if (embedding.length !== embeddingSize)
    throw new RangeError(`an embedding has ${embeddingSize} numbers, not ${embedding.length}`)
  const length = Math.sqrt(cosineOf(embedding, embedding))
  if (!(Math.abs(length - 1) < 0.01)) throw new RangeError(`an embedding has length 1, not ${length}`)
}
