import * as contract from '@gatehouse/contract/features/inside.ts'
import { type App, mount } from '../../http/mount.ts'
import { correctLocation, getCounts, getInside } from './inside-service.ts'

export function mountInside(app: App): void {
  mount(app, contract.listInside, ({ query }, ctx) => getInside(ctx, query))
  mount(app, contract.countInside, (_, ctx) => getCounts(ctx))
  mount(app, contract.correctLocation, async ({ body }, ctx) => {
    await correctLocation(ctx, body)
    return null
  })
}
