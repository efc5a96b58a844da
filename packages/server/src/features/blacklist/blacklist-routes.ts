import * as contract from '@gatehouse/contract/features/blacklist.ts'
import { type App, mount } from '../../http/mount.ts'
import { visibilityOf } from '../../people/field-visibility.ts'
import { readBlacklistPage, readCandidates } from './blacklist-reads.ts'
import {
  changeBlacklisted,
  createBlacklisted,
  deleteBlacklisted,
  getBlacklisted,
  moveIn,
  moveOut,
  writableKinds,
} from './blacklist-service.ts'

export function mountBlacklist(app: App): void {
  mount(app, contract.listBlacklist, ({ query }, ctx) =>
    readBlacklistPage(ctx.db, query, visibilityOf(ctx, 'blacklist.write')),
  )
  mount(app, contract.findBlacklistCandidates, ({ query }, ctx) =>
    readCandidates(ctx.db, writableKinds(ctx), query, ctx.keys),
  )
  mount(app, contract.getBlacklisted, ({ params }, ctx) => getBlacklisted(ctx, params.id))
  mount(app, contract.createBlacklisted, ({ body }, ctx) => createBlacklisted(ctx, body))
  mount(app, contract.updateBlacklisted, ({ params, body }, ctx) => changeBlacklisted(ctx, params.id, body))
  mount(app, contract.moveToBlacklist, async ({ body }, ctx) => ({ moved: await moveIn(ctx, body) }))
  mount(app, contract.moveOutOfBlacklist, ({ body }, ctx) => moveOut(ctx, body.ids))
  mount(app, contract.deleteBlacklisted, async ({ body }, ctx) => ({ deleted: await deleteBlacklisted(ctx, body.ids) }))
}
