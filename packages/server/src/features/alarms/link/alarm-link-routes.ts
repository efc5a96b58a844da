import { maxBodyBytes } from '@gatehouse/contract/device/link.ts'
import { type DeviceApp, mountDevice } from '../../../device-link/mount-device.ts'
import { refusedInWords } from '../../../device-link/read-batch.ts'
import type { LiveUpdates } from '../../../hints/live-updates.ts'
import { createMessageRateLimiter } from '../../../device-link/message-rate-limiter.ts'
import { pushAlarms, pushAlarmsOneByOne } from './push-alarms.ts'

/** Receives the alarms of terminals. */
export function mountAlarmLink(app: DeviceApp, liveUpdates: LiveUpdates): void {
  const rateLimiter = createMessageRateLimiter()
  mountDevice(
    app,
    pushAlarmsOneByOne,
    async ({ body, request }, device, ctx) => {
      rateLimiter.consume(device.id)
      const outcome = await pushAlarms(ctx, device.id, body)
      if (outcome.stored > 0) liveUpdates.notify('alarms')
      return { ...outcome, refused: refusedInWords(request, outcome.refused) }
    },
    { bodyLimit: maxBodyBytes, writesToDisk: true },
  )
}
