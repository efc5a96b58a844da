import { AppError } from '@gatehouse/contract/errors.ts'
import * as contract from '@gatehouse/contract/features/floor-plans.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { type App, mount } from '../../http/mount.ts'
import { readFiles } from '../../http/read-files.ts'
import { readDoorStandings } from '../doors/door-standing-reads.ts'
import { findPicture, tagOf } from './floor-plan-reads.ts'
import * as service from './floor-plan-service.ts'

const fileOf = (request: FastifyRequest) => readFiles(request, { maxFiles: 1, maxBytes: contract.maxPlanBytes + 1 })

export function mountFloorPlans(app: App): void {
  // A file is drawn before anything is written.
  const ownTransaction = true
  const bodyLimit = contract.maxPlanBytes + 65_536

  mount(app, contract.listFloorPlans, ({ params }, ctx) => service.listPlans(ctx, params.id))
  mount(app, contract.getFloorPlanPicture, async ({ params, request, reply }, ctx) => {
    await sendPicture(ctx, params.id, request, reply)
    return null
  })
  mount(
    app,
    contract.previewFloorPlan,
    async ({ query, request }) => service.previewPlan(await fileOf(request), query.page),
    { ownTransaction, bodyLimit },
  )
  mount(
    app,
    contract.createFloorPlan,
    async ({ params, query, request }, ctx) => service.createPlan(ctx, params.id, await fileOf(request), query),
    { ownTransaction, bodyLimit },
  )
  mount(app, contract.updateFloorPlan, ({ params, body }, ctx) => service.changePlan(ctx, params.id, body))
  mount(
    app,
    contract.replaceFloorPlanPicture,
    async ({ params, query, request }, ctx) => service.replacePicture(ctx, params.id, await fileOf(request), query),
    { ownTransaction, bodyLimit },
  )
  mount(app, contract.setPlanPlaces, ({ params, body }, ctx) => service.setPlaces(ctx, params.id, body))
  mount(app, contract.deleteFloorPlan, async ({ params }, ctx) => {
    await service.removePlan(ctx, params.id)
    return null
  })
  mount(app, contract.listDoorMarks, async ({ params }, ctx) => {
    await service.requireSite(ctx, params.id)
    const standings = await readDoorStandings(ctx.db, params.id)
    return standings.map(({ doorId, mark, since, held, isEmergency, needs }) => {
      return { doorId, mark, since, held, isEmergency, needs }
    })
  })
}

/** A browser keeps the picture, and asks each time whether it is still the same and still allowed. */
async function sendPicture(ctx: Ctx, id: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const picture = await findPicture(ctx.db, id)
  if (!picture) throw new AppError('floor-plan.not-found')
  const tag = `"${tagOf(picture.blob_hash)}"`
  reply
    .header('etag', tag)
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (request.headers['if-none-match'] === tag) return void (await reply.status(304).send())
  const bytes = await ctx.blobs.get(picture.blob_hash)
  if (!bytes) throw new AppError('floor-plan.not-found')
  await reply.header('content-type', picture.content_type).send(bytes)
}
