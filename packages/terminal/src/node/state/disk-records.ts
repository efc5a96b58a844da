import type { DatabaseSync } from 'node:sqlite'
import { highestSequence } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import { isNumberLost } from '../../state/is-number-lost.ts'
import type { Notes } from './notes.ts'
import { inTransaction } from './open-database.ts'
import type { QueueKind } from '../../state/queue-kinds.ts'
import type { QueueLimits, QueuedRecord, RecordQueue } from '../../state/terminal-state.ts'

const rowSchema = z.object({ sequence: z.int(), body: z.string(), capture: z.instanceof(Uint8Array).nullable() })
const countsSchema = z.object({ total: z.int(), aside: z.int(), captures: z.int() })
const keptSchema = z.object({ kept: z.int(), keptCaptures: z.int(), highest: z.int() })

const highestSchema = keptSchema.pick({ highest: true })

const waits = 'acknowledged_ms IS NULL'
const isKept = 'acknowledged_ms IS NOT NULL'

/** The statements of one queue; its name is never from outside. */
const prepareStatements = (db: DatabaseSync, table: string) => ({
  insert: db.prepare(`INSERT INTO ${table} (sequence, body, capture) VALUES (?, ?, ?)`),
  selectWaiting: db.prepare(
    `SELECT sequence, body, capture FROM ${table} WHERE ${waits} AND set_aside IS NULL ORDER BY sequence LIMIT ?`,
  ),
  acknowledge: db.prepare(
    `UPDATE ${table} SET acknowledged_ms = ? WHERE sequence = ? AND ${waits} RETURNING capture IS NOT NULL AS capture`,
  ),
  dropCapture: db.prepare(`UPDATE ${table} SET capture = NULL WHERE sequence = ?`),
  dropOldestCapture: db.prepare(
    `UPDATE ${table} SET capture = NULL WHERE sequence = (SELECT min(sequence) FROM ${table} WHERE ${waits} AND capture IS NOT NULL)`,
  ),
  dropOldest: db.prepare(`DELETE FROM ${table} WHERE sequence = (SELECT min(sequence) FROM ${table} WHERE ${waits})`),
  setAside: db.prepare(`UPDATE ${table} SET set_aside = ? WHERE sequence = ?`),
  purgeKept: db.prepare(`DELETE FROM ${table} WHERE ${isKept} AND acknowledged_ms < ?`),
  dropKept: db.prepare(
    `DELETE FROM ${table} WHERE sequence IN (SELECT sequence FROM ${table} WHERE ${isKept} ORDER BY acknowledged_ms, sequence LIMIT ?)`,
  ),
  dropKeptCaptures: db.prepare(
    `UPDATE ${table} SET capture = NULL WHERE sequence IN
       (SELECT sequence FROM ${table} WHERE ${isKept} AND capture IS NOT NULL ORDER BY sequence LIMIT ?)`,
  ),
  eraseKept: db.prepare(`DELETE FROM ${table} WHERE ${isKept} AND body ->> '$.personId' = ?`),
  sendAgain: db.prepare(`UPDATE ${table} SET acknowledged_ms = NULL WHERE ${isKept} AND sequence > ?`),
  selectCounts: db.prepare(`
    SELECT count(*) AS total, count(set_aside) AS aside, count(capture) AS captures
    FROM ${table} WHERE ${waits}`),
  selectKept: db.prepare(`
    SELECT (SELECT count(*) FROM ${table} WHERE ${isKept}) AS kept,
      (SELECT count(*) FROM ${table} WHERE ${isKept} AND capture IS NOT NULL) AS keptCaptures,
      (SELECT coalesce(max(sequence), 0) FROM ${table}) AS highest`),
  selectHighestKept: db.prepare(`SELECT coalesce(max(sequence), 0) AS highest FROM ${table} WHERE ${isKept}`),
})

/** Numbers these rows one after another, in their order, the first beyond what the expression gives. */
function renumber(db: DatabaseSync, table: string, which: string, after: string): void {
  // Rows take negative numbers first, since no two may have the same one in between. Numbers that JavaScript cannot read never reach it.
  db.exec(`
    UPDATE ${table} SET sequence = -numbered.next
    FROM (SELECT sequence AS before, ${after} + row_number() OVER (ORDER BY sequence) AS next FROM ${table} WHERE ${which}) AS numbered
    WHERE sequence = numbered.before;
    UPDATE ${table} SET sequence = -sequence WHERE sequence < 0`)
}

export function openRecordQueue<Body extends object>(
  db: DatabaseSync,
  notes: Notes,
  limits: QueueLimits,
  { table, note, schema }: QueueKind<Body>,
): RecordQueue<Body> & { reload(): void } {
  const statements = prepareStatements(db, table)
  const noted = () => notes.read(note, z.int().min(1).max(highestSequence)) ?? 1
  // An earlier release, which went on after a number that nobody had given, left such numbers.
  const isBeyond = `sequence > ${highestSequence}`
  if (db.prepare(`SELECT 1 FROM ${table} WHERE ${isBeyond} LIMIT 1`).get())
    inTransaction(db, () => {
      const highest = `(SELECT coalesce(max(sequence), 0) FROM ${table} WHERE NOT ${isBeyond})`
      renumber(db, table, isBeyond, `max(${noted() - 1}, ${highest})`)
    })

  const readCounts = () => ({
    ...countsSchema.parse(statements.selectCounts.get()),
    ...keptSchema.parse(statements.selectKept.get()),
  })
  const readNext = () => Math.max(noted(), readCounts().highest + 1)
  // Counted once at the start and after deletions in bulk, kept up between: counting 50,000 rows takes milliseconds.
  let counts = readCounts()
  let nextSequence = readNext()

  function insertNext(record: Body, capture: Uint8Array | null): number {
    const sequence = nextSequence
    inTransaction(db, () => {
      statements.insert.run(sequence, JSON.stringify(record), capture)
      notes.write(note, sequence + 1)
      if (capture && counts.captures >= limits.captures) statements.dropOldestCapture.run()
      if (counts.total >= limits.records) statements.dropOldest.run()
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
    get kept() {
      return counts.kept
    },
    get setAsideCount() {
      return counts.aside
    },
    get nextSequence() {
      return nextSequence
    },
    append(record, capture) {
      try {
        return insertNext(record, capture)
      } catch (error) {
        // A full disk: what the server has anyway goes before a new record does.
        if (counts.kept === 0) throw error
        change(() => statements.purgeKept.run(Number.MAX_SAFE_INTEGER))
        return insertNext(record, capture)
      }
    },
    async next(limit, maxBytes) {
      const batch: QueuedRecord<Body>[] = []
      let bytes = 0
      for (const row of statements.selectWaiting.iterate(limit)) {
        const { sequence, body, capture } = rowSchema.parse(row)
        bytes += capture?.length ?? 0
        if (batch.length > 0 && bytes > maxBytes) break
        batch.push({ sequence, capture, record: schema.parse(JSON.parse(body)) })
      }
      return batch
    },
    acknowledge(sequences, atMs) {
      // One after another while people pass: nothing is counted again.
      const after = { ...counts }
      inTransaction(db, () => {
        for (const sequence of sequences) {
          const row = statements.acknowledge.get(Math.round(atMs), sequence)
          if (!row) continue
          after.total--
          after.kept++
          if (row['capture'] !== 1) continue
          after.captures--
          after.keptCaptures++
        }
        const over = after.keptCaptures - limits.keptCaptures
        if (over > 0) statements.dropKeptCaptures.run(over)
        if (over > 0) after.keptCaptures -= over
        if (after.kept > limits.kept) statements.dropKept.run(after.kept - limits.kept)
      })
      counts = after.kept > limits.kept ? readCounts() : after
    },
    purgeKept(beforeMs) {
      if (counts.kept > 0)
        change(() => statements.purgeKept.run(Math.min(Math.round(beforeMs), Number.MAX_SAFE_INTEGER)))
    },
    eraseKept(personIds) {
      if (counts.kept === 0 || personIds.length === 0) return
      const before = counts.kept
      change(() => personIds.forEach((personId) => statements.eraseKept.run(personId)))
      // The log beside the database still holds what was deleted.
      if (counts.kept < before) db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    sendAgainAfter(sequence) {
      if (counts.kept === 0) return 0
      const before = counts.kept
      change(() => statements.sendAgain.run(sequence))
      return before - counts.kept
    },
    dropCapture: (sequence) => change(() => statements.dropCapture.run(sequence)),
    setAside: (sequence, reason) => change(() => statements.setAside.run(reason, sequence)),
    returnSetAside: () => change(() => db.exec(`UPDATE ${table} SET set_aside = NULL WHERE set_aside IS NOT NULL`)),
    continueAfter(storedSequence) {
      if (!isNumberLost(storedSequence, { nextSequence, total: counts.total })) return
      const last = Math.max(storedSequence, highestSchema.parse(statements.selectHighestKept.get()).highest)
      change(() => {
        renumber(db, table, waits, String(last))
        notes.write(note, last + 1 + counts.total)
      })
      nextSequence = readNext()
    },
    reload() {
      counts = readCounts()
      nextSequence = readNext()
    },
  }
}
