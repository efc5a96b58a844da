import * as settings from '@gatehouse/contract/features/device-settings.ts'
import * as contract from '@gatehouse/contract/features/devices.ts'
import * as conversation from '@gatehouse/contract/features/devices/conversation.ts'
import { listCommandLacks } from '@gatehouse/contract/features/devices/lacks.ts'
import { listLeftPeople } from '@gatehouse/contract/features/devices/left-people.ts'
import { selectWaiting } from './pairing/announcement-store.ts'
import { countCommands, selectCommandPage } from '../../device-link/outbox/command-store.ts'
import { joiningMakes } from '../../drivers/makes.ts'
import { languageOfRequest } from '../../http/envelope.ts'
import { type App, mount } from '../../http/mount.ts'
import { discardLines, readConversation, readKeptLines } from './conversation/conversation-service.ts'
import { readCommandLacks } from './device-make-reads.ts'
import { readDeviceModels, readDevicePage, readDevicePeople } from './device-reads.ts'
import {
  acceptAnnouncement,
  changeDevice,
  createPairingCode,
  type DeviceDeps,
  getDevice,
  getPairingCode,
  rejectAnnouncement,
  retryPeople,
  sendCommand,
  sendCommands,
  toAnnouncement,
  toCommand,
  unbindDevice,
} from './device-service.ts'
import { readSchemas, readTemplates } from './settings/settings-reads.ts'
import {
  applySettingsBatch,
  changeDeviceSettings,
  createSettingsTemplate,
  deleteSettingsTemplate,
  getDeviceSettings,
  getSettingsBatch,
  planSettingsBatch,
  toTemplate,
} from './settings/settings-service.ts'
import { readLeftPeople } from './people/left-people.ts'

export function mountDevices(app: App, deps: DeviceDeps): void {
  mountConversation(app)
  mount(app, listCommandLacks, (_, ctx) => readCommandLacks(ctx.db))
  mount(app, contract.listDevices, ({ query }, ctx) => readDevicePage(ctx.db, query, deps.isBrokerReachable()))
  mount(app, contract.listDeviceModels, (_, ctx) => readDeviceModels(ctx.db))
  mount(app, contract.listDeviceMakes, async () => joiningMakes(deps.config, deps.makes))
  mount(app, contract.getDevice, ({ params }, ctx) => getDevice(ctx, params.id))
  mount(app, contract.createPairingCode, ({ body, request }, ctx) =>
    createPairingCode(ctx, deps, body, languageOfRequest(request)),
  )
  mount(app, contract.getPairingCode, ({ params }, ctx) => getPairingCode(ctx, params.id))
  mount(app, contract.listAnnouncements, async ({ query }, ctx) => {
    const { rows, total } = await selectWaiting(ctx.db, query)
    return { items: rows.map(toAnnouncement), total }
  })
  mount(app, contract.acceptAnnouncement, ({ params, body, request }, ctx) =>
    acceptAnnouncement(ctx, deps, params.id, body, languageOfRequest(request)),
  )
  mount(app, contract.rejectAnnouncement, async ({ params }, ctx) => {
    await rejectAnnouncement(ctx, params.id)
    return null
  })
  mount(app, contract.updateDevice, ({ params, body }, ctx) => changeDevice(ctx, params.id, body))
  mount(app, contract.deleteDevice, async ({ params }, ctx) => {
    await unbindDevice(ctx, params.id)
    return null
  })
  mount(app, contract.sendCommand, ({ params, body }, ctx) => sendCommand(ctx, params.id, body))
  mount(app, contract.sendCommands, ({ body }, ctx) => sendCommands(ctx, body))
  mount(app, contract.listCommands, async ({ params, query }, ctx) => {
    await getDevice(ctx, params.id)
    const rows = await selectCommandPage(ctx.db, params.id, query).execute()
    const total = await countCommands(ctx.db, params.id, query)
    return { items: rows.map((row) => toCommand(row, ctx.clock.now())), total }
  })
  mount(app, contract.listDevicePeople, async ({ params, query }, ctx) => {
    await getDevice(ctx, params.id)
    return readDevicePeople(ctx.db, params.id, query)
  })
  mount(app, contract.retryDevicePeople, ({ params, body }, ctx) => retryPeople(ctx, params.id, body.personIds))
}

/** The settings of devices: of one, of many at once, and templates. */
function mountConversation(app: App): void {
  mount(app, listLeftPeople, ({ params }, ctx) => readLeftPeople(ctx, params.id))
  mount(app, conversation.getConversation, ({ params }, ctx) => readConversation(ctx, params.id))
  mount(app, conversation.listKeptLines, ({ params }, ctx) => readKeptLines(ctx, params.id))
  mount(app, conversation.discardKeptLines, ({ params }, ctx) => discardLines(ctx, params.id))
}

export function mountDeviceSettings(app: App): void {
  mount(app, settings.getDeviceSettings, ({ params }, ctx) => getDeviceSettings(ctx, params.id))
  mount(app, settings.changeDeviceSettings, ({ params, body }, ctx) => changeDeviceSettings(ctx, params.id, body))
  mount(app, settings.listSettingsSchemas, (_, ctx) => readSchemas(ctx.db))
  mount(app, settings.planSettingsBatch, ({ body }, ctx) => planSettingsBatch(ctx, body))
  mount(app, settings.getSettingsBatch, ({ params }, ctx) => getSettingsBatch(ctx, params.id))
  mount(app, settings.applySettingsBatch, ({ params }, ctx) => applySettingsBatch(ctx, params.id))
  mount(app, settings.listSettingsTemplates, async (_, ctx) => (await readTemplates(ctx.db)).map(toTemplate))
  mount(app, settings.createSettingsTemplate, ({ body }, ctx) => createSettingsTemplate(ctx, body))
  mount(app, settings.deleteSettingsTemplate, async ({ params }, ctx) => {
    await deleteSettingsTemplate(ctx, params.id)
    return null
  })
}
