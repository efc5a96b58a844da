import { maxDoorEvents, pushDoorEvents as pushDoorEventsRoute } from '@gatehouse/contract/device/door-events.ts'
import type { OwnBehaviour } from '../core/behaviour.ts'
import { tellState } from '../door/tell-state.ts'
import { isRefusedWith } from '../link/link-error.ts'
import { pushQueue } from './push-queue.ts'

/** Delivers the events at the door, in order, and the state of the door after every connect. */
export const pushDoorEvents: OwnBehaviour<'door-events'> = {
  name: 'door-events',
  start(terminal) {
    const { on, push } = pushQueue(terminal, {
      name: 'door-events',
      queue: terminal.state.doorEvents,
      batchSize: maxDoorEvents,
      async send(batch, signal) {
        const events = batch.map(({ sequence, record }) => ({ ...record, sequence }))
        try {
          const body = { events, refusesSingly: true }
          return (await terminal.call(pushDoorEventsRoute, { body, signal })).refused
        } catch (error) {
          // A server of an earlier release takes none: they are not kept for it.
          if (isRefusedWith(error, 'request.not-found')) return []
          throw error
        }
      },
    })
    return {
      on: {
        ...on,
        'door-event-added': push,
        'session-opened'(session, isFirst) {
          tellState(terminal)
          on['session-opened'](session, isFirst)
        },
      },
    }
  },
}
