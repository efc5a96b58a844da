import * as contract from '@gatehouse/contract/features/sites.ts'
import { type App, mount } from '../../http/mount.ts'
import { changeArea, createArea, removeArea } from './area-service.ts'
import { readDoorPage } from './door-reads.ts'
import { changeDoor, createDoor, getDoor, removeDoor } from './door-service.ts'
import { readDeviceClocks, readSiteClocks, readSiteNames, readSitePage } from './site-reads.ts'
import { changeSite, createSite, getSite, removeSite } from './site-service.ts'

export function mountSites(app: App): void {
  mount(app, contract.listSites, ({ query }, ctx) => readSitePage(ctx.db, query))
  mount(app, contract.listSiteNames, (_, ctx) => readSiteNames(ctx.db))
  mount(app, contract.listDeviceClocks, (_, ctx) => readDeviceClocks(ctx.db))
  mount(app, contract.listSiteClocks, (_, ctx) => readSiteClocks(ctx.db))
  mount(app, contract.getSite, ({ params }, ctx) => getSite(ctx, params.id))
  mount(app, contract.createSite, ({ body }, ctx) => createSite(ctx, body))
  mount(app, contract.updateSite, ({ params, body }, ctx) => changeSite(ctx, params.id, body))
  mount(app, contract.deleteSite, async ({ params }, ctx) => {
    await removeSite(ctx, params.id)
    return null
  })
  mount(app, contract.createArea, ({ body }, ctx) => createArea(ctx, body))
  mount(app, contract.updateArea, ({ params, body }, ctx) => changeArea(ctx, params.id, body))
  mount(app, contract.deleteArea, async ({ params }, ctx) => {
    await removeArea(ctx, params.id)
    return null
  })
  mount(app, contract.listDoors, ({ query }, ctx) => readDoorPage(ctx.db, query))
  mount(app, contract.getDoor, ({ params }, ctx) => getDoor(ctx, params.id))
  mount(app, contract.createDoor, ({ body }, ctx) => createDoor(ctx, body))
  mount(app, contract.updateDoor, ({ params, body }, ctx) => changeDoor(ctx, params.id, body))
  mount(app, contract.deleteDoor, async ({ params }, ctx) => {
    await removeDoor(ctx, params.id)
    return null
  })
}
