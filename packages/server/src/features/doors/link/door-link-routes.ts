import { askSurroundings as askSurroundingsRoute } from '@gatehouse/contract/device/surroundings.ts'
import { createMessageRateLimiter } from '../../../device-link/message-rate-limiter.ts'
import { type DeviceApp, mountDevice } from '../../../device-link/mount-device.ts'
import { forgetBeforeReset } from '../../door-rules/anti-passback-reset-reads.ts'
import { askSurroundings } from './ask-surroundings.ts'
import { pushDoorEvents, pushDoorEventsOneByOne } from './push-door-events.ts'

/** The calls by which a terminal tells what happens at its door, and asks for what happens at others. */
export function mountDoorLink(app: DeviceApp): void {
  const rateLimiter = createMessageRateLimiter()
  mountDevice(
    app,
    pushDoorEventsOneByOne,
    ({ body }, device, ctx) => {
      rateLimiter.consume(device.id)
      return pushDoorEvents(ctx, device.id, body)
    },
    { writesToDisk: true },
  )
  mountDevice(app, askSurroundingsRoute, async ({ body }, device, ctx) => ({
    around: await forgetBeforeReset(ctx, device.id, body, await askSurroundings(ctx, device.id, body)),
  }))
}
