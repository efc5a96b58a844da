import { askSurroundings as askSurroundingsRoute } from '@gatehouse/contract/device/surroundings.ts'
import { createMessageRateLimiter } from '../../../device-link/message-rate-limiter.ts'
import { type DeviceApp, mountDevice } from '../../../device-link/mount-device.ts'
import { refusedInWords } from '../../../device-link/read-batch.ts'
import type { LiveUpdates } from '../../../hints/live-updates.ts'
import { askSurroundings } from './ask-surroundings.ts'
import { pushDoorEvents, pushDoorEventsOneByOne } from './push-door-events.ts'

/** The calls by which a terminal tells what happens at its door, and asks for what happens at others. */
export function mountDoorLink(app: DeviceApp, liveUpdates: LiveUpdates): void {
  // One each: a flood of events leaves the questions of people at the door alone.
  const [eventLimiter, questionLimiter] = [createMessageRateLimiter(), createMessageRateLimiter()]
  mountDevice(
    app,
    pushDoorEventsOneByOne,
    async ({ body, request }, device, ctx) => {
      eventLimiter.consume(device.id)
      const { outcome, hasMoved } = await pushDoorEvents(ctx, device.id, body)
      if (outcome.stored > 0) liveUpdates.notify('doors')
      if (hasMoved) liveUpdates.notify('inside')
      return { ...outcome, refused: refusedInWords(request, outcome.refused) }
    },
    { writesToDisk: true },
  )
  mountDevice(app, askSurroundingsRoute, async ({ body }, device, ctx) => {
    questionLimiter.consume(device.id)
    return { around: await askSurroundings(ctx, device.id, body) }
  })
}
