import * as contract from '@gatehouse/contract/features/devices.ts'
import { countCommands, selectCommands } from '../../device-link/command-store.ts'
import { type App, mount } from '../../http/mount.ts'
import { readDevicePage, readDevicePeople } from './device-reads.ts'
import {
  changeDevice,
  createPairingCode,
  type DeviceDeps,
  getDevice,
  sendCommand,
  toCommand,
  unbindDevice,
} from './device-service.ts'

export function mountDevices(app: App, deps: DeviceDeps): void {
  mount(app, contract.listDevices, ({ query }, ctx) => readDevicePage(ctx.db, query))
  mount(app, contract.getDevice, ({ params }, ctx) => getDevice(ctx, params.id))
  mount(app, contract.createPairingCode, ({ body }, ctx) => createPairingCode(ctx, deps, body))
  mount(app, contract.updateDevice, ({ params, body }, ctx) => changeDevice(ctx, params.id, body))
  mount(app, contract.deleteDevice, async ({ params }, ctx) => {
    await unbindDevice(ctx, params.id)
    return null
  })
  mount(app, contract.sendCommand, ({ params, body }, ctx) => sendCommand(ctx, params.id, body))
  mount(app, contract.listCommands, async ({ params, query }, ctx) => {
    await getDevice(ctx, params.id)
    const rows = await selectCommands(ctx.db, params.id, query)
    return { items: rows.map((row) => toCommand(row, ctx.clock.now())), total: await countCommands(ctx.db, params.id) }
  })
  mount(app, contract.listDevicePeople, async ({ params, query }, ctx) => {
    await getDevice(ctx, params.id)
    return readDevicePeople(ctx.db, params.id, query)
  })
}
