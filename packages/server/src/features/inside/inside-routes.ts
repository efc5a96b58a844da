import * as displays from '@gatehouse/contract/features/inside/displays.ts'
import * as rules from '@gatehouse/contract/features/inside/day-end-rules.ts'
import * as contract from '@gatehouse/contract/features/inside.ts'
import { type App, mount } from '../../http/mount.ts'
import { createDisplay, listDisplays, readDisplayed, removeDisplay } from './display-service.ts'
import {
  correctLocation,
  correctMany,
  getCounts,
  getInside,
  getLocation,
  getPersonPlaces,
  getPlaces,
} from './inside-service.ts'
import { getInsideRules, setInsideRules } from './rule-service.ts'

export function mountInside(app: App): void {
  mount(app, contract.listInside, ({ query }, ctx) => getInside(ctx, query))
  mount(app, contract.countInside, (_, ctx) => getCounts(ctx))
  mount(app, contract.listPlacesInside, ({ query }, ctx) => getPlaces(ctx, query.siteId))
  mount(app, contract.listPersonPlaces, ({ query }, ctx) => getPersonPlaces(ctx, query.ids.split(',')))
  mount(app, contract.getPersonLocation, ({ params }, ctx) => getLocation(ctx, params.id))
  mount(app, contract.correctLocation, async ({ body }, ctx) => {
    await correctLocation(ctx, body)
    return null
  })
  mount(app, contract.correctLocations, ({ body }, ctx) => correctMany(ctx, body))
  mount(app, rules.getInsideRules, ({ params }, ctx) => getInsideRules(ctx, params.id))
  mount(app, rules.setInsideRules, ({ params, body }, ctx) => setInsideRules(ctx, params.id, body))
  mount(app, displays.listInsideDisplays, (_, ctx) => listDisplays(ctx))
  mount(app, displays.createInsideDisplay, ({ body }, ctx) => createDisplay(ctx, body))
  mount(app, displays.deleteInsideDisplay, async ({ params }, ctx) => {
    await removeDisplay(ctx, params.id)
    return null
  })
  mount(app, displays.readInsideDisplay, ({ body }, ctx) => readDisplayed(ctx, body.token))
}
