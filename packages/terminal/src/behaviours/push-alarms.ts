import { pushAlarms as pushAlarmsRoute } from '@gatehouse/contract/device/link.ts'
import type { OwnBehaviour } from '../core/behaviour.ts'
import type { NewAlarm, QueuedRecord } from '../state/terminal-state.ts'
import { pushQueue } from './push-queue.ts'

/** The maximum of one request: a door that flaps must not fall behind. */
const batchSize = 100

/** Delivers the messages about alarms, in order; alarms raised while the server was unavailable are delivered later. */
export const pushAlarms: OwnBehaviour<'alarms'> = {
  name: 'alarms',
  start(terminal) {
    const { on, push } = pushQueue(terminal, {
      name: 'alarms',
      queue: terminal.state.alarms,
      batchSize,
      async send(batch, signal) {
        const body = { alarms: batch.map(toWire), refusesSingly: true }
        return (await terminal.call(pushAlarmsRoute, { body, signal })).refused
      },
    })
    return { on: { ...on, 'alarm-added': push } }
  },
}

const toWire = ({ sequence, record, capture }: QueuedRecord<NewAlarm>) => ({
  ...record,
  sequence,
  image: capture && capture.toBase64(),
})
