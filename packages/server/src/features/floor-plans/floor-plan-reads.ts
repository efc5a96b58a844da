import {
  type FloorPlan,
  type PlaceInput,
  placeKinds,
  type PlanPlace,
  type PlanPoint,
} from '@gatehouse/contract/features/floor-plans.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'

/** The doors, areas and muster points of the plan's site that have a place on it, as the reader of the plan sees them. */
const selectPlans = (db: Db) =>
  db
    .selectFrom('floor_plan as p')
    .select(['p.id', 'p.site_id', 'p.name', 'p.level', 'p.blob_hash', 'p.width', 'p.height', 'p.is_dark', 'p.version'])
    .select((plan) => [
      jsonArrayFrom(
        plan
          .selectFrom('plan_place as l')
          .innerJoin('door as d', 'd.id', 'l.door_id')
          .select(['d.id', 'd.name', 'l.x', 'l.y', 'l.corners'])
          .whereRef('l.plan_id', '=', 'p.id')
          .whereRef('d.site_id', '=', 'p.site_id')
          .orderBy('d.name')
          .orderBy('d.id'),
      ).as('doors'),
      jsonArrayFrom(
        plan
          .selectFrom('plan_place as l')
          .innerJoin('area as a', 'a.id', 'l.area_id')
          .select(['a.id', 'a.name', 'l.x', 'l.y', 'l.corners'])
          .whereRef('l.plan_id', '=', 'p.id')
          .whereRef('a.site_id', '=', 'p.site_id')
          .orderBy('a.name')
          .orderBy('a.id'),
      ).as('areas'),
      jsonArrayFrom(
        plan
          .selectFrom('plan_place as l')
          .innerJoin('muster_point as m', 'm.id', 'l.muster_point_id')
          .select(['m.id', 'm.name', 'l.x', 'l.y', 'l.corners'])
          .whereRef('l.plan_id', '=', 'p.id')
          .orderBy('m.name')
          .orderBy('m.id'),
      ).as('muster_points'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectPlans>['executeTakeFirstOrThrow']>>

const cornersOf = (numbers: readonly number[] | null): PlanPoint[] | null =>
  numbers && numbers.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: numbers[at + 1] ?? 0 }] : []))

const placesOf = (kind: PlanPlace['kind'], rows: Row['doors']): PlanPlace[] =>
  rows.map(({ id, name, x, y, corners }) => ({ kind, id, name, x, y, corners: cornersOf(corners) }))

/** The beginning of the picture's hash: enough to tell one picture of a plan from another. */
export const tagOf = (hash: Buffer) => hash.toString('hex').slice(0, 16)

const toPlan = (row: Row): FloorPlan => ({
  id: row.id,
  siteId: row.site_id,
  name: row.name,
  level: row.level,
  width: row.width,
  height: row.height,
  isDark: row.is_dark,
  pictureTag: tagOf(row.blob_hash),
  places: [
    ...placesOf('door', row.doors),
    ...placesOf('area', row.areas),
    ...placesOf('muster-point', row.muster_points),
  ],
  version: row.version,
})

export async function readPlans(db: Db, siteId: string): Promise<FloorPlan[]> {
  const rows = await selectPlans(db)
    .where('p.site_id', '=', siteId)
    .orderBy('p.level')
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
  return rows.map(toPlan)
}

/** One plan; undefined when there is none. */
export async function readPlan(db: Db, id: string): Promise<FloorPlan | undefined> {
  const row = await selectPlans(db).where('p.id', '=', id).executeTakeFirst()
  return row && toPlan(row)
}

export async function countPlans(db: Db, siteId: string): Promise<number> {
  const { count } = await db
    .selectFrom('floor_plan')
    .where('site_id', '=', siteId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findPicture = (db: Db, id: string) =>
  db.selectFrom('floor_plan').select(['blob_hash', 'content_type']).where('id', '=', id).executeTakeFirst()

export const siteExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('site').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

const tables = { door: 'door', area: 'area', 'muster-point': 'muster_point' } as const

/** Whether all of these belong to the site. */
export async function areOfSite(db: Db, siteId: string, places: readonly PlaceInput[]): Promise<boolean> {
  for (const kind of placeKinds) {
    const ids = places.filter((place) => place.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const found = await db
      .selectFrom(tables[kind])
      .select('id')
      .where('site_id', '=', siteId)
      .where('id', 'in', ids)
      .execute()
    if (found.length !== ids.length) return false
  }
  return true
}
