import type { listPolicies, Policy, PolicyHints } from '@gatehouse/contract/features/policies.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'
import { likePattern } from '../../lib/like-pattern.ts'

type PairRow = {
  device_id: string
  device_name: string
  location: string | null
  group_id: string
  group_name: string
  group_kind: number
  is_default: boolean
}

type Row = PairRow & {
  id: string
  timetable_id: string
  timetable_name: string
  is_bound: boolean
  pair_count: number
  created_at: string
}

const pairColumns = sql`d.id as device_id, d.name as device_name, d.location, g.id as group_id, g.name as group_name,
  g.kind as group_kind, g.is_default`
const columns = sql`p.id, ${pairColumns}, t.id as timetable_id, t.name as timetable_name,
  exists (select from device_group b where b.device_id = p.device_id and b.group_id = p.group_id) as is_bound,
  (select count(*) from pass_policy o where o.device_id = p.device_id and o.group_id = p.group_id)::int as pair_count, p.created_at`
const joins = sql`join device d on d.id = p.device_id join person_group g on g.id = p.group_id join timetable t on t.id = p.timetable_id`

const toPair = (row: PairRow) => ({
  device: { id: row.device_id, name: row.device_name, location: row.location },
  group: { id: row.group_id, name: row.group_name, kind: groupKindOf(row.group_kind), isDefault: row.is_default },
})

const toPolicy = (row: Row): Policy => ({
  id: row.id,
  ...toPair(row),
  timetable: { id: row.timetable_id, name: row.timetable_name },
  isBound: row.is_bound,
  pairCount: row.pair_count,
  createdAt: row.created_at,
})

const orders = {
  device: sql`d.name, d.id, g.kind, g.name, g.id, t.name, p.id`,
  group: sql`g.kind, g.name, g.id, d.name, d.id, t.name, p.id`,
} as const

export async function readPolicyPage(db: Db, query: Query<typeof listPolicies>) {
  const pattern = query.keyword && likePattern(query.keyword)
  const from = sql`from pass_policy p ${joins} where
    ${pattern ? sql`(d.name ilike ${pattern} or d.location ilike ${pattern} or g.name ilike ${pattern} or t.name ilike ${pattern})` : sql`true`}
    and ${query.deviceId ? sql`p.device_id = ${query.deviceId}` : sql`true`}
    and ${query.groupId ? sql`p.group_id = ${query.groupId}` : sql`true`}
    and ${query.timetableId ? sql`p.timetable_id = ${query.timetableId}` : sql`true`}`
  const { rows } = await sql<Row>`
    select ${columns} ${from} order by ${orders[query.by]}
    limit ${query.size} offset ${(query.page - 1) * query.size}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  return { items: rows.map(toPolicy), total: counts[0]?.total ?? 0 }
}

export async function readPolicy(db: Db, id: string): Promise<Policy | undefined> {
  const { rows } = await sql<Row>`select ${columns} from pass_policy p ${joins} where p.id = ${id}`.execute(db)
  return rows[0] && toPolicy(rows[0])
}

/** The name of many policies in the operation log, which has one line for them: the first few are enough. */
export async function readPolicyNames(db: Db, ids: readonly string[]): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select d.name || ' – ' || g.name as name from pass_policy p ${joins}
    where p.id = any(${[...ids]}::uuid[]) order by ${orders.device} limit 20`.execute(db)
  return rows.map(({ name }) => name).join(', ')
}

const maxHints = 50
type Counted = { total: number }
const totalOf = (rows: readonly Counted[]) => rows[0]?.total ?? 0

/** Conflicts and gaps. `today` is the enterprise's date: a timetable whose last day is before it never opens again. */
export async function readPolicyHints(db: Db, today: string): Promise<PolicyHints> {
  const policiesWhere = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<Row & Counted>`
      select ${columns}, count(*) over ()::int as total from pass_policy p ${joins} where ${condition}
      order by ${orders.device} limit ${maxHints}`.execute(db)
    return { items: rows.map(toPolicy), total: totalOf(rows) }
  }
  const idle = await policiesWhere(
    sql`not exists (select from device_group b where b.device_id = p.device_id and b.group_id = p.group_id)`,
  )
  const neverOpen = await policiesWhere(
    sql`(t.valid_to_on < ${today}::date or (t.week = '[[],[],[],[],[],[],[]]' and (t.holiday = '[]' or t.holidays = '[]')))`,
  )
  const { rows: several } = await sql<PairRow & Counted & { timetables: { id: string; name: string }[] }>`
    select ${pairColumns}, json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name) as timetables,
      count(*) over ()::int as total
    from pass_policy p ${joins} group by d.id, g.id having count(*) > 1
    order by d.name, d.id, g.name, g.id limit ${maxHints}`.execute(db)
  const { rows: always } = await sql<PairRow & Counted>`
    select ${pairColumns}, count(*) over ()::int as total
    from device_group b join device d on d.id = b.device_id join person_group g on g.id = b.group_id
    where g.kind <> 5 and not exists (select from pass_policy p where p.device_id = b.device_id and p.group_id = b.group_id)
    order by d.name, d.id, g.name, g.id limit ${maxHints}`.execute(db)
  return {
    idle: idle.items,
    neverOpen: neverOpen.items,
    several: several.map((row) => ({ ...toPair(row), timetables: row.timetables })),
    always: always.map(toPair),
    counts: { idle: idle.total, neverOpen: neverOpen.total, several: totalOf(several), always: totalOf(always) },
  }
}
