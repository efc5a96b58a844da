import { usePass as usePassRoute } from '@gatehouse/contract/device/link.ts'
import { type DeviceApp, mountDevice } from '../../../../device-link/mount-device.ts'
import { usePass } from './use-pass-actions.ts'

/** The questions of terminals about passes that they do not have themselves. */
export const mountPassLink = (app: DeviceApp): void =>
  mountDevice(app, usePassRoute, ({ body }, device, ctx) => usePass(ctx, device.id, body))
