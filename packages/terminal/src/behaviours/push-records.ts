import { pushRecords as pushRecordsRoute } from '@gatehouse/contract/device/link.ts'
import type { OwnBehaviour } from '../core/behaviour.ts'
import type { QueuedRecord } from '../state/terminal-state.ts'
import { pushQueue } from './push-queue.ts'

/** Delivers the records. */
export const pushRecords: OwnBehaviour<'records'> = {
  name: 'records',
  start(terminal) {
    const { on, push } = pushQueue(terminal, {
      name: 'records',
      queue: terminal.state.records,
      batchSize: terminal.settings.batchSize,
      async send(batch, signal) {
        const body = { records: batch.map(toWire), refusesSingly: true }
        const { refused } = await terminal.call(pushRecordsRoute, { body, signal })
        terminal.emit('pushed', batch.length - refused.length)
        return refused
      },
    })
    return { on: { ...on, 'record-added': push } }
  },
}

const toWire = ({ sequence, record, capture }: QueuedRecord) => ({
  ...record,
  sequence,
  capture: capture && capture.toBase64(),
})
