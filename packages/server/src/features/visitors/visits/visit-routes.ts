import { AppError } from '@gatehouse/contract/errors.ts'
import * as passes from '@gatehouse/contract/features/visitor-passes.ts'
import * as contract from '@gatehouse/contract/features/visits.ts'
import { type App, mount } from '../../../http/mount.ts'
import { findPortraitBlob } from '../../../people/portraits/portrait-reads.ts'
import { acceptSentPortrait } from '../../../people/portraits/sent-portrait-actions.ts'
import { createPass, listPasses, mailPass, revokePass } from '../passes/visitor-pass-service.ts'
import { portraitOptions } from '../visitor-routes.ts'
import { visitorVisibilityOf } from '../visitor-service.ts'
import { readVisitPage } from './visit-reads.ts'
import {
  answerAsHost,
  askForVisit,
  completeVisit,
  countUploadOfVisit,
  decideVisit,
  getVisitDetail,
  getWalkInLink,
  inviteVisitor,
  readHostedPortrait,
  readHostedVisit,
  readOwnVisit,
  readWalkIn,
  renewLink,
  renewWalkInLink,
  requireInvited,
  takeUploadOfVisitBack,
  withdrawVisit,
} from './visit-service.ts'

export function mountPasses(app: App): void {
  mount(app, passes.listPasses, ({ params }, ctx) => listPasses(ctx, params.id))
  mount(app, passes.createPass, ({ params, body }, ctx) => createPass(ctx, params.id, body))
  mount(app, passes.revokePass, ({ params }, ctx) => revokePass(ctx, params.id, params.passId))
  mount(app, passes.mailPass, ({ params, body }, ctx) => mailPass(ctx, params.id, params.passId, body.language))
}

export function mountVisits(app: App): void {
  mount(app, contract.listVisits, ({ query }, ctx) => readVisitPage(ctx.db, query, visitorVisibilityOf(ctx)))
  mount(app, contract.getWalkInLink, (_, ctx) => getWalkInLink(ctx))
  mount(app, contract.renewWalkInLink, (_, ctx) => renewWalkInLink(ctx))
  mount(app, contract.getVisit, ({ params }, ctx) => getVisitDetail(ctx, params.id))
  mount(app, contract.inviteVisitor, ({ body }, ctx) => inviteVisitor(ctx, body))
  mount(app, contract.renewVisitLink, ({ params }, ctx) => renewLink(ctx, params.id))
  mount(app, contract.withdrawVisit, ({ params }, ctx) => withdrawVisit(ctx, params.id))
  mount(app, contract.decideVisit, ({ params, body }, ctx) => decideVisit(ctx, params.id, body))
  mountPhones(app)
}

/** The routes for phones, of people without an account. */
function mountPhones(app: App): void {
  mount(app, contract.readOwnVisit, ({ params }, ctx) => readOwnVisit(ctx, params.token))
  mount(app, contract.completeVisit, ({ params, body }, ctx) => completeVisit(ctx, params.token, body))
  mount(app, contract.readWalkIn, ({ params }, ctx) => readWalkIn(ctx, params.token))
  mount(app, contract.askForVisit, ({ params, body }, ctx) => askForVisit(ctx, params.token, body))
  mount(app, contract.readHostedVisit, ({ params }, ctx) => readHostedVisit(ctx, params.token))
  mount(app, contract.answerVisit, ({ params, body }, ctx) => answerAsHost(ctx, params.token, body))
  mount(
    app,
    contract.uploadVisitPortrait,
    ({ image, query }, ctx) => acceptSentPortrait(ctx, image, 'registration', query.beside),
    {
      ...portraitOptions,
      knows: (ctx, { token }) => requireInvited(ctx, token),
      counts: {
        add: (ctx, { token }) => countUploadOfVisit(ctx, token),
        takeBack: (ctx, { token }) => takeUploadOfVisitBack(ctx, token),
      },
    },
  )
  mount(
    app,
    contract.uploadWalkInPortrait,
    ({ image, query }, ctx) => acceptSentPortrait(ctx, image, 'registration', query.beside),
    { ...portraitOptions, knows: (ctx, { token }) => readWalkIn(ctx, token) },
  )
  mount(app, contract.getHostedPortrait, async ({ params, query, reply }, ctx) => {
    const hash = await findPortraitBlob(ctx.db, await readHostedPortrait(ctx, params.token, query.place))
    const bytes = hash && (await ctx.blobs.get(hash))
    if (!bytes) throw new AppError('image.not-found')
    await reply
      .header('content-type', 'image/jpeg')
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(bytes)
    return null
  })
}
