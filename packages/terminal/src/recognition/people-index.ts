import type { Candidate } from '@gatehouse/face/core/compare-embeddings.ts'
import { createGallery } from '@gatehouse/face/core/gallery.ts'
import type { Gallery } from '@gatehouse/face/core/gallery.ts'
import type { PeopleChange, PeopleStore } from '../state/terminal-state.ts'

/** The people of the state, ready to be searched by face. */
export interface PeopleIndex {
  search(embedding: Float32Array, limit: number): Candidate<string>[]
  follow(change: PeopleChange): void
  /** Builds it anew at the next search. */
  reset(): void
}

/** Built at the first face that comes: a thousand terminals that nobody walks up to need no gallery. */
export function createPeopleIndex(people: () => PeopleStore): PeopleIndex {
  let gallery: Gallery | undefined

  function build(): Gallery {
    const built = createGallery<string>()
    for (const { id, embeddings } of people().all()) built.replace(id, embeddings)
    return built
  }

  return {
    search: (embedding, limit) => (gallery ??= build()).search(embedding, limit),
    follow({ stored, gone }) {
      for (const { id, embeddings } of stored) gallery?.replace(id, embeddings)
      for (const id of gone) gallery?.remove(id)
    },
    reset: () => void (gallery = undefined),
  }
}
