import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Notes } from './notes.ts'
import { inTransaction } from './open-database.ts'
import type { QueueKind } from './queue-kinds.ts'
import type { QueueLimits, QueuedRecord, RecordQueue } from './terminal-state.ts'

const rowSchema = z.object({ sequence: z.int(), body: z.string(), capture: z.instanceof(Uint8Array).nullable() })
const countsSchema = z.object({ total: z.int(), aside: z.int(), captures: z.int(), lowest: z.int(), highest: z.int() })

export function openRecordQueue<Body extends object>(
  db: DatabaseSync,
  notes: Notes,
  limits: QueueLimits,
  { table, note, schema }: QueueKind<Body>,
): RecordQueue<Body> & { reload(): void } {
  const insert = db.prepare(`INSERT INTO ${table} (sequence, body, capture) VALUES (?, ?, ?)`)
  const selectWaiting = db.prepare(
    `SELECT sequence, body, capture FROM ${table} WHERE set_aside IS NULL ORDER BY sequence LIMIT ?`,
  )
  const remove = db.prepare(`DELETE FROM ${table} WHERE sequence = ?`)
  const dropCapture = db.prepare(`UPDATE ${table} SET capture = NULL WHERE sequence = ?`)
  const dropOldestCapture = db.prepare(
    `UPDATE ${table} SET capture = NULL WHERE sequence = (SELECT min(sequence) FROM ${table} WHERE capture IS NOT NULL)`,
  )
  const dropOldest = db.prepare(`DELETE FROM ${table} WHERE sequence = (SELECT min(sequence) FROM ${table})`)
  const setAside = db.prepare(`UPDATE ${table} SET set_aside = ? WHERE sequence = ?`)
  const selectCounts = db.prepare(`
    SELECT count(*) AS total, count(set_aside) AS aside, count(capture) AS captures, coalesce(min(sequence), 0) AS lowest, coalesce(max(sequence), 0) AS highest
    FROM ${table}`)

  const readCounts = () => countsSchema.parse(selectCounts.get())
  const readNext = () => Math.max(notes.read(note, z.int().min(1)) ?? 1, readCounts().highest + 1)
  // Counted once at the start and after deletions in bulk, kept up between: counting 50,000 rows takes milliseconds.
  let counts = readCounts()
  let nextSequence = readNext()

  function insertNext(record: Body, capture: Uint8Array | null): number {
    const sequence = nextSequence
    inTransaction(db, () => {
      insert.run(sequence, JSON.stringify(record), capture)
      notes.write(note, sequence + 1)
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
    async next(limit, mostBytes) {
      const batch: QueuedRecord<Body>[] = []
      let bytes = 0
      for (const row of selectWaiting.iterate(limit)) {
        const { sequence, body, capture } = rowSchema.parse(row)
        bytes += capture?.length ?? 0
        if (batch.length > 0 && bytes > mostBytes) break
        batch.push({ sequence, capture, record: schema.parse(JSON.parse(body)) })
      }
      return batch
    },
    remove: (sequences) => change(() => sequences.forEach((sequence) => remove.run(sequence))),
    dropCapture: (sequence) => change(() => dropCapture.run(sequence)),
    setAside: (sequence, reason) => change(() => setAside.run(reason, sequence)),
    returnSetAside: () => change(() => db.exec(`UPDATE ${table} SET set_aside = NULL WHERE set_aside IS NOT NULL`)),
    continueAfter(storedSequence) {
      if (storedSequence < nextSequence) return
      counts = readCounts()
      const shift = storedSequence + 1 - (counts.total > 0 ? counts.lowest : nextSequence)
      change(() => {
        // By way of negative numbers, since no two rows may bear the same one in between.
        db.prepare(`UPDATE ${table} SET sequence = -(sequence + ?)`).run(shift)
        db.exec(`UPDATE ${table} SET sequence = -sequence`)
        notes.write(note, nextSequence + shift)
      })
      nextSequence = readNext()
    },
    reload() {
      counts = readCounts()
      nextSequence = readNext()
    },
  }
}
