import { AppError } from '@gatehouse/contract/errors.ts'
import { createSystemCtx, type Services } from './ctx.ts'
import { pullCommands } from './device-link/outbox/commands.ts'
import type { DeviceIntents } from './drivers/device-intents.ts'
import { findPortraitBlob } from './features/devices/people/people-pull-store.ts'
import { latestPosition, pullMembers, pullMembersOf } from './features/devices/people/pull-people.ts'
import { pinDigits } from './people/pin-copies.ts'
import { keepsCaptures } from './features/records/stored-record-store.ts'
import { findFirmware } from './features/upgrades/link/offer-upgrades.ts'
import type { PackageSender } from './features/upgrades/link/send-package-routes.ts'
import { readConfiguration } from './features/devices/settings/link/configuration-reads.ts'

/** Drivers learn here from the features that own it what the product wants of devices. */
export function createDeviceIntents(services: Services, packages: Pick<PackageSender, 'open'>): DeviceIntents {
  const ctx = createSystemCtx(services)
  return {
    people: (deviceId, cursor, limit) => pullMembers(ctx, deviceId, cursor, limit),
    peopleOf: (deviceId, numbers) => pullMembersOf(ctx, deviceId, numbers),
    position: (deviceId) => latestPosition(ctx, deviceId),
    async portrait(deviceId, portraitId) {
      const hash = await findPortraitBlob(ctx.db, deviceId, portraitId)
      return hash && (await ctx.blobs.get(hash))
    },
    pin: (personId) => pinDigits(ctx, personId),
    async configuration(deviceId) {
      const { settings, access, groupPorts, blacklistGroupIds, tag } = await readConfiguration(ctx, deviceId)
      return { settings, access, groupPorts, blacklistGroupIds, tag }
    },
    keepsPictures: () => keepsCaptures(ctx.db),
    commands: (deviceId) => pullCommands(ctx, deviceId),
    firmware: (deviceId) => findFirmware(ctx, deviceId),
    async packageFile(deviceId, packageId, range) {
      try {
        return await packages.open(ctx, deviceId, packageId, { range, isToldOnce: true })
      } catch (error) {
        if (error instanceof AppError && error.code === 'package.not-found') return 'gone'
        throw error
      }
    },
  }
}
