import type { Area, listSites, Site, SiteSummary } from '@gatehouse/contract/features/sites.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import type { Db } from '../../db/open-database.ts'
import { likePattern } from '../../lib/like-pattern.ts'

const selectSites = (db: Db) =>
  db
    .selectFrom('site as s')
    .select(['s.id', 's.name', 's.address', 's.time_zone', 's.version', 's.created_at'])
    .select((site) => [
      site
        .selectFrom('area as a')
        .whereRef('a.site_id', '=', 's.id')
        .select(site.fn.countAll<number>().as('count'))
        .as('area_count'),
      site
        .selectFrom('door as d')
        .whereRef('d.site_id', '=', 's.id')
        .select(site.fn.countAll<number>().as('count'))
        .as('door_count'),
      site
        .selectFrom('door as d')
        .innerJoin('door_reader as r', 'r.door_id', 'd.id')
        .whereRef('d.site_id', '=', 's.id')
        .select((row) => row.fn.count<number>('r.device_id').distinct().as('count'))
        .as('device_count'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectSites>['executeTakeFirstOrThrow']>>

const toSummary = (row: Row): SiteSummary => ({
  id: row.id,
  name: row.name,
  address: row.address,
  timeZone: row.time_zone,
  areaCount: Number(row.area_count),
  doorCount: Number(row.door_count),
  deviceCount: Number(row.device_count),
  createdAt: row.created_at,
})

const sortColumns = { name: 's.name', createdAt: 's.created_at' } as const

export async function readSitePage(db: Db, query: Query<typeof listSites>) {
  const pattern = query.keyword && likePattern(query.keyword)
  const rows = await selectSites(db)
    .$if(pattern !== undefined, (sites) => sites.where('s.name', 'ilike', pattern ?? ''))
    .orderBy(sortColumns[query.sort], query.order)
    .orderBy('s.id', query.order)
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .execute()
  const { total } = await db
    .selectFrom('site as s')
    .$if(pattern !== undefined, (sites) => sites.where('s.name', 'ilike', pattern ?? ''))
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(toSummary), total: Number(total) }
}

const maxNames = 1000

export const readSiteNames = (db: Db) =>
  db.selectFrom('site').select(['id', 'name']).orderBy('name').orderBy('id').limit(maxNames).execute()

export async function readDeviceClocks(db: Db) {
  const rows = await db
    .selectFrom('device_zone as z')
    .innerJoin('company as c', (join) => join.onTrue())
    .whereRef('z.time_zone', '!=', 'c.time_zone')
    .select(['z.device_id', 'z.time_zone'])
    .$narrowType<{ device_id: string; time_zone: string }>()
    .execute()
  return rows.map(({ device_id, time_zone }) => ({ deviceId: device_id, timeZone: time_zone }))
}

export async function readSiteClocks(db: Db) {
  const rows = await db
    .selectFrom('site as s')
    .innerJoin('company as c', (join) => join.onTrue())
    .whereRef('s.time_zone', '!=', 'c.time_zone')
    .select(['s.id', 's.time_zone'])
    .$narrowType<{ time_zone: string }>()
    .execute()
  return rows.map(({ id, time_zone }) => ({ siteId: id, timeZone: time_zone }))
}

/** The areas of a site, parents before children, siblings by name. */
export async function readAreas(db: Db, siteId: string): Promise<Area[]> {
  const rows = await db
    .selectFrom('area as a')
    .select(['a.id', 'a.site_id', 'a.parent_id', 'a.name'])
    .select((area) =>
      area
        .selectFrom('door as d')
        .where((door) =>
          door.or([door('d.from_area_id', '=', door.ref('a.id')), door('d.to_area_id', '=', door.ref('a.id'))]),
        )
        .select(area.fn.countAll<number>().as('count'))
        .as('door_count'),
    )
    .where('a.site_id', '=', siteId)
    .orderBy('a.name')
    .orderBy('a.id')
    .execute()
  const areas = rows.map((row): Area => ({
    id: row.id,
    siteId: row.site_id,
    parentAreaId: row.parent_id,
    name: row.name,
    doorCount: Number(row.door_count),
  }))
  const below = Map.groupBy(areas, ({ parentAreaId }) => parentAreaId)
  const ordered = [...(below.get(null) ?? [])]
  // The loop also visits the areas that it adds: level after level.
  for (const { id } of ordered) ordered.push(...(below.get(id) ?? []))
  return ordered
}

/** One site with its areas; undefined when there is none. */
export async function readSite(db: Db, id: string): Promise<Site | undefined> {
  const row = await selectSites(db).where('s.id', '=', id).executeTakeFirst()
  return row && { ...toSummary(row), areas: await readAreas(db, id), version: row.version }
}

/** Devices of a site that have no time zone of their own. */
export async function selectDevicesInZone(db: Db, siteId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('door as d')
    .innerJoin('door_reader as r', 'r.door_id', 'd.id')
    .innerJoin('device', 'device.id', 'r.device_id')
    .select('device.id')
    .distinct()
    .where('d.site_id', '=', siteId)
    .where('device.time_zone', 'is', null)
    .orderBy('device.id')
    .execute()
  return rows.map((row) => row.id)
}

export async function countDoors(db: Db, siteId: string): Promise<number> {
  const { count } = await db
    .selectFrom('door')
    .where('site_id', '=', siteId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countDoorsOfArea(db: Db, areaId: string): Promise<number> {
  const { count } = await db
    .selectFrom('door as d')
    .where((door) =>
      door.or([
        door('d.from_area_id', '=', areaId),
        door('d.to_area_id', '=', areaId),
        door.exists(
          door
            .selectFrom('elevator_floor as f')
            .select('f.output')
            .whereRef('f.door_id', '=', 'd.id')
            .where('f.area_id', '=', areaId),
        ),
      ]),
    )
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The oldest site, and the area that is the site as a whole: where a device that joins gets its door. */
export const findFirstSite = (db: Db) =>
  db
    .selectFrom('site as s')
    .innerJoin('area as a', (join) => join.onRef('a.site_id', '=', 's.id').on('a.parent_id', 'is', null))
    .select(['s.id', 'a.id as area_id'])
    .orderBy('s.created_at')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst()
