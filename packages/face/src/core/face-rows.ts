import type { Candidate } from './compare-embeddings.ts'
import { cosineOf } from './compare-embeddings.ts'
import { embeddingSize } from './embed-face.ts'
import { createQuantisedRows, requireUnitLength } from './quantised-rows.ts'

/** Rows of float32 are kept in pieces of this many, so that growing copies nothing. */
const rowsPerPiece = 1024

/** This many people at least are looked at again in float32. */
const minSecondLook = 20

/** Rows of embeddings, each of a person, who may have several. */
export interface FaceRows<PersonId extends string | number> {
  readonly peopleCount: number
  readonly rowCount: number
  has(personId: PersonId): boolean
  of(personId: PersonId): readonly Float32Array[]
  /** Throws RangeError unless the embedding is 512 numbers of length 1. */
  add(personId: PersonId, embedding: Float32Array): void
  /** Deletes all rows of the person; true when there were any. */
  remove(personId: PersonId): boolean
  /** The `limit` people most like the embedding, best first, each by their best row. */
  search(embedding: Float32Array, limit: number): Candidate<PersonId>[]
}

export function createFaceRows<PersonId extends string | number>(): FaceRows<PersonId> {
  const quantised = createQuantisedRows()
  /** The person of the row; undefined for a free row. */
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
    if (row % rowsPerPiece === 0) pieces.push(new Float32Array(rowsPerPiece * embeddingSize))
    owners.push(undefined)
    return row
  }

  function add(personId: PersonId, embedding: Float32Array): void {
    requireUnitLength(embedding)
    const row = takeRow()
    template(row).set(embedding)
    quantised.put(row, embedding)
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
      quantised.erase(row)
      freeRows.push(row)
    }
    return rowsOf.delete(personId)
  }

  /** The rows of highest int8 sum, the best row of each person only. */
  function pickPeople(embedding: Float32Array, limit: number): PersonId[] {
    const best = new BestPeople<PersonId>(limit)
    quantised.scan(embedding, (sums, first) => {
      for (let i = 0; i < sums.length; i++) {
        const sum = sums[i]! // within the block
        if (sum <= best.threshold) continue
        const owner = owners[first + i]
        if (owner !== undefined) best.offer(owner, sum)
      }
    })
    return best.people()
  }

  return {
    get peopleCount() {
      return rowsOf.size
    },
    get rowCount() {
      return owners.length - freeRows.length
    },
    has: (personId) => rowsOf.has(personId),
    of: (personId) => (rowsOf.get(personId) ?? []).map(template),
    add,
    remove,
    search(embedding, limit) {
      requireUnitLength(embedding)
      const people = pickPeople(embedding, Math.max(minSecondLook, 2 * limit))
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

/** The people with the highest sums so far; the next one must exceed `threshold`. */
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
