import { highestSequence } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import { isNumberLost } from '../../state/is-number-lost.ts'
import type { QueueKind } from '../../state/queue-kinds.ts'
import type { QueueLimits, QueuedRecord, RecordQueue } from '../../state/terminal-state.ts'
import type { Change, Kept, IndexedDbStore } from './indexed-db-store.ts'

/**
 * Which of the numbers on the disk the server has acknowledged: all up to `through` but those set aside. `marks` say when, an hour
 * each: the last number, and when the first of that hour was acknowledged.
 */
const progressSchema = z.object({
  through: z.int().min(0).max(highestSequence),
  aside: z.array(z.int()),
  marks: z.array(z.tuple([z.int(), z.number()])),
})
type Progress = z.output<typeof progressSchema>
const nothingDone: Progress = { through: 0, aside: [], marks: [] }
const markMs = 3_600_000
/** Opened together while it is looked who they are about. */
const openedAtOnce = 100

export type QueueStart = {
  readonly sequences: readonly number[]
  readonly nextSequence: number
  /** As this queue noted it; undefined where a version before wrote the disk, which kept nothing. */
  readonly progress?: unknown
}

/** The name of the note of what was acknowledged. */
export const progressNote = (table: string) => `acknowledged ${table}`

/**
 * The queue of records in IndexedDB. In memory is only which numbers wait or are kept: 50,000 records with their pictures stay on
 * the disk until they are sent.
 */
export function createIndexedDbQueue<Body extends { readonly personId: string | null }>(
  database: IndexedDbStore,
  limits: QueueLimits,
  { table, note, schema }: QueueKind<Body>,
  start: QueueStart,
): RecordQueue<Body> {
  const read = progressSchema.safeParse(start.progress)
  let { through, marks } = read.success ? read.data : nothingDone
  const wasAside = new Set(read.success ? read.data.aside : [])
  const waitsAtStart = (sequence: number): boolean => sequence > through || wasAside.has(sequence)
  const onDisk = start.sequences.toSorted((a, b) => a - b)
  let sequences = onDisk.filter(waitsAtStart)
  let kept = onDisk.filter((sequence) => !waitsAtStart(sequence))
  let nextSequence = Math.max(start.nextSequence, (onDisk.at(-1) ?? 0) + 1)
  // Not on the disk: at the next start everything is tried once more anyway.
  const aside = new Set<number>()

  const noteNext = (): Change => ['note', note, { json: nextSequence }]
  const noteProgress = (): Change => {
    const progress: Progress = { through, aside: sequences.filter((sequence) => sequence <= through), marks }
    return ['note', progressNote(table), { json: progress }]
  }
  const without = ({ json }: Kept): Kept => ({ json })

  function removeKept(gone: readonly number[]): Change[] {
    const those = new Set(gone)
    kept = kept.filter((sequence) => !those.has(sequence))
    return gone.map((sequence) => [table, sequence, null])
  }

  /** Numbers what waits from `first` on one after another, in its order. */
  function renumber(first: number): void {
    const before = sequences
    sequences = before.map((_, i) => first + i)
    nextSequence = first + before.length
    // What lies beyond was acknowledged under numbers that are given once more.
    through = Math.min(through, first - 1)
    marks = marks.map(([last, atMs]) => [Math.min(last, through), atMs])
    aside.clear()
    database.change(async () => {
      const kept = await database.readMany(table, before)
      return [
        ...before.map((sequence): Change => [table, sequence, null]),
        ...before.flatMap((_, i): Change[] => (kept[i] ? [[table, first + i, kept[i]]] : [])),
        noteNext(),
        noteProgress(),
      ]
    })
  }
  const highestKept = () => kept.at(-1) ?? 0
  // An earlier release went on after a number that nobody had given: all of it waits, since nothing says any more what does not.
  if (nextSequence > highestSequence + 1) renumber(Math.max(start.nextSequence, highestKept() + 1))

  return {
    get waiting() {
      return sequences.length - aside.size
    },
    get kept() {
      return kept.length
    },
    get setAsideCount() {
      return aside.size
    },
    get nextSequence() {
      return nextSequence
    },
    append(record, capture) {
      const sequence = nextSequence++
      sequences.push(sequence)
      const changes: Change[] = [[table, sequence, { json: record, bytes: capture }], noteNext()]
      if (sequences.length > limits.records) {
        const oldest = sequences.shift()
        if (oldest !== undefined) {
          aside.delete(oldest)
          changes.push([table, oldest, null])
        }
      }
      // A full disk: what the server has anyway goes before a new record does.
      if (database.isFull) changes.unshift(...removeKept(kept))
      database.change(changes)
      const crowded = sequences.at(-1 - limits.captures)
      if (crowded !== undefined) this.dropCapture(crowded)
      return sequence
    },
    async next(limit, maxBytes) {
      // Chosen before the wait: what is added during it is not on the disk yet, and would look damaged.
      const first = sequences.filter((each) => !aside.has(each)).slice(0, limit)
      await database.settled()
      const batch: QueuedRecord<Body>[] = []
      let bytes = 0
      // All at once: one by one each waits for its turn behind the frames of the camera.
      const found = await database.readMany(table, first)
      for (const [i, sequence] of first.entries()) {
        const kept = found[i]
        const record = schema.safeParse(kept?.json)
        if (!record.success) {
          if (sequences.includes(sequence)) aside.add(sequence) // damaged, or written by another version
          continue
        }
        const capture = kept?.bytes ?? null
        bytes += capture?.length ?? 0
        if (batch.length > 0 && bytes > maxBytes) break
        batch.push({ sequence, record: record.data, capture })
      }
      return batch
    },
    acknowledge(stored, atMs) {
      const done = new Set(stored)
      kept.push(...sequences.filter((sequence) => done.has(sequence)))
      kept.sort((a, b) => a - b)
      sequences = sequences.filter((sequence) => !done.has(sequence))
      for (const sequence of stored) aside.delete(sequence)
      through = Math.max(through, ...stored)
      const last = marks.at(-1)
      if (last && atMs - last[1] < markMs) marks = [...marks.slice(0, -1), [through, last[1]]]
      else marks = [...marks, [through, atMs]]
      const changes = removeKept(kept.slice(0, Math.max(0, kept.length - limits.kept)))
      database.change([...changes, noteProgress()])
      const crowded = kept.slice(0, Math.max(0, kept.length - limits.keptCaptures)).slice(-stored.length)
      for (const sequence of crowded) this.dropCapture(sequence)
    },
    purgeKept(beforeMs) {
      const over = marks.findLast(([, firstAtMs]) => firstAtMs + markMs <= beforeMs)
      if (!over) return
      marks = marks.slice(marks.indexOf(over) + 1)
      database.change([...removeKept(kept.filter((sequence) => sequence <= over[0])), noteProgress()])
    },
    eraseKept(personIds) {
      if (kept.length === 0 || personIds.length === 0) return
      database.change(async () => {
        const gone: number[] = []
        for (let from = 0; from < kept.length; from += openedAtOnce) {
          const some = kept.slice(from, from + openedAtOnce)
          const found = await database.readMany(table, some)
          gone.push(...some.filter((_, i) => isAbout(found[i], personIds)))
        }
        // What was to be sent again meanwhile is not kept any more.
        return removeKept(gone.filter((sequence) => kept.includes(sequence)))
      })
    },
    sendAgainAfter(after) {
      const again = kept.filter((sequence) => sequence > after)
      if (again.length === 0) return 0
      kept = kept.filter((sequence) => sequence <= after)
      sequences = [...again, ...sequences].toSorted((a, b) => a - b)
      through = Math.min(through, after)
      marks = marks.map(([last, atMs]) => [Math.min(last, after), atMs])
      database.change([noteProgress()])
      return again.length
    },
    dropCapture(sequence) {
      database.change(async () => {
        const kept = await database.read(table, sequence)
        return kept ? [[table, sequence, without(kept)]] : []
      })
    },
    setAside: (sequence) => void aside.add(sequence),
    returnSetAside: () => aside.clear(),
    continueAfter(storedSequence) {
      if (isNumberLost(storedSequence, { nextSequence, total: sequences.length }))
        renumber(Math.max(storedSequence, highestKept()) + 1)
    },
  }
}

const personOf = z.object({ personId: z.string().nullable() })

/** What cannot be opened is about nobody. */
function isAbout(kept: Kept | undefined, personIds: readonly string[]): boolean {
  const { data } = personOf.safeParse(kept?.json)
  return data?.personId != null && personIds.includes(data.personId)
}
