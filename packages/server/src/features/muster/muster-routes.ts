import type { Readable } from 'node:stream'
import * as contract from '@gatehouse/contract/features/muster.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, mount } from '../../http/mount.ts'
import * as musters from './muster-service.ts'
import { getPaperList, makePaperList, openPaperList } from './paper-service.ts'
import { changePoint, createPoint, getPoints, removePoint } from './point-service.ts'
import { reportFile } from './report.ts'
import { changeSettings, getSettings } from './setting-service.ts'
import { createLink, getLinks, revokeLink } from './steward-link-service.ts'
import { loadFaces, markAsSteward, openList } from './steward-service.ts'

const sendFile = (reply: FastifyReply, type: string, name: string, content: Buffer | Readable) =>
  reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(content)

export function mountMusters(app: App): void {
  mount(app, contract.listMusterPoints, ({ query }, ctx) => getPoints(ctx, query.siteId))
  mount(app, contract.createMusterPoint, ({ body }, ctx) => createPoint(ctx, body))
  mount(app, contract.updateMusterPoint, ({ params, body }, ctx) => changePoint(ctx, params.id, body))
  mount(app, contract.deleteMusterPoint, ({ params }, ctx) => removePoint(ctx, params.id))
  mount(app, contract.getMusterSettings, ({ params }, ctx) => getSettings(ctx, params.id))
  mount(app, contract.updateMusterSettings, ({ params, body }, ctx) => changeSettings(ctx, params.id, body))

  mount(app, contract.listMusters, ({ query }, ctx) => musters.getMusters(ctx, query))
  mount(app, contract.getMuster, ({ params }, ctx) => musters.getMuster(ctx, params.id))
  mount(app, contract.listMusterPeople, ({ params, query }, ctx) => musters.getPeople(ctx, params.id, query))
  mount(app, contract.listMusterEvents, ({ params, query }, ctx) => musters.getEvents(ctx, params.id, query))
  // It looks again for people after it has begun.
  mount(app, contract.startMuster, ({ body }, ctx) => musters.startMuster(ctx, body), { ownTransaction: true })
  mount(app, contract.endMuster, ({ params, body }, ctx) => musters.endMuster(ctx, params.id, body.note))
  mount(app, contract.markMusterPeople, ({ params, body }, ctx) => musters.markByHand(ctx, params.id, body))

  // A PDF takes a second: no transaction stays open meanwhile.
  const ownTransaction = true
  mount(
    app,
    contract.exportMusterReport,
    async ({ params, query, reply, writeAuditEntry }, ctx) => {
      const { type, content } = await reportFile(ctx, params.id, query)
      await writeAuditEntry()
      await sendFile(reply, type, `muster-report.${query.format}`, content)
      return null
    },
    { ownTransaction },
  )

  mount(app, contract.getPaperList, ({ params }, ctx) => getPaperList(ctx, params.id))
  mount(
    app,
    contract.makePaperList,
    async ({ params }, ctx) => {
      await makePaperList(ctx, params.id)
      return getPaperList(ctx, params.id)
    },
    { ownTransaction },
  )
  mount(
    app,
    contract.exportPaperList,
    async ({ params, reply, writeAuditEntry }, ctx) => {
      const pdf = await openPaperList(ctx, params.id)
      await writeAuditEntry()
      await sendFile(reply, 'application/pdf', 'muster-list.pdf', pdf)
      return null
    },
    { ownTransaction },
  )

  mount(app, contract.listStewardLinks, ({ params }, ctx) => getLinks(ctx, params.id))
  mount(app, contract.createStewardLink, ({ params, body }, ctx) => createLink(ctx, params.id, body))
  mount(app, contract.revokeStewardLink, ({ params }, ctx) => revokeLink(ctx, params.id, params.linkId))

  const tokenOf = (request: FastifyRequest) => request.headers[contract.stewardHeader]
  mount(app, contract.openStewardList, ({ query, request }, ctx) => openList(ctx, tokenOf(request), query.after))
  mount(app, contract.loadStewardFaces, ({ query, request }, ctx) => loadFaces(ctx, tokenOf(request), query.ids))
  mount(app, contract.markAsSteward, ({ body, request }, ctx) => markAsSteward(ctx, tokenOf(request), body))
}
