import type { Candidate } from '@gatehouse/face/core/compare-embeddings.ts'
import { findEntriesOfFace } from '@gatehouse/face/core/entries-of-face.ts'
import { thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { createGallery, type Gallery } from '@gatehouse/face/core/gallery.ts'
import { type FaceTemplate, partsOf } from '@gatehouse/face/core/packed-face.ts'
import type { PeopleChange, PeopleStore } from '../state/terminal-state.ts'

/** The people of the state, searchable by face. */
export type PeopleIndex = {
  /** The recogniser of the faces; absent: the built-in one. */
  readonly modelId?: string
  search(embedding: Float32Array, limit: number): Candidate<string>[]
  /** The other people here who have this person's face: they are evaluated together. */
  entriesOf(personId: string): readonly string[]
  follow(change: PeopleChange): void
  /** Has the index built again at the next search. */
  reset(): void
}

const dimensionOf = (template: FaceTemplate): number =>
  template instanceof Float32Array ? template.length : partsOf(template).shape.dimension

/** The number of people that a line names. */
const maxNamed = 20

/** Built for the first face: a thousand terminals without visitors need no gallery. */
export function createPeopleIndex(
  people: () => PeopleStore,
  modelId: () => string,
  log: (line: string) => void = () => {},
): PeopleIndex {
  let gallery: Gallery | undefined
  const entries = new Map<string, readonly string[]>()

  /** Templates of another dimension than most have come from another recogniser: those people have no face, and nobody else is harmed. */
  function build(): Gallery {
    const ofDimension = new Map<number, { gallery: Gallery; ids: string[] }>()
    const without: string[] = []
    for (const { id, embeddings } of people().all()) {
      const [first] = embeddings
      if (!first) continue
      try {
        const dimension = dimensionOf(first)
        const same = ofDimension.get(dimension) ?? { gallery: createGallery<string>(), ids: [] }
        same.gallery.replace(id, embeddings)
        same.ids.push(id)
        ofDimension.set(dimension, same)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        without.push(id)
      }
    }
    const [most, ...others] = [...ofDimension.values()].toSorted((a, b) => b.ids.length - a.ids.length)
    without.push(...others.flatMap(({ ids }) => ids))
    if (without.length > 0)
      log(`${without.length} people have templates of another recogniser, and no face here: ${nameSome(without)}`)
    return most?.gallery ?? createGallery<string>()
  }

  /** A person of another dimension is left out when all are read again. */
  function replace(id: string, embeddings: readonly FaceTemplate[]): void {
    try {
      gallery?.replace(id, embeddings)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      gallery = undefined
    }
  }

  const isApart = (a: string, b: string): boolean =>
    (people().find(a)?.twinIds?.includes(b) || people().find(b)?.twinIds?.includes(a)) ?? false

  return {
    get modelId() {
      return modelId()
    },
    search: (embedding, limit) => (gallery ??= build()).search(embedding, limit),
    entriesOf(personId) {
      const known = entries.get(personId)
      if (known) return known
      const others = findEntriesOfFace(
        (gallery ??= build()),
        personId,
        (other) => isApart(personId, other),
        thresholdsOf(modelId()).oneFace,
      )
      entries.set(personId, others)
      return others
    },
    follow({ stored, gone }) {
      entries.clear()
      for (const { id, embeddings } of stored) replace(id, embeddings)
      for (const id of gone) gallery?.remove(id)
    },
    reset() {
      gallery = undefined
      entries.clear()
    },
  }
}

const nameSome = (ids: readonly string[]): string =>
  ids.slice(0, maxNamed).join(', ') + (ids.length > maxNamed ? ', …' : '')
