import { lockPeopleShared } from '../../people/person-lock-store.ts'
import { randomUUID } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  correctLocation as correctRoute,
  correctLocations as correctManyRoute,
  listInside,
} from '@gatehouse/contract/features/inside.ts'
import type { Body, Query } from '@gatehouse/contract/route.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Ctx, hint, may } from '../../ctx.ts'
import { firstNames } from '../../lib/first-names.ts'
import { followPeople } from '../muster/muster-actions.ts'
import { lockLocations, upsertLocations } from './location-store.ts'
import { readAreaNames, readCounts, readInside, readLocation, readPersonPlaces, readPlaces } from './inside-reads.ts'

const viewOf = (ctx: Ctx) => ({ seesStaff: may(ctx, 'inside.staff'), now: ctx.clock.now().toString() })

/** Those who see no names see how many people of all kinds there are; those who see visitors alone count these alone. */
const countsStaff = (ctx: Ctx) => may(ctx, 'inside.staff') || !may(ctx, 'inside.read')

export const getInside = (ctx: Ctx, query: Query<typeof listInside>) => readInside(ctx.db, query, viewOf(ctx))

export const getCounts = (ctx: Ctx) => readCounts(ctx.db, countsStaff(ctx))

export const getPlaces = (ctx: Ctx, siteId: string | undefined) => readPlaces(ctx.db, siteId, countsStaff(ctx))

/** @throws AppError inside.person-not-found */
export async function getLocation(ctx: Ctx, personId: string) {
  const location = await readLocation(ctx.db, personId, viewOf(ctx))
  if (location === undefined) throw new AppError('inside.person-not-found')
  return location
}

export const getPersonPlaces = (ctx: Ctx, ids: readonly string[]) => readPersonPlaces(ctx.db, ids, viewOf(ctx))

/** Locks those of these people whom the caller may move. @throws AppError inside.person-not-found if there is none */
async function lockTheirs(ctx: Ctx, personIds: readonly string[]) {
  const seesStaff = may(ctx, 'inside.staff')
  const people = (await lockPeopleShared(ctx.db, personIds)).filter(
    ({ kind }) => seesStaff || kind === personKindCodes.visitor,
  )
  if (people.length === 0) throw new AppError('inside.person-not-found')
  return people
}

/** The corrected locations of these people, from now on. */
async function correct(ctx: Ctx, personIds: readonly string[], areaId: string | null) {
  const now = ctx.clock.now().toString()
  const before = new Map((await lockLocations(ctx.db, personIds)).map((row) => [row.person_id, row]))
  await upsertLocations(
    ctx.db,
    personIds.map((id) => ({
      person_id: id,
      area_id: areaId,
      since: now,
      inside_since: areaId === null ? null : (before.get(id)?.inside_since ?? null),
      source: 'correction' as const,
      record_id: randomUUID(),
      door_id: null,
      doubts: [],
    })),
  )
  await followPeople(ctx, personIds)
  await hint(ctx, { to: 'consoles', topic: 'inside' })
  return before
}

/**
 * Sets the location of a person by hand; the next passage moves them from there.
 * @throws AppError inside.person-not-found, area.not-found
 */
export async function correctLocation(ctx: Ctx, { personId, areaId, reason }: Body<typeof correctRoute>) {
  const [person] = await lockTheirs(ctx, [personId])
  if (person) ctx.audit.item = person.name
  ctx.audit.personIds = [personId]
  ctx.audit.remark = reason
  const before = await correct(ctx, [personId], areaId)
  const from = before.get(personId)?.area_id ?? null
  const names = await readAreaNames(ctx.db, [from, areaId])
  ctx.audit.changes = { area: { from: names.get(from) ?? null, to: names.get(areaId) ?? null } }
}

/** The number of names in one line of the operation log. */
const maxNamed = 5

/** @throws AppError inside.person-not-found, area.not-found */
export async function correctMany(ctx: Ctx, { personIds, areaId, reason }: Body<typeof correctManyRoute>) {
  const people = await lockTheirs(ctx, [...new Set(personIds)])
  ctx.audit.item = firstNames(people, maxNamed)
  ctx.audit.remark = reason
  ctx.audit.facts = { people: people.length }
  ctx.audit.personIds = personIds
  await correct(
    ctx,
    people.map(({ id }) => id),
    areaId,
  )
  const area = (await readAreaNames(ctx.db, [areaId])).get(areaId) ?? null
  ctx.audit.changes = { area: { from: null, to: area } }
  return { count: people.length }
}
