import { type AreaTree, areasAround } from '@gatehouse/engine/door/area-path.ts'
import type { Db } from '../../db/open-database.ts'

/** The location of a person, with the names of the places. */
export type Located = {
  person_id: string
  area_id: string | null
  area_name: string | null
  door_id: string | null
  door_name: string | null
  since: string
  doubts: string[]
  site_id: string | null
}

const selectLocated = (db: Db) =>
  db
    .selectFrom('person_location as l')
    .leftJoin('area as a', 'a.id', 'l.area_id')
    .leftJoin('door as d', 'd.id', 'l.door_id')
    .select(['l.person_id', 'l.area_id', 'a.name as area_name', 'l.door_id', 'd.name as door_name'])
    .select(['l.since', 'l.doubts', 'a.site_id'])

/** Everybody who is in the site, as far as passages tell. */
export const selectInside = (db: Db, siteId: string): Promise<Located[]> =>
  selectLocated(db)
    .where('l.area_id', 'in', (area) => area.selectFrom('area').select('id').where('site_id', '=', siteId))
    .execute()

export const selectLocations = (db: Db, personIds: readonly string[]): Promise<Located[]> =>
  selectLocated(db).where('l.person_id', 'in', personIds).execute()

export type Point = { id: string; name: string }

/**
 * The point where people of an area gather: of the area itself, else of the nearest one around it that has one, else the first one, by
 * name, that takes the rest of the site.
 */
export async function readPointOfArea(db: Db, siteId: string): Promise<(areaId: string | null) => Point | undefined> {
  const areas = await db.selectFrom('area').select(['id', 'parent_id']).where('site_id', '=', siteId).execute()
  const rows = await db
    .selectFrom('muster_point as m')
    .leftJoin('muster_point_area as pa', 'pa.point_id', 'm.id')
    .select(['m.id', 'm.name', 'pa.area_id'])
    .where('m.site_id', '=', siteId)
    .orderBy('m.name')
    .orderBy('m.id')
    .execute()
  const tree: AreaTree = new Map(areas.map(({ id, parent_id }) => [id, parent_id]))
  const pointOf = new Map(rows.flatMap(({ area_id, id, name }) => (area_id ? [[area_id, { id, name }]] : [])))
  const rest = rows.find(({ area_id }) => area_id === null)
  return (areaId) => {
    const own = areasAround(areaId, tree).find((id) => pointOf.has(id))
    if (own !== undefined) return pointOf.get(own)
    return areaId !== null && rest ? { id: rest.id, name: rest.name } : undefined
  }
}

/** The points where these devices mark people safe, by device. */
export async function readPointOfDevice(
  db: Db,
  siteId: string,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, Point & { device: string; clockOffsetMs: number | null }>> {
  const rows = await db
    .selectFrom('muster_point_device as pd')
    .innerJoin('muster_point as m', 'm.id', 'pd.point_id')
    .innerJoin('device as d', 'd.id', 'pd.device_id')
    .select(['pd.device_id', 'm.id', 'm.name', 'd.name as device', 'd.clock_offset_ms'])
    .where('m.site_id', '=', siteId)
    .where('pd.device_id', 'in', deviceIds)
    .execute()
  return new Map(
    rows.map(({ device_id, id, name, device, clock_offset_ms: clockOffsetMs }) => [
      device_id,
      { id, name, device, clockOffsetMs },
    ]),
  )
}

export const findPoint = (db: Db, siteId: string, id: string): Promise<Point | undefined> =>
  db
    .selectFrom('muster_point')
    .select(['id', 'name'])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The sites where this device has a reader. */
export const selectSitesOfDevice = (db: Db, deviceId: string) =>
  db
    .selectFrom('door_reader as r')
    .innerJoin('door as d', 'd.id', 'r.door_id')
    .innerJoin('site as s', 's.id', 'd.site_id')
    .select(['s.id', 's.name'])
    .distinct()
    .where('r.device_id', '=', deviceId)
    .orderBy('s.id')
    .execute()
