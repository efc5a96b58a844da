import { AppError } from '@gatehouse/contract/errors.ts'
import * as contract from '@gatehouse/contract/features/visitors.ts'
import { may } from '../../ctx.ts'
import { type App, mount } from '../../http/mount.ts'
import { photoLimit } from '../../http/read-image-body.ts'
import { acceptSentPortrait } from '../../people/portraits/sent-portrait-actions.ts'
import { readHosts, readVisitorCounts, readVisitorPage } from './visitor-reads.ts'
import {
  changeVisitor,
  createVisitor,
  deleteVisitors,
  extendVisits,
  getVisitor,
  groupVisitors,
  todayOf,
  undoVisitor,
  visitorVisibilityOf,
} from './visitor-service.ts'

/** The face engine works before anything is written; room for the multipart frame around the picture. */
export const portraitOptions = { ownTransaction: true, bodyLimit: photoLimit + 16_384 } as const

export function mountVisitors(app: App): void {
  mount(app, contract.listVisitors, async ({ query }, ctx) => {
    // A key may read visitors and not be told where people are.
    if (query.shown === 'here' && !may(ctx, 'inside.read')) throw new AppError('auth.permission-denied')
    return readVisitorPage(ctx.db, query, visitorVisibilityOf(ctx), await todayOf(ctx))
  })
  mount(app, contract.countVisitors, async (_, ctx) => readVisitorCounts(ctx.db, await todayOf(ctx)))
  mount(app, contract.findHosts, ({ query }, ctx) => readHosts(ctx.db, query.keyword, visitorVisibilityOf(ctx)))
  mount(app, contract.getVisitor, ({ params }, ctx) => getVisitor(ctx, params.id))
  mount(app, contract.createVisitor, ({ body }, ctx) => createVisitor(ctx, body))
  mount(app, contract.updateVisitor, ({ params, body }, ctx) => changeVisitor(ctx, params.id, body))
  mount(app, contract.undoVisitor, ({ params, body }, ctx) => undoVisitor(ctx, params.id, body.version))
  mount(app, contract.deleteVisitors, async ({ body }, ctx) => ({ deleted: await deleteVisitors(ctx, body.ids) }))
  mount(app, contract.groupVisitors, async ({ body }, ctx) => ({ changed: await groupVisitors(ctx, body) }))
  mount(app, contract.extendVisits, async ({ body }, ctx) => ({
    changed: await extendVisits(ctx, body.ids, body.validToAt),
  }))
  mount(
    app,
    contract.uploadVisitorPortrait,
    ({ image, query }, ctx) => acceptSentPortrait(ctx, image, 'form', query.beside),
    portraitOptions,
  )
}
