import { highestSequence } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import { isNumberLost } from '../../state/is-number-lost.ts'
import type { QueueKind } from '../../state/queue-kinds.ts'
import type { QueueLimits, QueuedRecord, RecordQueue } from '../../state/terminal-state.ts'
import type { Change, Kept, IndexedDbStore, Key } from './indexed-db-store.ts'
import {
  acknowledged,
  highestKept,
  progressOf,
  purged,
  type QueueNumbers,
  type QueueStart,
  readNumbers,
  renumbered,
  sentAgain,
  withoutKept,
} from './queue-numbers.ts'

/** Records are opened together to find whom they concern. */
const openedAtOnce = 100

type Table = QueueKind<unknown>['table']

/** The key of the note about acknowledged records. */
export const progressNote = (table: Table) => `acknowledged ${table}`

/**
 * The queue of records in IndexedDB. Memory holds only the numbers that wait or are kept: 50,000 records with their
 * pictures stay on the disk until they are sent.
 */
export function createIndexedDbQueue<Body extends object>(
  database: IndexedDbStore,
  limits: QueueLimits,
  { table, note, schema }: QueueKind<Body>,
  start: QueueStart,
): RecordQueue<Body> {
  const numbers = createStoredNumbers(database, { table, note }, start)
  const dropCapture = (sequence: number): void => withoutCapture(database, table, sequence)

  return {
    get waiting() {
      return numbers.now.waiting.length - numbers.aside.size
    },
    get kept() {
      return numbers.now.kept.length
    },
    get setAsideCount() {
      return numbers.aside.size
    },
    get nextSequence() {
      return numbers.now.nextSequence
    },
    append(record, capture) {
      const sequence = numbers.append({ json: record, bytes: capture }, limits)
      const crowded = numbers.now.waiting.at(-1 - limits.captures)
      if (crowded !== undefined) dropCapture(crowded)
      return sequence
    },
    async next(limit, maxBytes) {
      // Chosen before the wait: a record added during it is not on the disk yet, and would look damaged.
      const first = numbers.now.waiting.filter((each) => !numbers.aside.has(each)).slice(0, limit)
      await database.settled()
      // All at once: one by one each read would wait behind the frames of the camera.
      const found = await database.readMany(table, first)
      const { batch, damaged } = readBatch(first, found, schema, maxBytes)
      for (const sequence of damaged) if (numbers.now.waiting.includes(sequence)) numbers.aside.add(sequence)
      return batch
    },
    acknowledge(stored, atMs) {
      const after = acknowledged(numbers.now, stored, atMs, limits)
      for (const sequence of stored) numbers.aside.delete(sequence)
      numbers.moveTo(after.numbers, removals(table, after.over))
      for (const sequence of after.crowded) dropCapture(sequence)
    },
    purgeKept(beforeMs) {
      const after = purged(numbers.now, beforeMs)
      if (after) numbers.moveTo(after.numbers, removals(table, after.gone))
    },
    eraseKept: numbers.eraseKept,
    sendAgainAfter(after) {
      const again = sentAgain(numbers.now, after)
      if (again) numbers.moveTo(again.numbers, [])
      return again?.count ?? 0
    },
    dropCapture,
    setAside: (sequence) => void numbers.aside.add(sequence),
    returnSetAside: () => numbers.aside.clear(),
    continueAfter(storedSequence) {
      const { nextSequence, waiting } = numbers.now
      if (isNumberLost(storedSequence, { nextSequence, total: waiting.length }))
        numbers.renumber(Math.max(storedSequence, highestKept(numbers.now)) + 1)
    },
  }
}

/** The numbers of a queue in memory, and each change of them, with that of the records, on the disk. */
function createStoredNumbers(
  database: IndexedDbStore,
  { table, note }: { readonly table: Table; readonly note: Key },
  start: QueueStart,
) {
  let now = readNumbers(start)
  // Not stored: at the next start everything is tried once more anyway.
  const aside = new Set<number>()
  const noteNext = (): Change => ['note', note, { json: now.nextSequence }]
  const noteProgress = (): Change => ['note', progressNote(table), { json: progressOf(now) }]

  function removeKept(gone: readonly number[]): Change[] {
    now = withoutKept(now, gone)
    return removals(table, gone)
  }

  /** Numbers the waiting records from `first` on one after another, in their order. */
  function renumber(first: number): void {
    const before = now.waiting
    now = renumbered(now, first)
    aside.clear()
    database.change(async () => {
      const moved = (await database.readMany(table, before)).flatMap((kept, i): Change[] =>
        kept ? [[table, first + i, kept]] : [],
      )
      return [...removals(table, before), ...moved, noteNext(), noteProgress()]
    })
  }
  // An earlier release continued after a number that nobody had given: all records wait, since nothing tells which do
  // not.
  if (now.nextSequence > highestSequence + 1) renumber(Math.max(start.nextSequence, highestKept(now) + 1))

  return {
    get now() {
      return now
    },
    aside,
    renumber,
    moveTo(next: QueueNumbers, changes: readonly Change[]): void {
      now = next
      database.change([...changes, noteProgress()])
    },
    append(record: Kept, limits: QueueLimits): number {
      const sequence = now.nextSequence
      now.waiting.push(sequence)
      now = { ...now, nextSequence: sequence + 1 }
      const changes: Change[] = [[table, sequence, record], noteNext()]
      const oldest = now.waiting.length > limits.records ? now.waiting.shift() : undefined
      if (oldest !== undefined) {
        aside.delete(oldest)
        changes.push([table, oldest, null])
      }
      // A full disk: records that the server has anyway are deleted before a new record is.
      if (database.isFull) changes.unshift(...removeKept(now.kept))
      database.change(changes)
      return sequence
    },
    eraseKept(personIds: readonly string[]): void {
      if (now.kept.length === 0 || personIds.length === 0) return
      database.change(async () => {
        const gone = await findKeptAbout(database, table, () => now.kept, personIds)
        // Records that were to be sent again meanwhile are no longer kept.
        return removeKept(gone.filter((sequence) => now.kept.includes(sequence)))
      })
    },
  }
}

const removals = (table: Table, gone: readonly number[]): Change[] => gone.map((sequence) => [table, sequence, null])

/** The records under these numbers, until their pictures reach `maxBytes` (always one). */
function readBatch<Body>(
  sequences: readonly number[],
  found: readonly (Kept | undefined)[],
  schema: z.ZodType<Body>,
  maxBytes: number,
) {
  const batch: QueuedRecord<Body>[] = []
  /** Written by another version, or cannot be opened. */
  const damaged: number[] = []
  let bytes = 0
  for (const [i, sequence] of sequences.entries()) {
    const kept = found[i]
    const record = schema.safeParse(kept?.json)
    if (!record.success) {
      damaged.push(sequence)
      continue
    }
    const capture = kept?.bytes ?? null
    bytes += capture?.length ?? 0
    if (batch.length > 0 && bytes > maxBytes) break
    batch.push({ sequence, record: record.data, capture })
  }
  return { batch, damaged }
}

function withoutCapture(database: IndexedDbStore, table: Table, sequence: number): void {
  database.change(async () => {
    const kept = await database.read(table, sequence)
    return kept ? [[table, sequence, { json: kept.json }]] : []
  })
}

/** The kept records about one of the people; the kept ones may change meanwhile. */
async function findKeptAbout(
  database: IndexedDbStore,
  table: Table,
  kept: () => readonly number[],
  personIds: readonly string[],
): Promise<number[]> {
  const about: number[] = []
  for (let from = 0; from < kept().length; from += openedAtOnce) {
    const some = kept().slice(from, from + openedAtOnce)
    const found = await database.readMany(table, some)
    about.push(...some.filter((_, i) => isAbout(found[i], personIds)))
  }
  return about
}

const personOf = z.object({ personId: z.string().nullable() })

/** A record that cannot be opened concerns nobody. */
function isAbout(kept: Kept | undefined, personIds: readonly string[]): boolean {
  const { data } = personOf.safeParse(kept?.json)
  return data?.personId != null && personIds.includes(data.personId)
}
