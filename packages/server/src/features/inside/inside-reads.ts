import {
  type InsideCounts,
  type listInside,
  maxSitesInside,
  type PersonInside,
  type PersonLocation,
  type PersonPlace,
  type PlacesInside,
} from '@gatehouse/contract/features/inside.ts'
import { presenceDoubts } from '@gatehouse/engine/door/vocabulary.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { matchNames } from '../../people/match-people-reads.ts'
import { isSuspendedAt } from '../../people/suspension-reads.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'

type Tables = Database & { l: Database['person_location']; p: Database['person']; a: Database['area'] }
type Where = ExpressionBuilder<Tables, 'l' | 'p' | 'a'>

/** The area with the areas inside it. */
const areasIn = (areaId: string) => sql<string>`(with recursive part as (
  select ${areaId}::uuid as id union all select a.id from area a join part on a.parent_id = part.id) select id from part)`

/** The part of the people inside that a caller sees, and the moment at which they look. */
export type InsideView = { seesStaff: boolean; now: string }

/** Visitors whose visit is over at `now`. */
const isOverdue = (now: string) =>
  sql<boolean>`(p.kind = ${sql.lit(personKindCodes.visitor)} and p.valid_to <= ${now}::timestamptz)`

const concernOf = (concern: NonNullable<Query<typeof listInside>['concern']>, now: string) =>
  ({ unsure: sql<boolean>`l.doubts <> '{}'`, suspended: isSuspendedAt(now), overdue: isOverdue(now) })[concern]

const conditions =
  (query: Query<typeof listInside>, { seesStaff, now }: InsideView) =>
  (where: Where): ExpressionWrapper<Tables, 'l' | 'p' | 'a', SqlBool> =>
    where.and([
      where('l.area_id', 'is not', null),
      ...(seesStaff ? [] : [where('p.kind', '=', personKindCodes.visitor)]),
      ...(query.kind === undefined ? [] : [where('p.kind', '=', personKindCodes[query.kind])]),
      ...(query.siteId === undefined ? [] : [where('a.site_id', '=', query.siteId)]),
      ...(query.areaId === undefined ? [] : [where('l.area_id', 'in', areasIn(query.areaId))]),
      ...(query.concern === undefined ? [] : [concernOf(query.concern, now)]),
      ...(query.keyword === undefined ? [] : [matchNames(query.keyword).ofOne]),
    ])

const fromInside = (db: Db) =>
  db
    .selectFrom('person_location as l')
    .innerJoin('person as p', 'p.id', 'l.person_id')
    .innerJoin('area as a', 'a.id', 'l.area_id')

type FactRow = {
  since: string
  inside_since: string | null
  source: PersonInside['source']
  record_id: string
  door_id: string | null
  door_name: string | null
  doubts: string[]
}

const toFacts = (row: FactRow) => ({
  since: row.since,
  insideSince: row.inside_since,
  source: row.source,
  door: row.door_id === null || row.door_name === null ? null : { id: row.door_id, name: row.door_name },
  recordId: row.source === 'passage' ? row.record_id : null,
  doubts: presenceDoubts.filter((doubt) => row.doubts.includes(doubt)),
})

/** The last location of a person; undefined: no such person for this caller, null: nothing has told. */
export async function readLocation(
  db: Db,
  personId: string,
  { seesStaff }: Pick<InsideView, 'seesStaff'>,
): Promise<PersonLocation | null | undefined> {
  const row = await db
    .selectFrom('person as p')
    .leftJoin('person_location as l', 'l.person_id', 'p.id')
    .leftJoin('area as a', 'a.id', 'l.area_id')
    .leftJoin('site as s', 's.id', 'a.site_id')
    .leftJoin('door as d', 'd.id', 'l.door_id')
    .select(['p.kind', 'a.id as area_id', 'a.name as area_name', 's.id as site_id', 's.name as site_name'])
    .select(['l.since', 'l.inside_since', 'l.source', 'l.record_id', 'l.doubts'])
    .select(['d.id as door_id', 'd.name as door_name'])
    .where('p.id', '=', personId)
    .executeTakeFirst()
  if (!row || !(seesStaff || row.kind === personKindCodes.visitor)) return undefined
  const { since, source, record_id, doubts } = row
  if (since === null || source === null || record_id === null || doubts === null) return null
  const refOf = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })
  return {
    area: refOf(row.area_id, row.area_name),
    site: refOf(row.site_id, row.site_name),
    ...toFacts({ ...row, since, source, record_id, doubts }),
  }
}

/** The places of these people, of those whom the caller sees. */
export async function readPersonPlaces(
  db: Db,
  ids: readonly string[],
  { seesStaff }: Pick<InsideView, 'seesStaff'>,
): Promise<PersonPlace[]> {
  const rows = await db
    .selectFrom('person_location as l')
    .innerJoin('person as p', 'p.id', 'l.person_id')
    .leftJoin('area as a', 'a.id', 'l.area_id')
    .leftJoin('door as d', 'd.id', 'l.door_id')
    .select(['p.id', 'l.since', 'a.id as area_id', 'a.name as area_name', 'd.id as door_id', 'd.name as door_name'])
    .where('l.person_id', 'in', [...ids])
    .$if(!seesStaff, (people) => people.where('p.kind', '=', personKindCodes.visitor))
    .execute()
  return rows.map((row) => ({
    personId: row.id,
    area: row.area_id === null || row.area_name === null ? null : { id: row.area_id, name: row.area_name },
    door: row.door_id === null || row.door_name === null ? null : { id: row.door_id, name: row.door_name },
    since: row.since,
  }))
}

/** People who are inside, the latest first. */
export async function readInside(db: Db, query: Query<typeof listInside>, view: InsideView) {
  const [since, personId] = decodeCursor(query.after, 'instant', 'id') ?? []
  const rows = await fromInside(db)
    .innerJoin('site as s', 's.id', 'a.site_id')
    .leftJoin('door as d', 'd.id', 'l.door_id')
    .select(['p.id', 'p.name', 'p.kind', 'p.portrait_id', 'a.id as area_id', 'a.name as area_name', 's.id as site_id'])
    .select(['s.name as site_name', 'l.since', 'l.inside_since', 'l.source', 'l.record_id', 'l.doubts'])
    .select(['d.id as door_id', 'd.name as door_name', 'p.valid_to'])
    .select(isSuspendedAt(view.now).as('is_suspended'))
    .where(conditions(query, view))
    .$if(since !== undefined, (page) =>
      page.where(sql<boolean>`(l.since, l.person_id) < (${since}::timestamptz, ${personId}::uuid)`),
    )
    .orderBy('l.since', 'desc')
    .orderBy('l.person_id', 'desc')
    .limit(query.size + 1)
    .execute()
  const { total } = await fromInside(db)
    .where(conditions(query, view))
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = rows.slice(0, query.size).map((row): PersonInside => ({
    person: {
      id: row.id,
      name: row.name,
      kind: groupKindOf(row.kind),
      portraitId: row.portrait_id,
      isSuspended: row.is_suspended,
    },
    area: { id: row.area_id, name: row.area_name },
    site: { id: row.site_id, name: row.site_name },
    visitEndsAt: row.kind === personKindCodes.visitor ? row.valid_to : null,
    ...toFacts(row),
  }))
  const last = items.at(-1)
  const hasMore = rows.length > query.size
  return { items, next: hasMore && last ? encodeCursor(last.since, last.person.id) : null, total: Number(total) }
}

/** How many people, visitors and doubts a group of locations has. */
const isVisitor = sql<boolean>`p.kind = ${sql.lit(personKindCodes.visitor)}`
const figures = [
  sql<number>`count(p.id)::int`.as('people'),
  sql<number>`(count(p.id) filter (where ${isVisitor}))::int`.as('visitors'),
  sql<number>`(count(p.id) filter (where l.doubts <> '{}'))::int`.as('unsure'),
] as const

/** How many people are in each area where somebody is. */
export async function readCounts(db: Db, countsStaff: boolean): Promise<InsideCounts> {
  const rows = await fromInside(db)
    .$if(!countsStaff, (people) => people.where(isVisitor))
    .where('l.area_id', 'is not', null)
    .groupBy(['a.id', 'a.site_id'])
    .orderBy('a.id')
    .select(['a.id', 'a.site_id'])
    .select(figures)
    .execute()
  const areas = rows.map(({ id, site_id, people, visitors, unsure }) => ({
    areaId: id,
    siteId: site_id,
    people,
    visitors,
    unsure,
  }))
  const sumOf = (read: (area: (typeof areas)[number]) => number) => areas.reduce((sum, area) => sum + read(area), 0)
  return { areas, people: sumOf(({ people }) => people), visitors: sumOf(({ visitors }) => visitors) }
}

const emptyFigures = { people: 0, visitors: 0, unsure: 0 }

/** The sites with their figures, by name, and the areas of the one that was asked for, or of the only one. */
export async function readPlaces(db: Db, siteId: string | undefined, countsStaff: boolean): Promise<PlacesInside> {
  const { areas: counted } = await readCounts(db, countsStaff)
  const named = await db
    .selectFrom('site')
    .select(['id', 'name'])
    .orderBy('name')
    .orderBy('id')
    .limit(maxSitesInside)
    .execute()
  const sites = named.map(({ id, name }) => {
    const within = counted.filter((area) => area.siteId === id)
    const sumOf = (key: keyof typeof emptyFigures) => within.reduce((sum, area) => sum + area[key], 0)
    return { id, name, people: sumOf('people'), visitors: sumOf('visitors'), unsure: sumOf('unsure') }
  })
  const shown = siteId ?? (sites.length === 1 ? sites[0]?.id : undefined)
  const found = shown === undefined ? [] : await readAreasOf(db, shown)
  const figuresOf = new Map(
    counted.map(({ areaId, people, visitors, unsure }) => [areaId, { people, visitors, unsure }]),
  )
  const areas = found.map(({ id, parent_id, name }) => ({
    id,
    parentAreaId: parent_id,
    name,
    ...(figuresOf.get(id) ?? emptyFigures),
  }))
  return { sites, areas, siteId: found.length > 0 ? (shown ?? null) : null }
}

/** Parents before children, siblings by name. */
async function readAreasOf(db: Db, siteId: string) {
  const all = await db
    .selectFrom('area')
    .select(['id', 'parent_id', 'name'])
    .where('site_id', '=', siteId)
    .orderBy('name')
    .execute()
  const below = (parentId: string | null): typeof all =>
    all.filter(({ parent_id }) => parent_id === parentId).flatMap((area) => [area, ...below(area.id)])
  return below(null)
}

/** People in these areas themselves. */
export async function countPeopleIn(db: Db, areaIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('person_location')
    .where('area_id', 'in', areaIds)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The names of these areas, by their ids; null is outside and has none. */
export async function readAreaNames(
  db: Db,
  areaIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = areaIds.filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('area').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Those of these sites that exist. */
export const readSiteNames = async (db: Db, ids: readonly string[]) =>
  ids.length === 0 ? [] : db.selectFrom('site').select(['id', 'name']).where('id', 'in', ids).execute()

/** The names of the latest who came into these sites, or from area to area in them. */
export async function readLatestNames(db: Db, siteIds: readonly string[], limit: number): Promise<string[]> {
  if (siteIds.length === 0) return []
  const rows = await fromInside(db)
    .where('a.site_id', 'in', siteIds)
    .where('l.area_id', 'is not', null)
    .select('p.name')
    .orderBy('l.since', 'desc')
    .orderBy('l.person_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}
