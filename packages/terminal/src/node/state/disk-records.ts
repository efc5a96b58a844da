import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { isNumberLost } from '../../state/is-number-lost.ts'
import type { QueueKind } from '../../state/queue-kinds.ts'
import type { QueueLimits, QueuedRecord, RecordQueue } from '../../state/terminal-state.ts'
import type { Notes } from './notes.ts'
import { createRecordTable } from './record-table.ts'

const rowSchema = z.object({ sequence: z.int(), body: z.string(), capture: z.instanceof(Uint8Array).nullable() })

/** Up to `limit` records, and no more once their captures reach `maxBytes` (always one). */
function readBatch<Body>(
  selectWaiting: StatementSync,
  schema: z.ZodType<Body>,
  limit: number,
  maxBytes: number,
): QueuedRecord<Body>[] {
  const batch: QueuedRecord<Body>[] = []
  let bytes = 0
  for (const row of selectWaiting.iterate(limit)) {
    const { sequence, body, capture } = rowSchema.parse(row)
    bytes += capture?.length ?? 0
    if (batch.length > 0 && bytes > maxBytes) break
    batch.push({ sequence, capture, record: schema.parse(JSON.parse(body)) })
  }
  return batch
}

/** The queue of records in the folder of a terminal. */
export function createRecordQueue<Body extends object>(
  db: DatabaseSync,
  notes: Notes,
  limits: QueueLimits,
  kind: QueueKind<Body>,
): RecordQueue<Body> & { reload(): void } {
  const table = createRecordTable(db, notes, limits, kind)
  const { statements, change } = table
  const isEmpty = () => table.counts.kept === 0
  /** Changes the kept records; gives by how many they are fewer then. */
  function reduceKept(run: () => void): number {
    const before = table.counts.kept
    change(run)
    return before - table.counts.kept
  }

  return {
    get waiting() {
      return table.counts.total - table.counts.aside
    },
    get kept() {
      return table.counts.kept
    },
    get setAsideCount() {
      return table.counts.aside
    },
    get nextSequence() {
      return table.nextSequence
    },
    append(record, capture) {
      const body = JSON.stringify(record)
      try {
        return table.insert(body, capture)
      } catch (error) {
        // A full disk: records that the server has anyway are deleted before a new record is.
        if (isEmpty()) throw error
        change(() => statements.purgeKept.run(Number.MAX_SAFE_INTEGER))
        return table.insert(body, capture)
      }
    },
    next: async (limit, maxBytes) => readBatch(statements.selectWaiting, kind.schema, limit, maxBytes),
    acknowledge: table.acknowledge,
    purgeKept(beforeMs) {
      const before = Math.min(Math.round(beforeMs), Number.MAX_SAFE_INTEGER)
      if (!isEmpty()) change(() => statements.purgeKept.run(before))
    },
    eraseKept(personIds) {
      if (isEmpty() || personIds.length === 0) return
      const erased = reduceKept(() => personIds.forEach((personId) => statements.eraseKept.run(personId)))
      // The log beside the database still holds deleted data.
      if (erased > 0) db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    sendAgainAfter: (sequence) => (isEmpty() ? 0 : reduceKept(() => statements.sendAgain.run(sequence))),
    dropCapture: (sequence) => change(() => statements.dropCapture.run(sequence)),
    setAside: (sequence, reason) => change(() => statements.setAside.run(reason, sequence)),
    returnSetAside: () => change(() => statements.returnSetAside.run()),
    continueAfter(storedSequence) {
      const { nextSequence, counts } = table
      if (isNumberLost(storedSequence, { nextSequence, total: counts.total })) table.continueAfter(storedSequence)
    },
    reload: table.reload,
  }
}
