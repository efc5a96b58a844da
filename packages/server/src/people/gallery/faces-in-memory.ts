import { createGallery, type Gallery } from '@gatehouse/face/core/gallery.ts'
import { type Candidate, cosineOf, cosineToPerson } from '@gatehouse/face/core/compare-embeddings.ts'
import { findEntriesOfFace } from '@gatehouse/face/core/entries-of-face.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import type { Db } from '../../db/open-database.ts'
import { openPackedOrSkip } from '../../face/open-embedding.ts'
import { selectRecogniserState } from '../../face/recogniser-store.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'
import { findTemplates, readTemplates, type SealedTemplate } from './face-template-reads.ts'

/** The questions about everybody's faces. */
export type FaceQuestions = {
  /** Best first; only templates of this model are compared. */
  search(embedding: Float32Array, modelId: string, limit: number): Candidate<string>[]
  /** The people of this model. */
  countPeople(modelId: string): number
  /** The other people with this person's face, by the threshold of doors, without those who are others by somebody's word. */
  entriesOf(personId: string, apartIds: readonly string[], oneFace?: number): string[]
  /** The other people who are this alike by any of their portraits, best first, at most so many. */
  alikeOf(personId: string, threshold: number, limit: number): Candidate<string>[]
  /** Those of these people who are this alike to a face, each by the mean of their portraits; best first, without a limit. */
  compare(
    personIds: readonly string[],
    face: { embedding: Float32Array; modelId: string; threshold: number },
  ): Candidate<string>[]
  /** Those of these people who are this alike to a person by any portraits of both; best first, without a limit. */
  comparePeople(personId: string, others: readonly string[], threshold: number): Candidate<string>[]
}

/** Faces in the memory of this thread. While they are read again, everybody is found as before. */
export type FacesInMemory = FaceQuestions & {
  refreshPerson(personId: string): Promise<void>
  /** Gives the model that was in force before the first face was read: everybody's later ones are of it, or another rebuild is due. */
  rebuild(): Promise<string>
}

const chunk = 2_000

type Faces = Map<string, Gallery>
/** A gallery that is being filled, and the people who were refreshed meanwhile: their earlier data is old. */
type Filling = { faces: Faces; refreshed: Set<string> }

/** Empty, until `rebuild`. `onProgress` hears of the people read so far. */
export function createFacesInMemory(
  { db, keys }: { db: Db; keys: Pick<InstallKeys, 'embedding'> },
  onProgress: (people: number) => void = () => {},
): FacesInMemory {
  let current: Faces = new Map()
  let filling: Filling | undefined
  let rebuilt: Promise<unknown> = Promise.resolve()

  const put = (faces: Faces, personId: string, rows: readonly SealedTemplate[]) => {
    for (const [modelId, ofModel] of Map.groupBy(rows, (row) => row.model_id)) {
      const gallery = faces.get(modelId) ?? createGallery()
      faces.set(modelId, gallery)
      gallery.replace(
        personId,
        ofModel.flatMap((row) => openPackedOrSkip(keys, row.image_id, row.embedding_sealed) ?? []),
      )
    }
  }

  async function fill({ faces, refreshed }: Filling): Promise<void> {
    let people = 0
    for (let page = readTemplates(db, '', chunk); ;) {
      const rows = await page
      const last = rows.at(-1)
      if (!last) return
      // The database reads the next page while this one is decrypted; its failure is reported where it is awaited.
      page = readTemplates(db, last.id, chunk)
      page.catch(() => {})
      for (const [personId, own] of Map.groupBy(rows, ({ id }) => id)) {
        people++
        if (!refreshed.has(personId)) put(faces, personId, own)
      }
      onProgress(people)
    }
  }

  async function fillAnew(): Promise<string> {
    const { in_use: inUse } = await selectRecogniserState(db)
    const next: Filling = { faces: new Map(), refreshed: new Set() }
    filling = next
    try {
      await fill(next)
      current = next.faces
      return inUse ?? faceModelId
    } finally {
      filling = undefined
    }
  }

  return {
    search: (embedding, modelId, limit) => current.get(modelId)?.search(embedding, limit) ?? [],
    countPeople: (modelId) => current.get(modelId)?.peopleCount ?? 0,
    entriesOf(personId, apartIds, oneFace) {
      const isApart = (other: string) => apartIds.includes(other)
      return [
        ...new Set([...current.values()].flatMap((gallery) => findEntriesOfFace(gallery, personId, isApart, oneFace))),
      ]
    },
    alikeOf(personId, threshold, limit) {
      const best = new Map<string, number>()
      for (const gallery of current.values())
        for (const template of gallery.templatesOf(personId))
          for (const { personId: other, cosine } of gallery.searchTemplates(template, limit + 1))
            if (other !== personId && cosine >= threshold) best.set(other, Math.max(cosine, best.get(other) ?? -1))
      return [...best]
        .map(([personId, cosine]) => ({ personId, cosine }))
        .toSorted((a, b) => b.cosine - a.cosine)
        .slice(0, limit)
    },
    compare(personIds, { embedding, modelId, threshold }) {
      const gallery = current.get(modelId)
      if (!gallery) return []
      return alikeFirst(
        personIds.map((personId) => ({ personId, cosine: cosineToPerson(gallery.templatesOf(personId), embedding) })),
        threshold,
      )
    },
    comparePeople(personId, others, threshold) {
      const cosines = (gallery: Gallery, other: string) =>
        gallery.templatesOf(personId).flatMap((own) => gallery.templatesOf(other).map((one) => cosineOf(own, one)))
      const best = (other: string) =>
        Math.max(-1, ...[...current.values()].flatMap((gallery) => cosines(gallery, other)))
      return alikeFirst(
        others.flatMap((other) => (other === personId ? [] : { personId: other, cosine: best(other) })),
        threshold,
      )
    },
    async refreshPerson(personId) {
      // They are noted before the query: a page that was read until now may be older than its answer.
      filling?.refreshed.add(personId)
      const rows = await findTemplates(db, personId)
      filling?.refreshed.add(personId)
      for (const faces of filling ? [current, filling.faces] : [current]) {
        for (const gallery of faces.values()) gallery.remove(personId)
        put(faces, personId, rows)
      }
    },
    rebuild() {
      const mine = rebuilt.catch(() => {}).then(fillAnew)
      rebuilt = mine
      return mine
    },
  }
}

const alikeFirst = (people: readonly Candidate<string>[], threshold: number): Candidate<string>[] =>
  people.filter(({ cosine }) => cosine >= threshold).toSorted((a, b) => b.cosine - a.cosine)

/** Everybody of several lists once, best first. */
export const joinCandidates = (...lists: readonly (readonly Candidate<string>[])[]): Candidate<string>[] =>
  alikeFirst([...new Map(lists.flat().map((one) => [one.personId, one])).values()], -1)
