import type { DatabaseSync } from 'node:sqlite'
import { highestSequence } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import type { QueueKind } from '../../state/queue-kinds.ts'
import type { QueueLimits } from '../../state/terminal-state.ts'
import type { Notes } from './notes.ts'
import { inTransaction } from './open-database.ts'

const countsSchema = z.object({ total: z.int(), aside: z.int(), captures: z.int() })
const keptSchema = z.object({ kept: z.int(), keptCaptures: z.int(), highest: z.int() })
const highestSchema = keptSchema.pick({ highest: true })

/** The numbers of a table of records: those that wait, set aside among them, and those that the server has. */
type Counts = z.output<typeof countsSchema> & z.output<typeof keptSchema>

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
  returnSetAside: db.prepare(`UPDATE ${table} SET set_aside = NULL WHERE set_aside IS NOT NULL`),
  selectCounts: db.prepare(`
    SELECT count(*) AS total, count(set_aside) AS aside, count(capture) AS captures
    FROM ${table} WHERE ${waits}`),
  selectKept: db.prepare(`
    SELECT (SELECT count(*) FROM ${table} WHERE ${isKept}) AS kept,
      (SELECT count(*) FROM ${table} WHERE ${isKept} AND capture IS NOT NULL) AS keptCaptures,
      (SELECT coalesce(max(sequence), 0) FROM ${table}) AS highest`),
  selectHighestKept: db.prepare(`SELECT coalesce(max(sequence), 0) AS highest FROM ${table} WHERE ${isKept}`),
})

/** Numbers these rows one after another, in their order, the first beyond the value of the expression. */
function renumber(db: DatabaseSync, table: string, which: string, after: string): void {
  // Rows take negative numbers first, since no two may have the same one in between. Numbers that JavaScript cannot read never reach it.
  db.exec(`
    UPDATE ${table} SET sequence = -numbered.next
    FROM (SELECT sequence AS before, ${after} + row_number() OVER (ORDER BY sequence) AS next FROM ${table} WHERE ${which}) AS numbered
    WHERE sequence = numbered.before;
    UPDATE ${table} SET sequence = -sequence WHERE sequence < 0`)
}

type Statements = ReturnType<typeof prepareStatements>

const readCounts = (statements: Statements): Counts => ({
  ...countsSchema.parse(statements.selectCounts.get()),
  ...keptSchema.parse(statements.selectKept.get()),
})

/** An earlier release continued after a number that nobody had given, and left such numbers: they follow the others. */
function repairNumbers(db: DatabaseSync, table: string, noted: number): void {
  const isBeyond = `sequence > ${highestSequence}`
  if (!db.prepare(`SELECT 1 FROM ${table} WHERE ${isBeyond} LIMIT 1`).get()) return
  inTransaction(db, () => {
    const highest = `(SELECT coalesce(max(sequence), 0) FROM ${table} WHERE NOT ${isBeyond})`
    renumber(db, table, isBeyond, `max(${noted - 1}, ${highest})`)
  })
}

/** Marks these as stored by the server and drops those beyond the limits. Gives the counts, without dropped records. */
function acknowledgeRows(
  statements: Statements,
  sequences: readonly number[],
  atMs: number,
  before: Counts,
  limits: QueueLimits,
): Counts {
  const after = { ...before }
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
  return after
}

/**
 * The table of a queue, and its counts: counted once at the start and after bulk deletions, updated in between, since
 * counting 50,000 rows takes milliseconds.
 */
export function createRecordTable(
  db: DatabaseSync,
  notes: Notes,
  limits: QueueLimits,
  { table, note }: Pick<QueueKind<unknown>, 'table' | 'note'>,
) {
  const statements = prepareStatements(db, table)
  const noted = () => notes.read(note, z.int().min(1).max(highestSequence)) ?? 1
  repairNumbers(db, table, noted())
  const readNext = () => Math.max(noted(), readCounts(statements).highest + 1)
  let counts = readCounts(statements)
  let nextSequence = readNext()

  function change(run: () => void): void {
    inTransaction(db, run)
    counts = readCounts(statements)
  }

  return {
    statements,
    get counts() {
      return counts
    },
    get nextSequence() {
      return nextSequence
    },
    change,
    insert(body: string, capture: Uint8Array | null): number {
      const sequence = nextSequence
      const areCapturesFull = capture !== null && counts.captures >= limits.captures
      const isFull = counts.total >= limits.records
      inTransaction(db, () => {
        statements.insert.run(sequence, body, capture)
        notes.write(note, sequence + 1)
        if (areCapturesFull) statements.dropOldestCapture.run()
        if (isFull) statements.dropOldest.run()
      })
      nextSequence = sequence + 1
      if (areCapturesFull || isFull) counts = readCounts(statements)
      else counts = { ...counts, total: counts.total + 1, captures: counts.captures + (capture ? 1 : 0) }
      return sequence
    },
    acknowledge(sequences: readonly number[], atMs: number): void {
      // One after another while people pass: nothing is counted again.
      const after = inTransaction(db, () => acknowledgeRows(statements, sequences, atMs, counts, limits))
      counts = after.kept > limits.kept ? readCounts(statements) : after
    },
    /** Numbers the waiting records again, beyond this number and beyond the kept ones. */
    continueAfter(storedSequence: number): void {
      const last = Math.max(storedSequence, highestSchema.parse(statements.selectHighestKept.get()).highest)
      change(() => {
        renumber(db, table, waits, String(last))
        notes.write(note, last + 1 + counts.total)
      })
      nextSequence = readNext()
    },
    reload(): void {
      counts = readCounts(statements)
      nextSequence = readNext()
    },
  }
}
