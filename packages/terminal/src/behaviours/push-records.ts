import { pushRecords as pushRecordsRoute } from '@gatehouse/contract/device/link.ts'
import type { Behaviour } from '../core/behaviour.ts'
import type { QueuedRecord } from '../state/terminal-state.ts'
import { pushQueue } from './push-queue.ts'

/** Delivers the records. */
export const pushRecords: Behaviour = {
  name: 'records',
  start: (terminal) =>
    pushQueue(terminal, {
      name: 'records',
      queue: terminal.state.records,
      batchSize: terminal.settings.batchSize,
      added: 'recorded',
      async send(batch, signal) {
        const body = { records: batch.map(toWire), refusesSingly: true }
        const { refused } = await terminal.call(pushRecordsRoute, { body, signal })
        terminal.emit('pushed', batch.length - refused.length)
        return refused
      },
    }),
}

const toWire = ({ sequence, record, capture }: QueuedRecord) => ({
  ...record,
  sequence,
  capture: capture && capture.toBase64(),
})
