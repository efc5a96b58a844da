import * as contract from '@gatehouse/contract/device/link.ts'
import { type DeviceApp, mountDevice } from '../../../device-link/mount-device.ts'
import type { LiveUpdates } from '../../../hints/live-updates.ts'
import { pullUpgrades } from './offer-upgrades.ts'
import { takeUpgradeReport } from './report-upgrade.ts'
import type { PackageSender } from './send-package-routes.ts'

/** The routes by which terminals pull upgrades and report their progress. */
export function mountUpgradeLink(app: DeviceApp, liveUpdates: LiveUpdates, packages: PackageSender): void {
  mountDevice(app, contract.pullUpgrades, (_, device, ctx) => pullUpgrades(ctx, device.id))
  mountDevice(app, contract.getPackageFile, async ({ params, request, reply }, device, ctx) => {
    await packages.send(ctx, device.id, params.id, request, reply)
    return null
  })
  mountDevice(app, contract.reportUpgrade, async ({ params, body }, device, ctx) => {
    await takeUpgradeReport(ctx, device.id, params.id, body)
    liveUpdates.notify('upgrades')
    return null
  })
}
