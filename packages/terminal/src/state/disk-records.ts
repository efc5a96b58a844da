import type { DatabaseSync } from 'node:sqlite'
import { wireRecord } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import type { Notes } from './notes.ts'
import { inTransaction } from './open-database.ts'
import type { QueueLimits, QueuedRecord, RecordQueue } from './terminal-state.ts'

const newRecord = wireRecord.omit({ sequence: true, capture: true })
const rowSchema = z.object({ sequence: z.int(), body: z.string(), capture: z.instanceof(Uint8Array).nullable() })
const countsSchema = z.object({ total: z.int(), aside: z.int(), captures: z.int(), lowest: z.int(), highest: z.int() })

export function openRecordQueue(db: DatabaseSync, notes: Notes, limits: QueueLimits): RecordQueue & { reload(): void } {
  const insert = db.prepare('INSERT INTO record (sequence, body, capture) VALUES (?, ?, ?)')
  const selectWaiting = db.prepare(
    'SELECT sequence, body, capture FROM record WHERE set_aside IS NULL ORDER BY sequence LIMIT ?',
  )
  const remove = db.prepare('DELETE FROM record WHERE sequence = ?')
  const dropCapture = db.prepare('UPDATE record SET capture = NULL WHERE sequence = ?')
  const dropOldestCapture = db.prepare(
    'UPDATE record SET capture = NULL WHERE sequence = (SELECT min(sequence) FROM record WHERE capture IS NOT NULL)',
  )
  const dropOldest = db.prepare('DELETE FROM record WHERE sequence = (SELECT min(sequence) FROM record)')
  const setAside = db.prepare('UPDATE record SET set_aside = ? WHERE sequence = ?')
  const selectCounts = db.prepare(`
    SELECT count(*) AS total, count(set_aside) AS aside, count(capture) AS captures, coalesce(min(sequence), 0) AS lowest, coalesce(max(sequence), 0) AS highest
    FROM record`)

  const readCounts = () => countsSchema.parse(selectCounts.get())
  const readNext = () => Math.max(notes.read('next-sequence', z.int().min(1)) ?? 1, readCounts().highest + 1)
  // Counted once at the start and after deletions in bulk, kept up between: counting 50,000 rows takes milliseconds.
  let counts = readCounts()
  let nextSequence = readNext()

  function insertNext(record: object, capture: Uint8Array | null): number {
    const sequence = nextSequence
    inTransaction(db, () => {
      insert.run(sequence, JSON.stringify(record), capture)
      notes.write('next-sequence', sequence + 1)
      if (capture && counts.captures >= limits.captures) dropOldestCapture.run()
      if (counts.total >= limits.records) dropOldest.run()
    })
    nextSequence = sequence + 1
    const isFull = (capture && counts.captures >= limits.captures) || counts.total >= limits.records
    if (isFull) counts = readCounts()
    else counts = { ...counts, total: counts.total + 1, captures: counts.captures + (capture ? 1 : 0) }
    return sequence
  }

  function change(run: () => void): void {
    inTransaction(db, run)
    counts = readCounts()
  }

  return {
    get waiting() {
      return counts.total - counts.aside
    },
    get setAsideCount() {
      return counts.aside
    },
    get nextSequence() {
      return nextSequence
    },
    append: insertNext,
    next(limit, mostBytes) {
      const batch: QueuedRecord[] = []
      let bytes = 0
      for (const row of selectWaiting.iterate(limit)) {
        const { sequence, body, capture } = rowSchema.parse(row)
        bytes += capture?.length ?? 0
        if (batch.length > 0 && bytes > mostBytes) break
        batch.push({ sequence, capture, record: newRecord.parse(JSON.parse(body)) })
      }
      return batch
    },
    remove: (sequences) => change(() => sequences.forEach((sequence) => remove.run(sequence))),
    dropCapture: (sequence) => change(() => dropCapture.run(sequence)),
    setAside: (sequence, reason) => change(() => setAside.run(reason, sequence)),
    returnSetAside: () => change(() => db.exec('UPDATE record SET set_aside = NULL WHERE set_aside IS NOT NULL')),
    continueAfter(storedSequence) {
      if (storedSequence < nextSequence) return
      counts = readCounts()
      const shift = storedSequence + 1 - (counts.total > 0 ? counts.lowest : nextSequence)
      change(() => {
        // By way of negative numbers, since no two rows may bear the same one in between.
        db.prepare('UPDATE record SET sequence = -(sequence + ?)').run(shift)
        db.exec('UPDATE record SET sequence = -sequence')
        notes.write('next-sequence', nextSequence + shift)
      })
      nextSequence = readNext()
    },
    reload() {
      counts = readCounts()
      nextSequence = readNext()
    },
  }
}
