import * as contract from '@gatehouse/contract/device/link.ts'
import { type DeviceApp, mountDevice } from '../../../device-link/mount-device.ts'
import type { LiveUpdates } from '../../../hints/live-updates.ts'
import { upsertConfirmation } from '../lockdown-store.ts'
import { readDeviceLockdown } from './device-lockdown-reads.ts'

/** The calls by which a terminal learns what holds at its doors, and says that it follows. */
export function mountLockdownLink(app: DeviceApp, liveUpdates: LiveUpdates): void {
  mountDevice(app, contract.getLockdown, (_, device, ctx) => readDeviceLockdown(ctx.db, device.id))
  mountDevice(app, contract.reportLockdown, async ({ body }, device, ctx) => {
    await upsertConfirmation(ctx.db, device.id, body.revision, ctx.clock.now().toString())
    liveUpdates.notify('lockdowns')
    return null
  })
}
