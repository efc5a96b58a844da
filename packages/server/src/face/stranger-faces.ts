import { setImmediate } from 'node:timers/promises'
import { partsOf } from '@gatehouse/face/core/packed-face.ts'
import { createPackedRows, firstLookError, type PackedRows, queryOf } from '@gatehouse/face/core/packed-rows.ts'
import type { Db } from '../db/open-database.ts'
import type { InstallKeys } from '../lib/install-keys.ts'
import { openPackedCapture } from './open-embedding.ts'
import {
  type Change,
  type Place,
  type SealedFace,
  selectChanges,
  selectFaces,
  selectLastChange,
} from './stranger-face-store.ts'

export type StrangerQuestion = {
  embedding: Float32Array
  modelId: string
  /** An instant: faces seen from then on are compared, except that of one record. */
  since: string
  exceptId?: string | undefined
  threshold: number
  limit: number
}
export type StrangerAnswer = {
  /** The most alike first; a cosine is off by 0.001 at most. */
  near: { id: string; recognisedAt: string; cosine: number }[]
  compared: number
  /** There were more since then than are held; the newest were compared. */
  isCut: boolean
}

/**
 * The number of faces held at once, the newest: about 1 kB each, of which 0.8 are the face, so 200 MB at most.
 */
const maxFaces = 200_000
const chunk = 1_000

/**
 * The faces of strangers packed in memory, of one model at a time: read for the first search, a chunk at a time.
 * Changes since then are queried with each search, so nobody is found whose face was deleted.
 */
export function createStrangerFaces({ db, keys }: { db: Db; keys: Pick<InstallKeys, 'embedding'> }, most = maxFaces) {
  let held: Held | undefined

  const open = ({ record_id, embedding_sealed }: SealedFace) => openPackedCapture(keys, record_id, embedding_sealed)

  async function readAll(modelId: string): Promise<Held> {
    // The position of the changes is read first: a change during the reading comes once more, and does no harm.
    const change = await selectLastChange(db)
    const faces = createFaces(most)
    for (let after: Place | undefined; faces.count < most;) {
      const page = await selectFaces(db, modelId, after, Math.min(chunk, most - faces.count))
      for (const face of page) {
        const packed = open(face)
        if (packed) faces.add(face.record_id, face.recognised_at, packed)
      }
      after = page.at(-1)
      if (!after) break
      if (faces.count === most) faces.keepFrom(after.recognised_at)
    }
    return { modelId, faces, change }
  }

  function follow({ modelId, faces }: Held, { record_id, recognised_at, model_id, embedding_sealed }: Change): void {
    if (recognised_at === null) faces.remove(record_id)
    else if (embedding_sealed !== null && model_id === modelId) {
      const packed = open({ record_id, recognised_at, embedding_sealed })
      if (packed) faces.add(record_id, recognised_at, packed)
    }
  }

  return {
    async search({ embedding, modelId, since, exceptId, threshold, limit }: StrangerQuestion): Promise<StrangerAnswer> {
      if (held?.modelId !== modelId) held = undefined
      held ??= await readAll(modelId)
      const { faces } = held
      const compare = () => faces.search(embedding, { since: millisecondsOf(since), exceptId, threshold, limit })
      for (;;) {
        // The database looks for changes while the faces are compared: the query must be sent before the thread is
        // busy.
        const [changes, answer] = await Promise.all([
          selectChanges(db, held.change, chunk),
          setImmediate().then(compare),
        ])
        // Usually nothing has changed; otherwise the comparison is out of date, and is repeated.
        if (changes.length === 0) return answer
        for (const change of changes) {
          follow(held, change)
          held.change = change.change
        }
      }
    },
  }
}

const millisecondsOf = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds

type Faces = ReturnType<typeof createFaces>
/** `change`: the position up to which they equal the database. */
type Held = { modelId: string; faces: Faces; change: number }

function createFaces(most: number) {
  let rows: PackedRows | undefined
  /** The record of each row; undefined for a free row. */
  const seen: ({ id: string; recognisedAt: string } | undefined)[] = []
  /** The same instant in milliseconds; -Infinity for a free one. */
  const times = new Float64Array(most)
  const rowOf = new Map<string, number>()
  const free: number[] = []
  /** Faces seen before this time were removed or never read. */
  let keptSince = -Infinity

  function remove(id: string): void {
    const row = rowOf.get(id)
    if (row === undefined) return
    rows?.erase(row)
    seen[row] = undefined
    times[row] = -Infinity
    rowOf.delete(id)
    free.push(row)
  }

  /** A tenth at once, since finding the oldest needs a scan of all. */
  function removeOldest(): void {
    const sorted = times.subarray(0, seen.length).toSorted()
    keptSince = sorted[Math.ceil(sorted.length / 10)] ?? Infinity
    for (const [row, of] of seen.entries()) if (of && (times[row] ?? 0) < keptSince) remove(of.id)
  }

  return {
    get count() {
      return rowOf.size
    },
    add(id: string, recognisedAt: string, packed: Uint8Array): void {
      const at = millisecondsOf(recognisedAt)
      if (at < keptSince) return
      if (!rowOf.has(id) && rowOf.size >= most) removeOldest()
      rows ??= createPackedRows(partsOf(packed).shape.dimension)
      const row = rowOf.get(id) ?? free.pop() ?? seen.length
      rows.put(row, packed)
      seen[row] = { id, recognisedAt }
      times[row] = at
      rowOf.set(id, row)
    },
    remove,
    keepFrom(instant: string): void {
      keptSince = millisecondsOf(instant)
    },
    search(
      embedding: Float32Array,
      {
        since,
        exceptId,
        threshold,
        limit,
      }: { since: number; exceptId: string | undefined; threshold: number; limit: number },
    ): StrangerAnswer {
      const alike: { row: number; cosine: number }[] = []
      const query = queryOf(embedding)
      const except = exceptId === undefined ? undefined : rowOf.get(exceptId)
      const least = threshold - firstLookError
      // Not by entries(): it would make an array for each of them.
      rows?.scan(query, (cosines, first) => {
        for (let place = 0; place < cosines.length; place++) {
          const row = first + place
          if ((cosines[place] ?? 0) < least || (times[row] ?? -Infinity) < since || row === except) continue
          const cosine = rows?.cosineOf(row, query) ?? 0
          if (cosine >= threshold) alike.push({ row, cosine })
        }
      })
      let compared = 0
      for (const time of times.subarray(0, seen.length)) if (time >= since) compared++
      if (except !== undefined && (times[except] ?? -Infinity) >= since) compared--
      const near = alike
        .toSorted((a, b) => b.cosine - a.cosine)
        .slice(0, limit)
        .flatMap(({ row, cosine }) => {
          const of = seen[row]
          return of ? [{ ...of, cosine }] : []
        })
      return { near, compared, isCut: since < keptSince }
    },
  }
}
