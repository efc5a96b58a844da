import type { QueueKind } from '../state/queue-kinds.ts'
import type { QueueLimits, QueuedRecord, RecordQueue } from '../state/terminal-state.ts'
import type { Change, Kept, Vault } from './vault.ts'

export interface QueueStart {
  readonly sequences: readonly number[]
  readonly nextSequence: number
}

/**
 * The queue of records in a vault. In memory is only which numbers wait: 50,000 records with their pictures stay on the
 * disk until they are sent.
 */
export function createVaultQueue<Body extends object>(
  vault: Vault,
  limits: QueueLimits,
  { table, note, schema }: QueueKind<Body>,
  start: QueueStart,
): RecordQueue<Body> {
  let sequences = [...start.sequences].toSorted((a, b) => a - b)
  let nextSequence = Math.max(start.nextSequence, (sequences.at(-1) ?? 0) + 1)
  // Not on the disk: at the next start everything is tried once more anyway.
  const aside = new Set<number>()

  const noteNext = (): Change => ['note', note, { json: nextSequence }]
  const without = ({ json }: Kept): Kept => ({ json })

  return {
    get waiting() {
      return sequences.length - aside.size
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
      vault.change(changes)
      const crowded = sequences.at(-1 - limits.captures)
      if (crowded !== undefined) this.dropCapture(crowded)
      return sequence
    },
    async next(limit, mostBytes) {
      // Chosen before the wait: what is added during it is not on the disk yet, and would look damaged.
      const first = sequences.filter((each) => !aside.has(each)).slice(0, limit)
      await vault.settled()
      const batch: QueuedRecord<Body>[] = []
      let bytes = 0
      // All at once: one by one each waits for its turn behind the frames of the camera.
      const found = await vault.readMany(table, first)
      for (const [i, sequence] of first.entries()) {
        const kept = found[i]
        const record = schema.safeParse(kept?.json)
        if (!record.success) {
          if (sequences.includes(sequence)) aside.add(sequence) // damaged, or written by another version
          continue
        }
        const capture = kept?.bytes ?? null
        bytes += capture?.length ?? 0
        if (batch.length > 0 && bytes > mostBytes) break
        batch.push({ sequence, record: record.data, capture })
      }
      return batch
    },
    remove(removed) {
      const gone = new Set(removed)
      sequences = sequences.filter((sequence) => !gone.has(sequence))
      for (const sequence of removed) aside.delete(sequence)
      vault.change(removed.map((sequence) => [table, sequence, null]))
    },
    dropCapture(sequence) {
      vault.change(async () => {
        const kept = await vault.read(table, sequence)
        return kept ? [[table, sequence, without(kept)]] : []
      })
    },
    setAside: (sequence) => void aside.add(sequence),
    returnSetAside: () => aside.clear(),
    continueAfter(storedSequence) {
      if (storedSequence < nextSequence) return
      const before = sequences
      const shift = storedSequence + 1 - (before[0] ?? nextSequence)
      sequences = before.map((sequence) => sequence + shift)
      nextSequence += shift
      aside.clear()
      vault.change(async () => {
        const kept = await vault.readMany(table, before)
        return [
          ...before.map((sequence): Change => [table, sequence, null]),
          ...before.flatMap((sequence, i): Change[] => (kept[i] ? [[table, sequence + shift, kept[i]]] : [])),
          noteNext(),
        ]
      })
    },
  }
}
