import type { Candidate } from './compare-embeddings.ts'
import { createPackedRows, type PackedRows, queryOf } from './packed-rows.ts'
import { partsOf } from './packed-face.ts'

/**
 * This many people at least are looked at again in all bits. The first look is off by 0.01: of a million strangers the 200th is 0.05 below
 * the fifth.
 */
const minSecondLook = 200

/** Rows of embeddings of one dimension, that of the first, each of a person, who may have several. */
export interface FaceRows<PersonId extends string | number> {
  readonly peopleCount: number
  readonly rowCount: number
  has(personId: PersonId): boolean
  of(personId: PersonId): readonly Float32Array[]
  /** Throws RangeError for a packed embedding of another dimension. */
  add(personId: PersonId, packed: Uint8Array): void
  /** Deletes all rows of the person; true when there were any. */
  remove(personId: PersonId): boolean
  /** The `limit` people most like the embedding, best first, each by their best row. */
  search(embedding: Float32Array, limit: number): Candidate<PersonId>[]
}

export function createFaceRows<PersonId extends string | number>(): FaceRows<PersonId> {
  let packedRows: PackedRows | undefined
  /** The person of the row; undefined for a free row. */
  const owners: (PersonId | undefined)[] = []
  const rowsOf = new Map<PersonId, number[]>()
  const freeRows: number[] = []

  function add(personId: PersonId, packed: Uint8Array): void {
    packedRows ??= createPackedRows(partsOf(packed).shape.dimension)
    const row = freeRows.at(-1) ?? owners.length
    packedRows.put(row, packed)
    freeRows.pop()
    owners[row] = personId
    const rows = rowsOf.get(personId)
    if (rows) rows.push(row)
    else rowsOf.set(personId, [row])
  }

  function remove(personId: PersonId): boolean {
    const rows = rowsOf.get(personId) ?? []
    for (const row of rows) {
      owners[row] = undefined
      packedRows?.erase(row) // a person who was removed leaves no trace of their face
      freeRows.push(row)
    }
    return rowsOf.delete(personId)
  }

  function search(embedding: Float32Array, limit: number): Candidate<PersonId>[] {
    const query = queryOf(embedding)
    const all = packedRows
    if (!all) return []
    const best = new BestPeople(owners, Math.max(minSecondLook, 4 * limit))
    all.scan(query, (cosines, first) => {
      for (let i = 0; i < cosines.length; i++) {
        const cosine = cosines[i]! // within the block
        if (cosine > best.threshold) best.offer(first + i, cosine)
      }
    })
    return best
      .people()
      .map((personId) => ({
        personId,
        cosine: Math.max(...(rowsOf.get(personId) ?? []).map((row) => all.cosineOf(row, query))),
      }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, limit)
  }

  return {
    get peopleCount() {
      return rowsOf.size
    },
    get rowCount() {
      return owners.length - freeRows.length
    },
    has: (personId) => rowsOf.has(personId),
    of: (personId) => (rowsOf.get(personId) ?? []).flatMap((row) => packedRows?.read(row) ?? []),
    add,
    remove,
    search,
  }
}

type Scanned = { readonly row: number; readonly cosine: number }

/** The owners of the rows with the highest cosines so far; the next one must exceed `threshold`. */
class BestPeople<PersonId> {
  threshold = -Infinity
  readonly #owners: readonly (PersonId | undefined)[]
  readonly #limit: number
  #rows: Scanned[] = []

  constructor(owners: readonly (PersonId | undefined)[], limit: number) {
    this.#owners = owners
    this.#limit = limit
  }

  offer(row: number, cosine: number): void {
    if (this.#owners[row] === undefined) return
    this.#rows.push({ row, cosine })
    // Sorted once in a while, and not for each that comes.
    if (this.#rows.length >= 4 * this.#limit) this.#prune()
  }

  people(): PersonId[] {
    this.#prune()
    return this.#rows.flatMap(({ row }) => this.#owners[row] ?? [])
  }

  /** The best row of each person stays, of so many people. */
  #prune(): void {
    const best = new Map<PersonId | undefined, Scanned>()
    for (const scanned of this.#rows.sort((a, b) => b.cosine - a.cosine)) {
      const owner = this.#owners[scanned.row]
      if (!best.has(owner)) best.set(owner, scanned)
      if (best.size === this.#limit) break
    }
    this.#rows = [...best.values()]
    if (best.size === this.#limit) this.threshold = this.#rows.at(-1)?.cosine ?? -Infinity
  }
}
