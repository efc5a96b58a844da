import type { LineMeaning } from '@gatehouse/contract/device/conversation.ts'
import { readEventRow } from './read-access.ts'
import { readOperationRow } from './read-attendance.ts'

/** Events of doors that the product has no word for: nobody passes, and no state of its own changes by them. */
const events: ReadonlyMap<number, LineMeaning> = new Map<number, LineMeaning>([
  [36, 'exit-button-outside-hours'],
  [37, 'held-open-by-hours'],
  [64, 'exit-button-outside-hours'],
  [65, 'input-outside-hours'],
  [209, 'exit-button-while-locked'],
  [211, 'closed-by-super-user'],
  [233, 'locked-remotely'],
  [234, 'unlocked-remotely'],
])
const operations: ReadonlyMap<number, LineMeaning> = new Map<number, LineMeaning>([[20, 'copied-from-card']])

/** The meaning of a row that the product does nothing with; null: it is not understood. */
export function meaningOfLine(line: string): LineMeaning | null {
  const event = readEventRow(line)
  if (event) return events.get(event.event) ?? null
  const operation = readOperationRow(line)
  return operation?.kind === 'operation' ? (operations.get(operation.code) ?? null) : null
}
