import { pushRecords as pushRecordsRoute } from '@gatehouse/contract/device/link.ts'
import type { Behaviour, TerminalCore } from '../behaviour.ts'
import { isRefusedWith } from '../link/link-error.ts'
import type { QueuedRecord } from '../state/terminal-state.ts'

/** Captures in one batch: in base64 still below what a server takes in one body. */
const mostBatchBytes = 2_000_000

/**
 * Sends what waits, oldest first, and removes a batch only once the server has said that it is stored. An answer that gets
 * lost means that the batch is sent again; the server knows the ids.
 */
export const pushRecords: Behaviour = {
  name: 'records',
  start(terminal) {
    const { records } = terminal.state
    // What the server once found fault with gets another chance at each start: the fault may have been the server's.
    if (records.setAsideCount > 0) records.returnSetAside()
    const duty = terminal.duty('records', async (signal) => {
      let limit = terminal.settings.batchSize
      while (records.waiting > 0) {
        const batch = records.next(limit, mostBatchBytes)
        limit = await pushBatch(terminal, batch, signal)
      }
    })
    if (records.waiting > 0) duty.wake()
    return {
      on(message) {
        if (records.waiting === 0) return
        if (message.type === 'recorded' || message.type === 'poll') duty.wake()
        else if (message.type === 'connected' || message.type === 'listening') duty.hurry()
      },
    }
  },
}

/** Gives the size of the next batch. */
async function pushBatch(terminal: TerminalCore, batch: readonly QueuedRecord[], signal: AbortSignal): Promise<number> {
  const { records } = terminal.state
  const { batchSize } = terminal.settings
  try {
    await terminal.call(pushRecordsRoute, { body: { records: batch.map(toWire) }, signal })
    signal.throwIfAborted()
    records.remove(batch.map(({ sequence }) => sequence))
    terminal.emit('pushed', batch.length)
    return batchSize
  } catch (error) {
    if (!isRefusedWith(error, 'request.invalid', 'request.too-large')) throw error
    // One bad record must not hold up the others: halve until it stands alone, then lay it aside.
    const [first] = batch
    if (batch.length > 1) return Math.ceil(batch.length / 2)
    if (first?.capture && isRefusedWith(error, 'request.too-large')) records.dropCapture(first.sequence)
    else if (first) {
      records.setAside(first.sequence, String(error))
      terminal.log(`the server does not take record ${first.sequence}, it is kept here: ${String(error)}`)
    }
    return batchSize
  }
}

const toWire = ({ sequence, record, capture }: QueuedRecord) => ({
  ...record,
  sequence,
  capture: capture && Buffer.from(capture).toString('base64'),
})
