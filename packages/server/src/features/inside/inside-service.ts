import { randomUUID } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { correctLocation as correctRoute, listInside } from '@gatehouse/contract/features/inside.ts'
import type { Body, Query } from '@gatehouse/contract/route.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Ctx, hint, may } from '../../ctx.ts'
import { lockLocations, lockPeopleShared, upsertLocations } from './location-store.ts'
import { readCounts, readInside } from './inside-reads.ts'

export const getInside = (ctx: Ctx, query: Query<typeof listInside>) =>
  readInside(ctx.db, query, may(ctx, 'staff.read'))

/** Those who manage devices see how many people there are, and no names. */
export const getCounts = (ctx: Ctx) => readCounts(ctx.db, may(ctx, 'staff.read') || may(ctx, 'device.read'))

/**
 * Sets the location of a person by hand; the next passage moves them from there.
 * @throws AppError inside.person-not-found, area.not-found
 */
export async function correctLocation(ctx: Ctx, { personId, areaId, reason }: Body<typeof correctRoute>) {
  const [person] = await lockPeopleShared(ctx.db, [personId])
  const isTheirs = may(ctx, 'staff.read') || person?.kind === personKindCodes.visitor
  if (!person || !isTheirs) throw new AppError('inside.person-not-found')
  ctx.audit.item = person.name
  ctx.audit.remark = reason
  const [before] = await lockLocations(ctx.db, [personId])
  const now = ctx.clock.now().toString()
  await upsertLocations(ctx.db, [
    {
      person_id: personId,
      area_id: areaId,
      since: now,
      inside_since: areaId === null ? null : (before?.inside_since ?? null),
      source: 'correction',
      record_id: randomUUID(),
      door_id: null,
      doubts: [],
    },
  ])
  ctx.audit.changes = { area: { from: before?.area_id ?? null, to: areaId } }
  await hint(ctx, { to: 'consoles', topic: 'inside' })
}
