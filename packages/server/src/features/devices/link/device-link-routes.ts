import * as contract from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type DeviceApp, mountDevice, mountDevicePublic } from '../../../device-link/mount-device.ts'
import { pullCommands } from '../../../device-link/outbox/commands.ts'
import { findCompanyPicture } from '../../../device-link/outbox/configuration-store.ts'
import type { LiveUpdates } from '../../../hints/live-updates.ts'
import { finishReported } from '../commands/finish-command.ts'
import { triggerRelay } from '../commands/trigger-relay.ts'
import { takeAnnouncement } from '../pairing/announcements.ts'
import { pairDevice } from '../pairing/pair-device.ts'
import { findPortraitBlob } from '../people/people-pull-store.ts'
import { laneOf, pullPeople } from '../people/pull-people.ts'
import { createPullQueue } from '../people/pull-queue.ts'
import { reportPeople } from '../people/report-people.ts'
import { readConfiguration } from '../settings/link/configuration-reads.ts'
import { takeSchema, takeSettingsReport } from '../settings/link/report-settings.ts'
import { openSession } from './open-session.ts'
import { readSyncStatus } from './sync-status.ts'

export type DeviceLinkDeps = {
  /** The number of devices that the licence allows; null for no limit. */
  deviceLimit: () => number | null
  liveUpdates: LiveUpdates
}

/** The calls of a terminal for joining, for pulling its settings and people, and for reporting about itself. */
export function mountDeviceLink(app: DeviceApp, { deviceLimit, liveUpdates }: DeviceLinkDeps): void {
  mountDevicePublic(app, contract.pairDevice, ({ body, requestId }, ctx) =>
    pairDevice(ctx, deviceLimit, body, requestId),
  )
  mountDevicePublic(app, contract.announce, ({ body }, ctx) => takeAnnouncement(ctx, body))
  mountDevice(app, contract.hello, ({ body, requestId }, device, ctx) =>
    openSession(ctx, device, body, app.broker, liveUpdates, requestId),
  )
  mountDevice(app, contract.getSyncStatus, ({ query }, device, ctx) => readSyncStatus(ctx, device.id, query))
  mountDevice(app, contract.getConfiguration, async (_, device, ctx) => {
    const { isRunningAsSet: __, ...configuration } = await readConfiguration(ctx, device.id)
    return configuration
  })
  mountDevice(app, contract.getCompanyPicture, async ({ params, reply }, device, ctx) => {
    const found = await findCompanyPicture(ctx.db, params.id)
    const bytes = found && (await ctx.blobs.get(found.blob_hash))
    if (!bytes) throw new AppError('image.not-found')
    await reply.header('content-type', found.content_type).send(bytes)
    return null
  })
  mountDevice(app, contract.reportSchema, async ({ body }, device, ctx) => {
    await takeSchema(ctx, device.id, body)
    liveUpdates.notify('devices')
    return null
  })
  mountDevice(app, contract.reportSettings, async ({ body }, device, ctx) => {
    await takeSettingsReport(ctx, device.id, body)
    liveUpdates.notify('devices')
    return null
  })
  const queue = createPullQueue()
  mountDevice(app, contract.pullPeople, ({ query }, device, ctx) =>
    queue.run(laneOf(query), () => pullPeople(ctx, device.id, query)),
  )
  mountDevice(app, contract.getDevicePortrait, async ({ params, reply }, device, ctx) => {
    const hash = await findPortraitBlob(ctx.db, device.id, params.id)
    const bytes = hash && (await ctx.blobs.get(hash))
    if (!bytes) throw new AppError('image.not-found')
    await reply.header('content-type', 'image/jpeg').send(bytes)
    return null
  })
  mountDevice(app, contract.reportPeople, async ({ body }, device, ctx) => {
    await reportPeople(ctx, device.id, body)
    liveUpdates.notify('devices')
    return null
  })
  mountDevice(app, contract.triggerRelay, async ({ body }, device, ctx) => {
    await triggerRelay(ctx, device.id, body)
    return null
  })
  mountDevice(app, contract.pullCommands, async (_, device, ctx) => ({ commands: await pullCommands(ctx, device.id) }))
  mountDevice(app, contract.reportCommand, async ({ params, body, requestId }, device, ctx) => {
    await finishReported(ctx, device.id, params.id, body, requestId)
    return null
  })
}
