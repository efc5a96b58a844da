import type {
  listTimetables,
  Timetable,
  TimetableSummary,
  TimetableUse,
} from '@gatehouse/contract/features/timetables.ts'
import { timetable as timetableSchema } from '@gatehouse/contract/features/timetables.ts'
import { type LimitedDevice, maxOtherTimetables } from '@gatehouse/contract/features/timetables/limits.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'
import { likePattern } from '../../lib/like-pattern.ts'

type Row = {
  id: string
  name: string
  valid_from_on: string | null
  valid_to_on: string | null
  week: unknown
  holiday: unknown
  holiday_count: number
  policy_count: number
  device_count: number
  created_at: string
}

const columns = sql`t.id, t.name, t.valid_from_on::text, t.valid_to_on::text, t.week, t.holiday, jsonb_array_length(t.holidays) as holiday_count,
  (select count(*) from pass_policy p where p.timetable_id = t.id)::int as policy_count,
  (select count(distinct p.device_id) from pass_policy p where p.timetable_id = t.id)::int as device_count, t.created_at`

/** The row was written in the contract's own terms. */
const hours = timetableSchema.pick({ week: true, holiday: true })

const toSummary = (row: Row): TimetableSummary => ({
  id: row.id,
  name: row.name,
  validFromOn: row.valid_from_on,
  validToOn: row.valid_to_on,
  ...hours.parse({ week: row.week, holiday: row.holiday }),
  holidayCount: row.holiday_count,
  policyCount: row.policy_count,
  deviceCount: row.device_count,
  createdAt: row.created_at,
})

const sortColumns = { name: sql`t.name`, createdAt: sql`t.created_at` } as const

export async function readTimetablePage(db: Db, query: Query<typeof listTimetables>) {
  const where = query.keyword ? sql`t.name ilike ${likePattern(query.keyword)}` : sql`true`
  const order = query.order === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<Row>`
    select ${columns} from timetable t where ${where}
    order by ${sortColumns[query.sort]} ${order}, t.id ${order}
    limit ${query.size} offset ${(query.page - 1) * query.size}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from timetable t where ${where}`.execute(db)
  return { items: rows.map(toSummary), total: counts[0]?.total ?? 0 }
}

/** The uses of a timetable, by device: as many as a person reads. */
const maxUsesNamed = 200

type UseRow = {
  policy_id: string
  device_id: string
  device_name: string
  location: string | null
  group_id: string
  group_name: string
  group_kind: number
  is_default: boolean
}

async function readUses(db: Db, timetableId: string): Promise<TimetableUse[]> {
  const { rows } = await sql<UseRow>`
    select p.id as policy_id, d.id as device_id, d.name as device_name, d.location, g.id as group_id, g.name as group_name,
      g.kind as group_kind, g.is_default
    from pass_policy p join device d on d.id = p.device_id join person_group g on g.id = p.group_id
    where p.timetable_id = ${timetableId} order by d.name, d.id, g.name, g.id limit ${maxUsesNamed}`.execute(db)
  return rows.map((row) => ({
    policyId: row.policy_id,
    device: { id: row.device_id, name: row.device_name, location: row.location },
    group: {
      id: row.group_id,
      name: row.group_name,
      kind: groupKindOf(row.group_kind),
      isDefault: row.is_default,
    },
  }))
}

/** One timetable with its uses; undefined when there is none. */
export async function readTimetable(db: Db, id: string): Promise<Timetable | undefined> {
  const { rows } = await sql<Row & { holidays: unknown; version: number }>`
    select ${columns}, t.holidays, t.version from timetable t where t.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    ...toSummary(row),
    ...timetableSchema.pick({ holidays: true }).parse({ holidays: row.holidays }),
    version: row.version,
    uses: await readUses(db, id),
  }
}

export const hasTimetable = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('timetable').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** The devices that have this timetable. */
export async function selectDevicesOfTimetable(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pass_policy')
    .select('device_id')
    .where('timetable_id', '=', id)
    .union(
      db
        .selectFrom('door_rule as r')
        .innerJoin('door_reader as w', 'w.door_id', 'r.door_id')
        .select('w.device_id')
        .where((rule) => rule.or([rule('r.free_timetable_id', '=', id), rule('r.first_timetable_id', '=', id)])),
    )
    .orderBy('device_id')
    .execute()
  return rows.map((row) => row.device_id)
}

type AboutToChange = {
  except: string | undefined
  groupIds: readonly string[]
  replaces: boolean
  policyId: string | undefined
}

/**
 * By device: the timetables of its policies but one, and whether a group of it has none, other than those that are about to get one, which may
 * lose the others by that, or the one of a policy.
 */
export async function readTimetablesAt(
  db: Db,
  deviceIds: readonly string[],
  { except, groupIds, replaces, policyId }: AboutToChange,
) {
  const atDevices = new Map<string, Pick<LimitedDevice, 'others' | 'isOpenToSome'>>()
  if (deviceIds.length === 0) return atDevices
  const rows = await db
    .selectFrom('device_group as g')
    .innerJoin('person_group as k', 'k.id', 'g.group_id')
    .leftJoin('pass_policy as p', (join) =>
      join
        .onRef('p.device_id', '=', 'g.device_id')
        .onRef('p.group_id', '=', 'g.group_id')
        .$call((on) => (policyId === undefined ? on : on.on('p.id', '!=', policyId))),
    )
    .leftJoin('timetable as t', 't.id', 'p.timetable_id')
    .select(['g.device_id', 't.id', 't.name', 't.valid_from_on', 't.valid_to_on', 't.week', 't.holiday', 't.holidays'])
    .distinct()
    .where('g.device_id', 'in', [...deviceIds])
    // Its people pass nowhere.
    .where('k.kind', '!=', personKindCodes.blacklisted)
    .$if(groupIds.length > 0, (rows) =>
      rows.where((or) =>
        or.or([...(replaces ? [] : [or('t.id', 'is not', null)]), or('g.group_id', 'not in', [...groupIds])]),
      ),
    )
    .orderBy('t.name')
    .execute()
  for (const { device_id, id, name, ...row } of rows) {
    const before = atDevices.get(device_id) ?? { others: [], isOpenToSome: false }
    if (id === null) atDevices.set(device_id, { ...before, isOpenToSome: true })
    else if (id !== except && before.others.length < maxOtherTimetables)
      atDevices.set(device_id, { ...before, others: [...before.others, { name: name ?? '', ...hoursOf(row) }] })
  }
  return atDevices
}

const wholeHours = timetableSchema.pick({
  validFromOn: true,
  validToOn: true,
  week: true,
  holiday: true,
  holidays: true,
})
const hoursOf = ({
  valid_from_on: validFromOn,
  valid_to_on: validToOn,
  ...row
}: {
  valid_from_on: string | null
  valid_to_on: string | null
}) => wholeHours.parse({ validFromOn, validToOn, ...row })
