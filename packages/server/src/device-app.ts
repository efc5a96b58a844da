import * as contract from '@gatehouse/contract/device/link.ts'
import { mayRaiseAlarm } from '@gatehouse/engine/alarm/record-alarms.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { takeAnnouncement } from './features/devices/pairing/announcements.ts'
import type { BrokerAddress } from './device-link/broker/device-broker.ts'
import { createAlarmRateLimiter } from './features/alarms/link/alarm-rate-limiter.ts'
import { pullCommands } from './device-link/outbox/commands.ts'
import { finishReported } from './features/devices/commands/finish-command.ts'
import { findCompanyPicture } from './device-link/outbox/configuration-store.ts'
import type { LiveUpdates } from './hints/console-news.ts'
import type { RecordAlarms } from './features/alarms/link/record-alarms.ts'
import { type DeviceApp, mountDevice, mountDevicePublic } from './device-link/mount-device.ts'
import { pairDevice } from './features/devices/pairing/pair-device.ts'
import { findPortraitBlob } from './features/devices/people/people-pull-store.ts'
import { laneOf, pullPeople } from './features/devices/people/pull-people.ts'
import { openPullQueue } from './features/devices/people/pull-queue.ts'
import { triggerRelay } from './features/devices/commands/trigger-relay.ts'
import { pushAlarms, pushAlarmsOneByOne } from './features/alarms/link/push-alarms.ts'
import { pushRecords, pushRecordsOneByOne } from './features/records/link/push-records.ts'
import { readConfiguration } from './features/devices/settings/link/configuration-reads.ts'
import { readNews } from './features/devices/link/read-news.ts'
import type { RecordWriter } from './features/records/link/record-writer.ts'
import { reportPeople } from './features/devices/people/report-people.ts'
import { takeSchema, takeSettingsReport } from './features/devices/settings/link/report-settings.ts'
import { pullUpgrades } from './features/upgrades/link/offer-upgrades.ts'
import { takeUpgradeReport } from './features/upgrades/link/report-upgrade.ts'
import type { PackageSender } from './features/upgrades/link/send-package-routes.ts'
import { usePass } from './features/visitors/passes/link/use-pass-actions.ts'
import { sayHello } from './features/devices/pairing/say-hello.ts'

export type DeviceRouteDeps = {
  broker: BrokerAddress
  news: LiveUpdates
  recordAlarms: RecordAlarms
  writer: RecordWriter
  packages: PackageSender
  /** How many devices the licence allows; null for any number. */
  deviceLimit: () => number | null
}

/** Every route of the device link, version 1. */
export function mountDeviceRoutes(
  app: DeviceApp,
  { broker, news, recordAlarms, writer, packages, deviceLimit }: DeviceRouteDeps,
): void {
  mountDevicePublic(app, contract.pairDevice, ({ body, requestId }, ctx) =>
    pairDevice(ctx, deviceLimit, body, requestId),
  )
  mountDevicePublic(app, contract.announce, ({ body }, ctx) => takeAnnouncement(ctx, body))
  mountDevice(app, contract.hello, ({ body, requestId }, device, ctx) =>
    sayHello(ctx, device, body, broker, news, requestId),
  )
  mountDevice(app, contract.getNews, ({ query }, device, ctx) => readNews(ctx, device.id, query))
  mountDevice(app, contract.getConfiguration, (_, device, ctx) => readConfiguration(ctx, device.id))
  mountDevice(app, contract.getCompanyPicture, async ({ params, reply }, device, ctx) => {
    const found = await findCompanyPicture(ctx.db, params.id)
    const bytes = found && (await ctx.blobs.get(found.blob_hash))
    if (!bytes) throw new AppError('image.not-found')
    await reply.header('content-type', found.content_type).send(bytes)
    return null
  })
  mountDevice(app, contract.reportSchema, async ({ body }, device, ctx) => {
    await takeSchema(ctx, device.id, body)
    news.tell('devices')
    return null
  })
  mountDevice(app, contract.reportSettings, async ({ body }, device, ctx) => {
    await takeSettingsReport(ctx, device.id, body)
    news.tell('devices')
    return null
  })
  const queue = openPullQueue()
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
    news.tell('devices')
    return null
  })
  mountDevice(
    app,
    pushRecordsOneByOne,
    async ({ body }, device, ctx) => {
      const { outcome, rows } = await pushRecords(ctx, writer, device.id, body)
      if (outcome.stored > 0) news.tell('records')
      if (outcome.stored > 0 && rows.some(mayRaiseAlarm)) recordAlarms.nudge()
      return outcome
    },
    { bodyLimit: contract.maxBodyBytes, needsRoom: true },
  )
  const alarmRateLimiter = createAlarmRateLimiter()
  mountDevice(
    app,
    pushAlarmsOneByOne,
    async ({ body }, device, ctx) => {
      alarmRateLimiter.consume(device.id)
      const outcome = await pushAlarms(ctx, device.id, body)
      if (outcome.stored > 0) news.tell('alarms')
      return outcome
    },
    { bodyLimit: contract.maxBodyBytes, needsRoom: true },
  )
  mountDevice(app, contract.usePass, ({ body }, device, ctx) => usePass(ctx, device.id, body))
  mountDevice(app, contract.triggerRelay, async ({ body }, device, ctx) => {
    await triggerRelay(ctx, device.id, body.seconds)
    return null
  })
  mountDevice(app, contract.pullCommands, async (_, device, ctx) => ({ commands: await pullCommands(ctx, device.id) }))
  mountDevice(app, contract.reportCommand, async ({ params, body, requestId }, device, ctx) => {
    await finishReported(ctx, device.id, params.id, body, requestId)
    return null
  })
  mountDevice(app, contract.pullUpgrades, (_, device, ctx) => pullUpgrades(ctx, device.id))
  mountDevice(app, contract.getPackageFile, async ({ params, request, reply }, device, ctx) => {
    await packages.send(ctx, device.id, params.id, request, reply)
    return null
  })
  mountDevice(app, contract.reportUpgrade, async ({ params, body }, device, ctx) => {
    await takeUpgradeReport(ctx, device.id, params.id, body)
    news.tell('upgrades')
    return null
  })
}
