import { matchThresholds } from './compare-embeddings.ts'
import type { Gallery } from './gallery.ts'

/** The number that is looked for at first; more if all of them are alike. */
const firstLook = 8

/**
 * The other people in the gallery who have this person's face, the most alike first: people one of whose
 * portraits is as alike to one of theirs as `matchThresholds.oneFace`, and people who are that alike to one of those. There is no limit on
 * their number. `isApart`: somebody has said that this one and the person are two. Of two others they may have said it: both count for an
 * entry that is like both, until somebody says whose it is.
 */
export function findEntriesOfFace<Id extends string | number>(
  gallery: Pick<Gallery<Id>, 'templatesOf' | 'searchTemplates'>,
  personId: Id,
  isApart: (other: Id) => boolean = () => false,
  oneFace: number = matchThresholds.oneFace,
): Id[] {
  const found = [personId]
  for (const id of found) {
    for (const template of gallery.templatesOf(id))
      for (const other of searchAlike(gallery, template, oneFace))
        if (!found.includes(other) && !isApart(other)) found.push(other)
  }
  return found.slice(1)
}

function searchAlike<Id extends string | number>(
  gallery: Pick<Gallery<Id>, 'searchTemplates'>,
  template: Float32Array,
  oneFace: number,
): Id[] {
  for (let limit = firstLook; ; limit *= 4) {
    const near = gallery.searchTemplates(template, limit)
    const alike = near.filter(({ cosine }) => cosine >= oneFace)
    if (alike.length < near.length || near.length < limit) return alike.map(({ personId }) => personId)
  }
}
