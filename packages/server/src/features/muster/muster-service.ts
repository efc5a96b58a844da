import { randomUUID } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  listMusterEvents,
  listMusterPeople,
  listMusters,
  markMusterPeople as markRoute,
  Muster,
  startMuster as startRoute,
} from '@gatehouse/contract/features/muster.ts'
import type { Body, Query } from '@gatehouse/contract/route.ts'
import { type Ctx, hint, inTransaction, may, personOfActor } from '../../ctx.ts'
import { markPeople } from './mark-people.ts'
import {
  countsOf,
  readEventPage,
  readMuster,
  readMusterPage,
  readPeoplePage,
  selectVisitors,
  type Sight,
} from './muster-reads.ts'
import { insertEvents, lockMuster, type MusterRow, selectPeople, updateMuster } from './muster-store.ts'
import { findPoint, type Point } from './place-reads.ts'
import { addMissed, beginMuster, tellWebhooks } from './start-muster.ts'

/** Visitors only, for those who see no staff. */
const sightOf = (ctx: Ctx): Sight => ({ seesStaff: may(ctx, 'muster.staff') })

export const getMusters = (ctx: Ctx, query: Query<typeof listMusters>) => readMusterPage(ctx.db, query, sightOf(ctx))

/** @throws AppError muster.not-found */
export async function getMuster(ctx: Ctx, id: string): Promise<Muster> {
  const muster = await readMuster(ctx.db, id, sightOf(ctx))
  if (!muster) throw new AppError('muster.not-found')
  return muster
}

/** @throws AppError muster.not-found */
export async function getPeople(ctx: Ctx, id: string, query: Query<typeof listMusterPeople>) {
  await getMuster(ctx, id)
  return readPeoplePage(ctx.db, id, query, sightOf(ctx))
}

/** @throws AppError muster.not-found */
export async function getEvents(ctx: Ctx, id: string, query: Query<typeof listMusterEvents>) {
  await getMuster(ctx, id)
  return readEventPage(ctx.db, id, query)
}

/** @throws AppError site.not-found, muster.running */
export async function startMuster(ctx: Ctx, { siteId, isDrill, note }: Body<typeof startRoute>): Promise<Muster> {
  const how = ctx.actor.kind === 'application' ? 'api' : 'console'
  if (note !== null) ctx.audit.remark = note
  const beginning = { siteId, isDrill, note, how, by: personOfActor(ctx) } as const
  const id = await inTransaction(ctx, (ctx) => beginMuster(ctx, beginning))
  await inTransaction(ctx, (ctx) => addMissed(ctx, id))
  const muster = await getMuster(ctx, id)
  ctx.audit.item = muster.site.name
  if (isDrill) ctx.audit.event = 'start-drill'
  return muster
}

/** The muster, locked until the transaction ends. @throws AppError muster.not-found */
export async function requireMuster(ctx: Ctx, id: string): Promise<MusterRow> {
  const muster = await lockMuster(ctx.db, id)
  if (!muster) throw new AppError('muster.not-found')
  ctx.audit.item = muster.site_name
  return muster
}

/** @throws AppError muster.not-found, muster.ended */
export async function requireRunning(ctx: Ctx, id: string): Promise<MusterRow> {
  const muster = await requireMuster(ctx, id)
  if (muster.ended_at !== null) throw new AppError('muster.ended')
  return muster
}

/** @throws AppError muster-point.not-found */
export async function requirePoint(ctx: Ctx, { site_id }: MusterRow, pointId: string | null): Promise<Point | null> {
  if (pointId === null) return null
  const point = site_id === null ? undefined : await findPoint(ctx.db, site_id, pointId)
  if (!point) throw new AppError('muster-point.not-found')
  return point
}

/** @throws AppError muster.not-found, muster.ended */
export async function endMuster(ctx: Ctx, id: string, note: string | null): Promise<Muster> {
  const muster = await requireRunning(ctx, id)
  if (note !== null) ctx.audit.remark = note
  const now = ctx.clock.now().toString()
  const by = personOfActor(ctx)
  await updateMuster(ctx.db, id, { ended_at: now, ended_by: by, end_note: note, revision: muster.revision + 1 })
  await insertEvents(ctx.db, [{ muster_id: id, id: randomUUID(), kind: 'ended', at: now, received_at: now, by }])
  await tellWebhooks(ctx, id)
  await hint(ctx, { to: 'consoles', topic: 'musters', id })
  return getMuster(ctx, id)
}

/** The events of the operation log. */
const markEvents = { safe: 'mark', 'not-on-site': 'mark-not-on-site', missing: 'take-mark-back' } as const

/** @throws AppError muster.not-found, muster.ended, muster.person-not-found, muster-point.not-found */
export async function markByHand(ctx: Ctx, id: string, body: Body<typeof markRoute>) {
  const { personIds, state, isFromPaper, at, pointId } = body
  const muster = await requireRunning(ctx, id)
  const ids = [...new Set(personIds)]
  const sight = sightOf(ctx)
  const theirs = sight.seesStaff
    ? (await selectPeople(ctx.db, id, ids)).map((row) => row.id)
    : await selectVisitors(ctx.db, id, ids)
  if (theirs.length < ids.length) throw new AppError('muster.person-not-found')
  const point = await requirePoint(ctx, muster, pointId)
  const how = isFromPaper ? 'paper' : ctx.actor.kind === 'application' ? 'api' : 'console'
  ctx.audit.facts = { people: ids.length }
  ctx.audit.event = markEvents[state]
  const instant = at === undefined ? ctx.clock.now() : Temporal.Instant.from(at)
  const marks = ids.map((personId) => ({ id: randomUUID(), personId, state, at: instant }))
  await markPeople(ctx, muster, marks, { how, by: personOfActor(ctx), point })
  await hint(ctx, { to: 'consoles', topic: 'musters', id })
  return { counts: await countsOf(ctx.db, id, sight) }
}
