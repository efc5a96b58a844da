import type {
  listMusterEvents,
  listMusterPeople,
  listMusters,
  Muster,
  MusterCounts,
  MusterEvent,
  MusterPerson,
  MusterSummary,
  musterOrders,
} from '@gatehouse/contract/features/muster.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { presenceDoubts } from '@gatehouse/engine/door/vocabulary.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { matchNames } from '../../people/match-people-reads.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'

/** Whether the reader sees staff, or visitors only. */
export type Sight = { seesStaff: boolean }

export const findRunning = (db: Db, siteId: string) =>
  db
    .selectFrom('muster')
    .select(['id', 'started_by'])
    .where('site_id', '=', siteId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** Mostly none. */
export const selectRunning = (db: Db) =>
  db.selectFrom('muster').select(['id', 'site_id']).where('ended_at', 'is', null).orderBy('id').execute()

/** People in a muster, or the visitors among them. */
const selectVisible = (db: Db, { seesStaff }: Sight) =>
  db
    .selectFrom('muster_person as m')
    .leftJoin('person as p', 'p.id', 'm.person_id')
    .$if(!seesStaff, (people) => people.where('p.kind', '=', personKindCodes.visitor))

/** `pointId`: of the people of one point only. */
async function countPeople(
  db: Db,
  ids: readonly string[],
  sight: Sight,
  pointId: string | null = null,
): Promise<(id: string) => MusterCounts> {
  const rows =
    ids.length === 0
      ? []
      : await selectVisible(db, sight)
          .where('m.muster_id', 'in', ids)
          .$if(pointId !== null, (people) => people.where('m.point_id', '=', pointId))
          .select(['m.muster_id', 'm.state'])
          .select((row) => row.fn.countAll<number>().as('count'))
          .groupBy(['m.muster_id', 'm.state'])
          .execute()
  return (id) => {
    const counts: MusterCounts = { people: 0, missing: 0, safe: 0, notOnSite: 0 }
    for (const { state, count } of rows.filter(({ muster_id }) => muster_id === id)) {
      counts[state === 'not-on-site' ? 'notOnSite' : state] = Number(count)
      counts.people += Number(count)
    }
    return counts
  }
}

export const countsOf = async (db: Db, id: string, sight: Sight): Promise<MusterCounts> =>
  (await countPeople(db, [id], sight))(id)

/** Of the list of a steward. */
export const countList = async (db: Db, { muster_id, point_id }: StewardScope): Promise<MusterCounts> =>
  (await countPeople(db, [muster_id], { seesStaff: true }, point_id))(muster_id)

const selectMusters = (db: Db) =>
  db
    .selectFrom('muster as m')
    .leftJoin('site as s', 's.id', 'm.site_id')
    .select(['m.id', 'm.site_id', 'm.site_name', 'm.is_drill', 'm.note', 'm.started_at', 'm.started_by'])
    .select(['m.started_how', 'm.ended_at', 'm.ended_by', 'm.end_note', 'm.cleared_at', 'm.revision'])
    .select((row) =>
      row.fn.coalesce('s.time_zone', row.selectFrom('company').select('time_zone').limit(1)).$notNull().as('time_zone'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof selectMusters>['executeTakeFirstOrThrow']>>

const toSummary = (row: Row, counts: MusterCounts): MusterSummary => ({
  id: row.id,
  site: { id: row.site_id, name: row.site_name, timeZone: row.time_zone },
  isDrill: row.is_drill,
  note: row.note,
  startedAt: row.started_at,
  startedBy: row.started_by,
  startedHow: row.started_how,
  endedAt: row.ended_at,
  endedBy: row.ended_by,
  endNote: row.end_note,
  clearedAt: row.cleared_at,
  counts,
})

/** The latest first. */
export async function readMusterPage(db: Db, query: Query<typeof listMusters>, sight: Sight) {
  const { siteId, isRunning } = query
  const rows = await selectMusters(db)
    .$if(siteId !== undefined, (musters) => musters.where('m.site_id', '=', siteId ?? ''))
    .$if(isRunning !== undefined, (musters) => musters.where('m.ended_at', isRunning ? 'is' : 'is not', null))
    .orderBy('m.started_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .execute()
  const { total } = await db
    .selectFrom('muster as m')
    .$if(siteId !== undefined, (musters) => musters.where('m.site_id', '=', siteId ?? ''))
    .$if(isRunning !== undefined, (musters) => musters.where('m.ended_at', isRunning ? 'is' : 'is not', null))
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const countsIn = await countPeople(
    db,
    rows.map(({ id }) => id),
    sight,
  )
  return { items: rows.map((row) => toSummary(row, countsIn(row.id))), total: Number(total) }
}

/** These musters, with everybody counted. */
export async function readMusters(db: Db, ids: readonly string[]): Promise<MusterSummary[]> {
  if (ids.length === 0) return []
  const rows = await selectMusters(db).where('m.id', 'in', ids).execute()
  const countsIn = await countPeople(db, ids, { seesStaff: true })
  return rows.map((row) => toSummary(row, countsIn(row.id)))
}

/** The points of a muster: those of its site, and those that its people or their marks name. */
async function readPointsOf(db: Db, { id, site_id }: Row, sight: Sight) {
  const here =
    site_id === null
      ? []
      : await db.selectFrom('muster_point').select(['id', 'name']).where('site_id', '=', site_id).execute()
  const expected = await selectVisible(db, sight)
    .where('m.muster_id', '=', id)
    .select(['m.point_id', 'm.point_name'])
    .select((row) => [
      row.fn.countAll<number>().as('people'),
      row.fn.countAll<number>().filterWhere('m.state', '=', 'missing').as('missing'),
    ])
    .groupBy(['m.point_id', 'm.point_name'])
    .execute()
  const marked = await selectVisible(db, sight)
    .where('m.muster_id', '=', id)
    .where('m.state', '=', 'safe')
    .where('m.marked_point_id', 'is not', null)
    .select(['m.marked_point_id', 'm.marked_point_name'])
    .select((row) => row.fn.countAll<number>().as('people'))
    .groupBy(['m.marked_point_id', 'm.marked_point_name'])
    .execute()
  const points = new Map<string, Muster['points'][number]>()
  const at = (pointId: string, name: string | null) => {
    const point = points.get(pointId) ?? { id: pointId, name: name ?? '', people: 0, missing: 0, markedHere: 0 }
    points.set(pointId, point)
    return point
  }
  for (const point of here) at(point.id, point.name)
  const withoutPoint = { people: 0, missing: 0 }
  for (const { point_id, point_name, people, missing } of expected) {
    const target = point_id === null ? withoutPoint : at(point_id, point_name)
    target.people += Number(people)
    target.missing += Number(missing)
  }
  for (const { marked_point_id, marked_point_name, people } of marked)
    if (marked_point_id !== null) at(marked_point_id, marked_point_name).markedHere += Number(people)
  const byName = [...points.values()].toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
  return { points: byName, withoutPoint }
}

async function readLastClearSeconds(db: Db, { id, site_id, started_at }: Row): Promise<number | null> {
  const last = await db
    .selectFrom('muster')
    .select(['started_at', 'cleared_at'])
    .where('site_id', '=', site_id)
    .where('started_at', '<', started_at)
    .where('id', '<>', id)
    .where('cleared_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.cleared_at ? secondsBetween(last.started_at, last.cleared_at) : null
}

export const secondsBetween = (from: string, to: string) =>
  Math.round(Temporal.Instant.from(from).until(Temporal.Instant.from(to)).total('seconds'))

export async function readMuster(db: Db, id: string, sight: Sight): Promise<Muster | undefined> {
  const row = await selectMusters(db).where('m.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return {
    ...toSummary(row, await countsOf(db, id, sight)),
    ...(await readPointsOf(db, row, sight)),
    lastClearSeconds: row.site_id === null ? null : await readLastClearSeconds(db, row),
  }
}

const orders = {
  name: 'p.name',
  door: 'm.door_name',
  department: 'd.name',
  since: 'm.since',
} as const satisfies Record<(typeof musterOrders)[number], string>

const selectListed = (db: Db, sight: Sight) =>
  selectVisible(db, sight)
    .leftJoin('department as d', 'd.id', 'p.department_id')
    .leftJoin('visitor as v', 'v.person_id', 'p.id')
    .leftJoin('person as h', 'h.id', 'v.host_id')
    .select(['m.id', 'm.area_id', 'm.area_name', 'm.door_id', 'm.door_name', 'm.since', 'm.doubts', 'm.point_id'])
    .select(['m.point_name', 'm.is_latecomer', 'm.state', 'm.marked_at', 'm.marked_how', 'm.marked_by'])
    .select(['m.marked_point_id', 'm.marked_point_name', 'm.revision'])
    .select(['p.id as person_id', 'p.name', 'p.kind', 'p.portrait_id', 'd.name as department'])
    .select(['h.id as host_id', 'h.name as host'])

type Listed = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

const refOf = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })

const toPerson = (row: Listed): MusterPerson => ({
  id: row.id,
  person:
    row.person_id === null || row.name === null || row.kind === null
      ? null
      : {
          id: row.person_id,
          name: row.name,
          kind: groupKindOf(row.kind),
          portraitId: row.portrait_id,
          department: row.department,
          host: refOf(row.host_id, row.host),
        },
  area: refOf(row.area_id, row.area_name),
  door: refOf(row.door_id, row.door_name),
  since: row.since,
  doubts: presenceDoubts.filter((doubt) => row.doubts.includes(doubt)),
  point: refOf(row.point_id, row.point_name),
  isLatecomer: row.is_latecomer,
  state: row.state,
  mark:
    row.marked_at === null || row.marked_how === null
      ? null
      : {
          at: row.marked_at,
          how: row.marked_how,
          by: row.marked_by ?? '',
          point: refOf(row.marked_point_id, row.marked_point_name),
        },
})

type Wanted = Pick<Query<typeof listMusterPeople>, 'keyword' | 'state' | 'pointId'>

const narrowed = <T extends ReturnType<typeof selectVisible>>(people: T, id: string, query: Wanted): T => {
  const { keyword, state, pointId } = query
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- conditions do not change what is selected
  return people
    .where('m.muster_id', '=', id)
    .$if(state !== undefined, (rows) => rows.where('m.state', '=', state ?? 'missing'))
    .$if(pointId !== undefined, (rows) => rows.where('m.point_id', '=', pointId ?? ''))
    .$if(keyword !== undefined, (rows) => rows.where(matchNames(keyword ?? '').ofOne)) as T
}

export async function readPeoplePage(db: Db, id: string, query: Query<typeof listMusterPeople>, sight: Sight) {
  const rows = await narrowed(selectListed(db, sight), id, query)
    .orderBy(orders[query.sort], (order) => (query.order === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('p.name')
    .orderBy('m.id')
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .execute()
  const { total } = await narrowed(selectVisible(db, sight), id, query)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(toPerson), total: Number(total) }
}

/** Everybody, by name: for paper and reports. */
export async function readAllPeople(db: Db, id: string): Promise<MusterPerson[]> {
  const rows = await selectListed(db, { seesStaff: true })
    .where('m.muster_id', '=', id)
    .orderBy('p.name')
    .orderBy('m.id')
    .execute()
  return rows.map(toPerson)
}

/** The list of a link: the people of its point, or everybody. */
type StewardScope = { muster_id: string; point_id: string | null }

/** The facts about a muster that a steward sees. */
export async function readForSteward(db: Db, id: string) {
  const muster = await selectMusters(db).where('m.id', '=', id).executeTakeFirstOrThrow()
  const points = await db
    .selectFrom('muster_point as p')
    .innerJoin('muster as m', 'm.site_id', 'p.site_id')
    .select(['p.id', 'p.name'])
    .where('m.id', '=', id)
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
  return { ...muster, points }
}

/** The list of a steward: people of a point, or everybody; those who have changed after a revision, or all. */
export const selectForSteward = (db: Db, { muster_id, point_id }: StewardScope, after: number | undefined) =>
  selectListed(db, { seesStaff: true })
    .where('m.muster_id', '=', muster_id)
    .$if(point_id !== null, (rows) => rows.where('m.point_id', '=', point_id))
    .$if(after !== undefined, (rows) => rows.where('m.revision', '>', after ?? 0))
    .orderBy('p.name')
    .orderBy('m.id')
    .execute()

/** The portraits of these people on the list of a steward. */
export const selectFaces = (db: Db, { muster_id, point_id }: StewardScope, ids: readonly string[]) =>
  db
    .selectFrom('muster_person as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .innerJoin('image as i', 'i.id', 'p.portrait_id')
    .select(['m.id', 'i.blob_hash'])
    .where('m.muster_id', '=', muster_id)
    .where('m.id', 'in', ids)
    .$if(point_id !== null, (rows) => rows.where('m.point_id', '=', point_id))
    .execute()

/** Those of these ids in a muster that are of visitors. */
export async function selectVisitors(db: Db, musterId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await selectVisible(db, { seesStaff: false })
    .select('m.id')
    .where('m.muster_id', '=', musterId)
    .where('m.id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

/** The latest first. */
export async function readEventPage(db: Db, id: string, query: Query<typeof listMusterEvents>) {
  const [at, eventId] = decodeCursor(query.after, 'instant', 'id') ?? []
  const rows = await db
    .selectFrom('muster_event as e')
    .leftJoin('muster_person as m', 'm.id', 'e.muster_person_id')
    .leftJoin('person as p', 'p.id', 'm.person_id')
    .select(['e.id', 'e.kind', 'e.at', 'e.by', 'e.how', 'e.state', 'e.is_late', 'p.id as person_id', 'p.name'])
    .where('e.muster_id', '=', id)
    .$if(at !== undefined, (events) =>
      events.where(sql<boolean>`(e.at, e.id) < (${at}::timestamptz, ${eventId}::uuid)`),
    )
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(query.size + 1)
    .execute()
  const items = rows.slice(0, query.size).map((row): MusterEvent => ({
    id: row.id,
    kind: row.kind,
    at: row.at,
    by: row.by,
    how: row.how,
    state: row.state,
    person: refOf(row.person_id, row.name),
    isLate: row.is_late,
  }))
  const last = items.at(-1)
  return { items, next: rows.length > query.size && last ? encodeCursor(last.at, last.id) : null }
}
