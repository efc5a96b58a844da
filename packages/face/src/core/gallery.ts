import type { Candidate } from './compare-embeddings.ts'
import { meanEmbedding } from './compare-embeddings.ts'
import { createFaceRows } from './face-rows.ts'
import { type FaceTemplate, packedOf, packFace, partsOf, unpackFace } from './packed-face.ts'

/**
 * The faces of many people in memory, searched one by one: no index to build, 3 ms among 100,000 on one core. A person of
 * several templates is searched by their mean, which costs a look no more than one template (ADR 0072); each template is kept beside it.
 * All must come from one model, and have as many numbers as the first. Costs 1 kB a person, and as much a template of those who have several.
 * Runs where WebAssembly SIMD runs.
 */
export interface Gallery<PersonId extends string | number = string> {
  readonly peopleCount: number
  readonly templateCount: number
  has(personId: PersonId): boolean
  /** All the embeddings of a person; none for an unknown person. */
  templatesOf(personId: PersonId): readonly Float32Array[]
  /** Adds one more template of a person, known or new. Throws RangeError for one of another length or dimension. */
  add(personId: PersonId, template: FaceTemplate): void
  /** Replaces all the templates of the person. */
  replace(personId: PersonId, templates: readonly FaceTemplate[]): void
  /** Deletes a person at once; true when they were there. Their memory is used again for the next person. */
  remove(personId: PersonId): boolean
  /** The `limit` people most like the embedding, best first, each by the mean of their templates. */
  search(embedding: Float32Array, limit: number): Candidate<PersonId>[]
  /** The same by whichever is the most alike, the mean or one of the templates: for asking whether two entries are one face. */
  searchTemplates(embedding: Float32Array, limit: number): Candidate<PersonId>[]
}

export function createGallery<PersonId extends string | number = string>(): Gallery<PersonId> {
  /** Of each person one row: their only template, or the mean of several. */
  const faces = createFaceRows<PersonId>()
  /** The templates of people who have several. */
  const singles = createFaceRows<PersonId>()
  let dimensionHere: number | undefined

  function templatesOf(personId: PersonId): readonly Float32Array[] {
    const several = singles.of(personId)
    return several.length > 0 ? several : faces.of(personId)
  }

  function remove(personId: PersonId): boolean {
    singles.remove(personId)
    return faces.remove(personId)
  }

  /** Before anything of the person is removed: who is refused stays as they were. */
  function requireDimension(template: Uint8Array): void {
    const { dimension } = partsOf(template).shape
    dimensionHere ??= dimension
    if (dimension !== dimensionHere)
      throw new RangeError(`an embedding has ${dimensionHere} numbers here, not ${dimension}`)
  }

  function replace(personId: PersonId, templates: readonly FaceTemplate[]): void {
    const packed = templates.map(packedOf)
    const [only] = packed
    for (const template of packed) requireDimension(template)
    const searched = packed.length > 1 ? packFace(meanEmbedding(packed.map(unpackFace))) : only
    remove(personId)
    if (!searched) return
    faces.add(personId, searched)
    if (packed.length > 1) for (const template of packed) singles.add(personId, template)
  }

  return {
    get peopleCount() {
      return faces.peopleCount
    },
    get templateCount() {
      return faces.peopleCount - singles.peopleCount + singles.rowCount
    },
    has: faces.has,
    templatesOf,
    add: (personId, template) => replace(personId, [...templatesOf(personId), template]),
    replace,
    remove,
    search: faces.search,
    searchTemplates(embedding, limit) {
      const best = new Map<PersonId, number>()
      for (const { personId, cosine } of [...faces.search(embedding, limit), ...singles.search(embedding, limit)])
        best.set(personId, Math.max(cosine, best.get(personId) ?? -1))
      return [...best]
        .map(([personId, cosine]) => ({ personId, cosine }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, limit)
    },
  }
}
