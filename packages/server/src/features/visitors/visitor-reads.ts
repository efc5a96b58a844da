import type {
  Host,
  listVisitors,
  Visitor,
  VisitorCounts,
  VisitorStatus,
  VisitorSummary,
} from '@gatehouse/contract/features/visitors.ts'
import type { PresentSuspension } from '@gatehouse/contract/features/suspensions.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import { countUpTo } from '../../db/count-up-to.ts'
import { countPeople, findMatches, type PeopleList, personOf } from '../../people/first-matches-reads.ts'
import type { Db } from '../../db/open-database.ts'
import { readPersonDevices } from '../../device-link/outbox/person-device-reads.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'
import { matchPeople } from '../../people/match-people-reads.ts'
import { type PresentVisibility, visibleEmail, visibleIdNumber, visiblePhone } from '../../people/field-visibility.ts'
import { hasLeftAt, presentSuspension } from '../../people/suspension-reads.ts'
import { searchForm, showEmail } from '../../people/person-columns.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'

type Row = {
  id: string
  name: string
  company: string | null
  purpose: string | null
  host_id: string | null
  host_name: string | null
  guest_rating: number | null
  groups: { id: string; name: string }[]
  valid_from: string
  valid_to: string
  suspension: PresentSuspension | null
  phone_sealed: Buffer | null
  phone_masked: string | null
  portrait_id: string | null
  created_at: string
}

const visitorCode = sql.lit(personKindCodes.visitor)

export function statusAt(now: string, validFrom: string, validTo: string): VisitorStatus {
  const at = Temporal.Instant.from(now)
  if (Temporal.Instant.compare(at, validTo) >= 0) return 'expired'
  return Temporal.Instant.compare(at, validFrom) < 0 ? 'not-yet-effective' : 'effective'
}

const hostOf = ({ host_id, host_name }: Row) =>
  host_id !== null && host_name !== null ? { id: host_id, name: host_name } : null

const toSummary = (row: Row, visibility: PresentVisibility): VisitorSummary => ({
  id: row.id,
  name: row.name,
  company: row.company,
  purpose: row.purpose,
  host: hostOf(row),
  groups: row.groups,
  validFromAt: row.valid_from,
  validToAt: row.valid_to,
  status: statusAt(visibility.now, row.valid_from, row.valid_to),
  suspension: row.suspension,
  guestRating: row.guest_rating,
  phone: visiblePhone(visibility, row),
  portraitId: row.portrait_id,
  createdAt: row.created_at,
})

const columnsAt = (
  now: string,
) => sql`p.id, p.name, v.company, v.purpose, v.host_id, h.name as host_name, v.guest_rating, p.valid_from, p.valid_to,
  p.phone_sealed, p.phone_masked, p.portrait_id, p.created_at, ${presentSuspension(now)} as suspension,
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name)
    from group_member m join person_group g on g.id = m.group_id where m.person_id = p.id), '[]') as groups`

/** The sort order of a list: with a status, by the relevant end of the period, along that end's own index. */
type Order = { by: RawBuilder<unknown>; where: RawBuilder<unknown>; isUp: boolean; key: (row: Row) => string }

function orderOf({ status, shown }: Pick<PageQuery, 'status' | 'shown'>, now: string): Order {
  const at = sql`${now}::timestamptz`
  switch (status ?? shown) {
    case 'not-yet-effective':
      return { by: sql`p.valid_from`, where: sql`p.valid_from > ${at}`, isUp: true, key: (row) => row.valid_from }
    case 'effective':
      return {
        by: sql`p.valid_to`,
        where: sql`p.valid_to > ${at} and p.valid_from <= ${at}`,
        isUp: true,
        key: (row) => row.valid_to,
      }
    case 'expired':
      return { by: sql`p.valid_to`, where: sql`p.valid_to <= ${at}`, isUp: false, key: (row) => row.valid_to }
    case 'today':
    case 'here':
    case undefined:
      return { by: sql`p.created_at`, where: sql`true`, isUp: false, key: (row) => row.created_at }
  }
}

type PageQuery = Query<typeof listVisitors>

/** The moment at which somebody asks, and the enterprise's day that it lies in: from its beginning to that of the next. */
export type Today = { now: string; from: string; to: string }

/** The number of everything that the page's tabs name, each along its index, and the visit that begins next. */
export async function readVisitorCounts(db: Db, today: Today): Promise<VisitorCounts> {
  const ofSize = (size: number, query: Partial<PageQuery>) => visitorList({ size, ...query }, today)
  const [todays, all, upcoming] = await Promise.all([
    countUpTo(db, ofSize(1, { shown: 'today' })),
    countUpTo(db, ofSize(1, {})),
    visitorStatement(ofSize(1, { status: 'not-yet-effective' }), 1, undefined).execute(db),
  ])
  const [row] = upcoming.rows
  const next = row ? { id: row.id, name: row.name, host: hostOf(row), validFromAt: row.valid_from } : null
  return { today: todays, all, next }
}

/** One page of visitors along the index of its order. */
export async function readVisitorPage(db: Db, query: PageQuery, visibility: PresentVisibility, today: Today) {
  const list = visitorList(query, today)
  const match = matchPeople(query.keyword, ['visitor'], visibility.keys)
  // One more than are shown, so that it is known whether there are more.
  const size = query.size + 1
  const found = match && (await findMatches(db, list, match, { size }))
  const { rows } = await visitorStatement(list, size, found?.ids).execute(db)
  const whole = visitorList({ ...query, after: undefined }, today)
  const shown = rows.slice(0, query.size)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => toSummary(row, visibility)),
    next: rows.length > query.size && last ? encodeCursor(...list.placeOf(last)) : null,
    // of a keyword only the first page knows it
    ...(found && query.after ? {} : { total: await countPeople(db, whole, found) }),
  }
}

type VisitorList = PeopleList & { now: string; placeOf: (row: Row) => string[] }

/**
 * Few visitors are present or expected at a time: these are read by their period, those of a group or a host along its
 * own index.
 */
export function visitorList(query: PageQuery, today: Today): VisitorList {
  if (query.shown === 'here') return listOfInside(query, today.now)
  if (query.shown === 'today' && query.status === undefined) return listOfToday(query, today)
  const isOfSome = query.groupId !== undefined || query.hostId !== undefined
  const isOfFew = query.shown === 'today' || query.status === 'effective' || query.status === 'not-yet-effective'
  return isOfSome && !isOfFew ? listOfSome(query, today.now) : listByPeriod(query, today)
}

/** Only the members of a group, and only those whom an employee receives. */
const inGroupOf = (groupId: string | undefined) =>
  groupId ? sql`p.id in (select person_id from group_member where group_id = ${groupId})` : sql`true`
const ofHostOf = (hostId: string | undefined) =>
  hostId ? sql`p.id in (select person_id from visitor where host_id = ${hostId})` : sql`true`

/** Those who are inside: few people are, of how many visitors ever. The newest first. */
function listOfInside({ status, groupId, hostId, after }: PageQuery, now: string): VisitorList {
  const place = decodeCursor(after, 'id')
  return {
    from: sql`person_location m join person p on p.id = m.person_id`,
    where: sql`m.area_id is not null and p.kind = ${visitorCode} and ${orderOf({ status, shown: 'here' }, now).where}
        and ${inGroupOf(groupId)} and ${ofHostOf(hostId)}
        and ${place ? sql`m.person_id < ${place[0]}::uuid` : sql`true`}`,
    order: sql`m.person_id desc`,
    now,
    placeOf: (row) => [row.id],
  }
}

/** Newest first: ids grow with time. */
function listOfSome({ status, groupId, hostId, after }: PageQuery, now: string): VisitorList {
  const { where } = orderOf({ status, shown: undefined }, now)
  const place = decodeCursor(after, 'id')
  const ofGroup = sql`m.group_id = (select id from person_group where id = ${groupId} and kind = ${visitorCode})`
  const inGroup = sql`exists (select from group_member m where m.person_id = p.id and ${ofGroup})`
  const ofHost = sql`m.host_id = ${hostId} and ${groupId ? inGroup : sql`true`}`
  const chosen = hostId ? sql`visitor m` : sql`group_member m`
  return {
    from: sql`${chosen} join person p on p.id = m.person_id`,
    along: sql`${chosen} cross join ${personOf('m.person_id')}`,
    where: sql`${hostId ? ofHost : ofGroup} and p.kind = ${visitorCode} and ${where}
        and ${place ? sql`m.person_id < ${place[0]}::uuid` : sql`true`}`,
    order: sql`m.person_id desc`,
    now,
    placeOf: (row) => [row.id],
  }
}

const isOfDay = ({ from, to }: Today) => sql`p.valid_to > ${from}::timestamptz and p.valid_from < ${to}::timestamptz`

/** Visitors who are expected or present come first, the next end first; then those who have left, the last end first. */
function listOfToday({ groupId, hostId, after }: PageQuery, today: Today): VisitorList {
  const place = decodeCursor(after, 'instant', 'instant', 'id')
  // All pages are divided at the moment of the first: a visit that ends meanwhile would stand on two of them.
  const asked = place?.[0] ?? today.now
  const at = sql`${asked}::timestamptz`
  const rank = (end: RawBuilder<unknown>) => sql`${end} <= ${at}, greatest(${end} - ${at}, ${at} - ${end})`
  const isBeyond = place
    ? sql`(${rank(sql`p.valid_to`)}, p.id) > (${rank(sql`${place[1]}::timestamptz`)}, ${place[2]}::uuid)`
    : sql`true`
  return {
    from: sql`person p`,
    where: sql`p.kind = ${visitorCode} and ${isOfDay(today)} and ${isBeyond}
        and ${inGroupOf(groupId)} and ${ofHostOf(hostId)}`,
    order: sql`${rank(sql`p.valid_to`)}, p.id`,
    now: today.now,
    placeOf: (row) => [asked, row.valid_to, row.id],
  }
}

function listByPeriod({ status, shown, groupId, hostId, after }: PageQuery, today: Today): VisitorList {
  const { now } = today
  const { by, where, isUp, key } = orderOf({ status, shown }, now)
  const place = decodeCursor(after, 'instant', 'id')
  const direction = isUp ? sql`asc` : sql`desc`
  const isBeyond = place
    ? isUp
      ? sql`(${by}, p.id) > (${place[0]}::timestamptz, ${place[1]}::uuid)`
      : sql`(${by}, p.id) < (${place[0]}::timestamptz, ${place[1]}::uuid)`
    : sql`true`
  return {
    from: sql`person p`,
    where: sql`p.kind = ${visitorCode} and ${where} and ${shown === 'today' ? isOfDay(today) : sql`true`} and ${isBeyond}
        and ${inGroupOf(groupId)} and ${ofHostOf(hostId)}`,
    order: sql`${by} ${direction}, p.id ${direction}`,
    now,
    placeOf: (row) => [key(row), row.id],
  }
}

/** The first `size` of a list, or of its members who match a keyword. */
export const visitorStatement = (
  { from, along = from, where, order, now }: VisitorList,
  size: number,
  matching: readonly string[] | undefined,
) =>
  // The people are chosen first: names and groups are looked up for the page alone.
  sql<Row>`
    select ${columnsAt(now)} from (
      select p.*, row_number() over (order by ${order}) as place
      from ${matching ? from : along} where ${where} and ${matching ? sql`p.id = any(${[...matching]}::uuid[])` : sql`true`}
      order by ${order} limit ${size}) p
    left join visitor v on v.person_id = p.id
    left join person h on h.id = v.host_id
    order by p.place`

type DetailRow = Row & {
  email_sealed: Buffer | null
  email_masked: string | null
  id_number_sealed: Buffer | null
  id_number_masked: string | null
  remark: string | null
  version: number
  updated_at: string
}

/** One visitor with the devices that know them; undefined when there is none. */
export async function readVisitor(db: Db, id: string, visibility: PresentVisibility): Promise<Visitor | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${columnsAt(visibility.now)}, p.email_sealed, p.email_masked, p.id_number_sealed, p.id_number_masked, p.remark, p.version, p.updated_at
    from person p left join visitor v on v.person_id = p.id left join person h on h.id = v.host_id
    where p.id = ${id} and p.kind = ${visitorCode}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const isOver = statusAt(visibility.now, row.valid_from, row.valid_to) === 'expired'
  return {
    ...toSummary(row, visibility),
    email: visibleEmail(visibility, row),
    idNumber: visibleIdNumber(visibility, row),
    remark: row.remark,
    version: row.version,
    updatedAt: row.updated_at,
    devices: isOver ? [] : await readPersonDevices(db, id),
  }
}

const maxHosts = 20

/** Employees who may be chosen as hosts: those who have not left. */
export async function readHosts(
  db: Db,
  keyword: string | undefined,
  { keys, now }: Pick<PresentVisibility, 'keys' | 'now'>,
): Promise<Host[]> {
  const match = matchPeople(keyword, ['staff'], keys)
  const list = {
    from: sql`person p`,
    where: sql`p.kind = ${sql.lit(personKindCodes.staff)} and not ${hasLeftAt(now)}`,
    order: sql`p.name, p.id`,
  }
  const matching = match && (await findMatches(db, list, match, { size: maxHosts })).ids
  const { rows } = await sql<Host>`
    select p.id, p.name, d.name as department from person p left join department d on d.id = p.department_id
    where ${matching ? sql`p.id = any(${matching}::uuid[])` : list.where}
    order by ${list.order} limit ${maxHosts}`.execute(db)
  return rows
}

/**
 * The employee of exactly this name; of several, the only one whose job number `detail` is, or who is in a department
 * of that name or below it. People who have left are none. If there is only one, `detail` is ignored: it would tell strangers where somebody works.
 */
export async function findStaffNamed(
  db: Db,
  name: string,
  detail: string | null,
  now: string,
): Promise<string | undefined> {
  const named = sql`p.kind = ${sql.lit(personKindCodes.staff)} and p.name = ${name} and not ${hasLeftAt(now)}`
  const { rows } = await sql<{ id: string }>`select p.id from person p where ${named} limit 2`.execute(db)
  if (rows.length < 2 || detail === null) return onlyOne(rows)
  const form = searchForm(detail)
  const { rows: meant } = await sql<{ id: string }>`
    with recursive above as (
      select p.id as person_id, d.name, d.parent_id from person p join department d on d.id = p.department_id where ${named}
      union all select a.person_id, d.name, d.parent_id from above a join department d on d.id = a.parent_id
    )
    select p.id from person p where ${named} and ${asSearched(sql`p.job_id`)} = ${form}
    union select person_id from above where ${asSearched(sql`name`)} = ${form} limit 2`.execute(db)
  return onlyOne(meant)
}

const onlyOne = (rows: readonly { id: string }[]) => (rows.length === 1 ? rows[0]?.id : undefined)
/** `searchForm` in SQL. */
const asSearched = (column: RawBuilder<unknown>) =>
  sql`regexp_replace(lower(normalize(${column}, NFKC)), '\\s+', '', 'g')`

/** The employee who is asked about a visit; undefined when there is none of this id. */
export async function readHost(db: Db, id: string, keys: InstallKeys) {
  const row = await db
    .selectFrom('person')
    .select(['id', 'name', 'email_sealed'])
    .where('id', '=', id)
    .where('kind', '=', personKindCodes.staff)
    .executeTakeFirst()
  return row && { id: row.id, name: row.name, email: showEmail(keys, row.email_sealed) }
}
