import type { InsideCounts, listInside, PersonInside } from '@gatehouse/contract/features/inside.ts'
import { presenceDoubts } from '@gatehouse/engine/door/vocabulary.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { matchNames } from '../../people/match-people-reads.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'

type Tables = Database & { l: Database['person_location']; p: Database['person']; a: Database['area'] }
type Where = ExpressionBuilder<Tables, 'l' | 'p' | 'a'>

/** The area with the areas inside it. */
const areasIn = (areaId: string) => sql<string>`(with recursive part as (
  select ${areaId}::uuid as id union all select a.id from area a join part on a.parent_id = part.id) select id from part)`

const conditions =
  (query: Query<typeof listInside>, seesStaff: boolean) =>
  (where: Where): ExpressionWrapper<Tables, 'l' | 'p' | 'a', SqlBool> =>
    where.and([
      where('l.area_id', 'is not', null),
      ...(seesStaff ? [] : [where('p.kind', '=', personKindCodes.visitor)]),
      ...(query.kind === undefined ? [] : [where('p.kind', '=', personKindCodes[query.kind])]),
      ...(query.siteId === undefined ? [] : [where('a.site_id', '=', query.siteId)]),
      ...(query.areaId === undefined ? [] : [where('l.area_id', 'in', areasIn(query.areaId))]),
      ...(query.keyword === undefined ? [] : [matchNames(query.keyword).ofOne]),
    ])

const fromInside = (db: Db) =>
  db
    .selectFrom('person_location as l')
    .innerJoin('person as p', 'p.id', 'l.person_id')
    .innerJoin('area as a', 'a.id', 'l.area_id')

/** People who are inside, the latest first. */
export async function readInside(db: Db, query: Query<typeof listInside>, seesStaff: boolean) {
  const [since, personId] = decodeCursor(query.after, 'instant', 'id') ?? []
  const rows = await fromInside(db)
    .innerJoin('site as s', 's.id', 'a.site_id')
    .leftJoin('door as d', 'd.id', 'l.door_id')
    .select(['p.id', 'p.name', 'p.kind', 'p.portrait_id', 'a.id as area_id', 'a.name as area_name', 's.id as site_id'])
    .select(['s.name as site_name', 'l.since', 'l.inside_since', 'l.source', 'l.record_id', 'l.doubts'])
    .select(['d.id as door_id', 'd.name as door_name'])
    .where(conditions(query, seesStaff))
    .$if(since !== undefined, (page) =>
      page.where(sql<boolean>`(l.since, l.person_id) < (${since}::timestamptz, ${personId}::uuid)`),
    )
    .orderBy('l.since', 'desc')
    .orderBy('l.person_id', 'desc')
    .limit(query.size + 1)
    .execute()
  const { total } = await fromInside(db)
    .where(conditions(query, seesStaff))
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = rows.slice(0, query.size).map((row): PersonInside => ({
    person: { id: row.id, name: row.name, kind: groupKindOf(row.kind), portraitId: row.portrait_id },
    area: { id: row.area_id, name: row.area_name },
    site: { id: row.site_id, name: row.site_name },
    since: row.since,
    insideSince: row.inside_since,
    source: row.source,
    door: row.door_id === null || row.door_name === null ? null : { id: row.door_id, name: row.door_name },
    recordId: row.source === 'passage' ? row.record_id : null,
    doubts: presenceDoubts.filter((doubt) => row.doubts.includes(doubt)),
  }))
  const last = items.at(-1)
  const hasMore = rows.length > query.size
  return { items, next: hasMore && last ? encodeCursor(last.since, last.person.id) : null, total: Number(total) }
}

/** How many people are in each area where somebody is. */
export async function readCounts(db: Db, seesStaff: boolean): Promise<InsideCounts> {
  const rows = await fromInside(db)
    .$if(!seesStaff, (people) => people.where('p.kind', '=', personKindCodes.visitor))
    .where('l.area_id', 'is not', null)
    .groupBy(['a.id', 'a.site_id'])
    .orderBy('a.id')
    .select(['a.id', 'a.site_id'])
    .select((row) => [
      row.fn.countAll<number>().as('people'),
      row.fn.countAll<number>().filterWhere('p.kind', '=', personKindCodes.visitor).as('visitors'),
      row.fn
        .countAll<number>()
        .filterWhere(sql<boolean>`l.doubts <> '{}'`)
        .as('unsure'),
    ])
    .execute()
  const areas = rows.map((row) => ({
    areaId: row.id,
    siteId: row.site_id,
    people: Number(row.people),
    visitors: Number(row.visitors),
    unsure: Number(row.unsure),
  }))
  const sumOf = (read: (area: (typeof areas)[number]) => number) => areas.reduce((sum, area) => sum + read(area), 0)
  return { areas, people: sumOf(({ people }) => people), visitors: sumOf(({ visitors }) => visitors) }
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
