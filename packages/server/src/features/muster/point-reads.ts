import type { MusterPoint } from '@gatehouse/contract/features/muster.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'

const selectPoints = (db: Db) =>
  db
    .selectFrom('muster_point as m')
    .select(['m.id', 'm.site_id', 'm.name'])
    .select((point) => [
      jsonArrayFrom(
        point
          .selectFrom('muster_point_area as pa')
          .innerJoin('area as a', 'a.id', 'pa.area_id')
          .select(['a.id', 'a.name'])
          .whereRef('pa.point_id', '=', 'm.id')
          .orderBy('a.name')
          .orderBy('a.id'),
      ).as('areas'),
      jsonArrayFrom(
        point
          .selectFrom('muster_point_device as pd')
          .innerJoin('device as d', 'd.id', 'pd.device_id')
          .select(['d.id', 'd.name'])
          .whereRef('pd.point_id', '=', 'm.id')
          .orderBy('d.name')
          .orderBy('d.id'),
      ).as('devices'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectPoints>['executeTakeFirstOrThrow']>>

const toPoint = ({ id, site_id, name, areas, devices }: Row): MusterPoint => ({
  id,
  siteId: site_id,
  name,
  areas,
  devices,
})

/** By name. */
export async function readPoints(db: Db, siteId: string): Promise<MusterPoint[]> {
  const rows = await selectPoints(db).where('m.site_id', '=', siteId).orderBy('m.name').orderBy('m.id').execute()
  return rows.map(toPoint)
}

export async function readPoint(db: Db, id: string): Promise<MusterPoint | undefined> {
  const row = await selectPoints(db).where('m.id', '=', id).executeTakeFirst()
  return row && toPoint(row)
}

export async function countPoints(db: Db, siteId: string): Promise<number> {
  const { count } = await db
    .selectFrom('muster_point')
    .where('site_id', '=', siteId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function hasSite(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('site').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** How many of these areas are in the site. */
export async function countAreasOf(db: Db, siteId: string, areaIds: readonly string[]): Promise<number> {
  if (areaIds.length === 0) return 0
  const { count } = await db
    .selectFrom('area')
    .where('site_id', '=', siteId)
    .where('id', 'in', areaIds)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
