import type { Candidate } from '@gatehouse/face/core/compare-embeddings.ts'
import { findEntriesOfFace } from '@gatehouse/face/core/entries-of-face.ts'
import { thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { createGallery, type Gallery } from '@gatehouse/face/core/gallery.ts'
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

/** Built for the first face: a thousand terminals without visitors need no gallery. */
export function createPeopleIndex(people: () => PeopleStore, modelId: () => string): PeopleIndex {
  let gallery: Gallery | undefined
  const entries = new Map<string, readonly string[]>()

  function build(): Gallery {
    const built = createGallery<string>()
    for (const { id, embeddings } of people().all()) built.replace(id, embeddings)
    return built
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
      for (const { id, embeddings } of stored) gallery?.replace(id, embeddings)
      for (const id of gone) gallery?.remove(id)
    },
    reset() {
      gallery = undefined
      entries.clear()
    },
  }
}
