import { type listStaff, type Staff, type StaffSummary, staffTypes } from '@gatehouse/contract/features/staff.ts'
import type { PresentSuspension } from '@gatehouse/contract/features/suspensions.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { BoundedTotal } from '@gatehouse/contract/paging.ts'
import { type RawBuilder, sql } from 'kysely'
import { findMatches, maxExamined } from '../../people/first-matches-reads.ts'
import { countUpTo, totalOf } from '../../db/count-up-to.ts'
import type { Db } from '../../db/open-database.ts'
import { sharesCard } from '../../device-link/outbox/device-membership-reads.ts'
import { readPersonDevices } from '../../device-link/outbox/person-device-reads.ts'
import { matchPeople, type PeopleMatch } from '../../people/match-people-reads.ts'
import {
  type FieldVisibility,
  type PresentVisibility,
  visibleEmail,
  visibleIdNumber,
  visiblePhone,
} from '../../people/field-visibility.ts'
import { hasLeftAt, isSuspendedAt, presentSuspension } from '../../people/suspension-reads.ts'
import { readBranch } from '../departments/department-branch-reads.ts'
import { staffTypeCode } from './staff-columns.ts'

export type StaffFilter = Pick<
  Query<typeof listStaff>,
  | 'keyword'
  | 'departmentId'
  | 'reach'
  | 'groupId'
  | 'portrait'
  | 'staffType'
  | 'credential'
  | 'employment'
  | 'suspended'
>
type StaffOrder = Pick<Query<typeof listStaff>, 'sort' | 'order'>

type Row = {
  id: string
  name: string
  job_id: string | null
  phone_sealed: Buffer | null
  phone_masked: string | null
  email_sealed: Buffer | null
  email_masked: string | null
  extension: string | null
  position: string | null
  working_place: string | null
  ic_card: string | null
  staff_type: number | null
  entry_on: string | null
  leaving_on: string | null
  has_left: boolean
  suspension: PresentSuspension | null
  department_id: string | null
  department_number: number | null
  department_name: string | null
  department_path: string | null
  portrait_id: string | null
  display_portrait_id: string | null
  groups: { id: string; name: string }[]
  created_at: string
}

const toSummary = (row: Row, visibility: FieldVisibility): StaffSummary => ({
  id: row.id,
  name: row.name,
  jobId: row.job_id,
  phone: visiblePhone(visibility, row),
  extension: row.extension,
  email: visibleEmail(visibility, row),
  position: row.position,
  workingPlace: row.working_place,
  icCard: row.ic_card,
  staffType: staffTypes[(row.staff_type ?? 0) - 1] ?? null,
  entryOn: row.entry_on,
  leavingOn: row.leaving_on,
  hasLeft: row.has_left,
  suspension: row.suspension,
  department:
    row.department_id && row.department_number !== null && row.department_name !== null
      ? {
          id: row.department_id,
          number: row.department_number,
          name: row.department_name,
          path: row.department_path ?? row.department_name,
        }
      : null,
  groups: row.groups,
  portraitId: row.portrait_id,
  displayPortraitId: row.display_portrait_id,
  createdAt: row.created_at,
})

const columnsAt = (
  now: string,
) => sql`p.id, p.name, p.job_id, p.phone_sealed, p.phone_masked, p.email_sealed, p.email_masked, p.extension,
  p.position, p.working_place, p.ic_card, p.staff_type, p.entry_on, p.leaving_on,
  ${hasLeftAt(now)} as has_left, ${presentSuspension(now)} as suspension, p.portrait_id, p.display_portrait_id, p.created_at,
  d.id as department_id, d.number as department_number, d.name as department_name, (
    with recursive way(parent_id, path) as (
      select d.parent_id, d.name
      union all select a.parent_id, a.name || '/' || way.path from way join department a on a.id = way.parent_id)
    select path from way where parent_id is null) as department_path,
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name)
    from group_member m join person_group g on g.id = m.group_id where m.person_id = p.id), '[]') as groups`

const staffCode = personKindCodes.staff
const isStaff = sql`${sql.lit(staffCode)}`

/** The PIN is from the time when four digits were enough. */
const isPinShort = sql<boolean>`(p.pin_sealed is not null and p.pin_digits is null)`
/** Another person with the card of `p`. */
const cardSharers = sql`select o.id, o.name from person o where ${sharesCard}`
const credentialConditions = { 'short-pin': isPinShort, 'shared-card': sql`exists (${cardSharers})` } as const

/** Each as an index has it, so that a page is read along it in either direction. */
const orders = {
  createdAt: { desc: sql`p.created_at desc, p.id`, asc: sql`p.created_at, p.id desc` },
  name: { asc: sql`p.name_search, p.id`, desc: sql`p.name_search desc, p.id desc` },
  jobId: { asc: sql`p.job_id nulls first, p.id`, desc: sql`p.job_id desc nulls last, p.id desc` },
} as const
const opposite = { asc: 'desc', desc: 'asc' } as const

/** A keyword's matches are counted up to this number only, since each has to be examined. */
const maxMatchesCounted = 1_000
/** If this many at the beginning match, counting along the list ends sooner than along the index of words. */
const isCommon = (found: number) => found * 20 >= maxExamined

type Total = { total: number; isTotalExact: boolean }
const asTotal = ({ count, isMore }: BoundedTotal): Total => ({ total: count, isTotalExact: !isMore })

/** One page of staff. A keyword finds by name, its pinyin and initials, job id, phone and card. */
export async function readStaffPage(db: Db, query: Query<typeof listStaff>, visibility: PresentVisibility) {
  const { now } = visibility
  const where = await whereOf(db, query, now)
  const match = matchPeople(query.keyword, ['staff'], visibility.keys)
  const { ids, ...total } = match
    ? await findFiltered(db, where, match, query)
    : await findAll(db, where, await countAll(db, query, now), query)
  return { items: await readSummaries(db, ids, visibility), ...total }
}

const employmentConditions = {
  all: () => sql`true`,
  current: (now: string) => sql`not ${hasLeftAt(now)}`,
  left: hasLeftAt,
} as const

async function whereOf(db: Db, filter: StaffFilter, now: string) {
  const { departmentId, reach, groupId, portrait, staffType, credential, employment, suspended } = filter
  const departments =
    departmentId && reach === 'branch'
      ? sql`p.department_id = any(${await readBranch(db, departmentId)}::uuid[])`
      : departmentId
        ? sql`p.department_id = ${departmentId}`
        : sql`true`
  return sql`p.kind = ${isStaff} and ${departments}
    and ${groupId ? sql`exists (select from group_member m where m.person_id = p.id and m.group_id = ${groupId})` : sql`true`}
    and ${portrait === undefined ? sql`true` : portrait === 'with' ? sql`p.portrait_id is not null` : sql`p.portrait_id is null`}
    and ${staffType ? sql`p.staff_type = ${sql.lit(staffTypeCode(staffType))}` : sql`true`}
    and ${credential ? credentialConditions[credential] : sql`true`}
    and ${employmentConditions[employment](now)}
    and ${suspended === undefined ? sql`true` : suspended ? isSuspendedAt(now) : sql`not ${isSuspendedAt(now)}`}`
}

const countRows = async (db: Db, filter: StaffFilter, now: string): Promise<Total> =>
  asTotal(await countUpTo(db, { from: sql`person p`, where: await whereOf(db, filter, now) }))

async function countAll(db: Db, filter: StaffFilter, now: string): Promise<Total> {
  const { departmentId, reach, groupId, portrait, staffType, credential, employment, suspended } = filter
  const isPlain = !portrait && !staffType && !credential && suspended === undefined && !(groupId && departmentId)
  if (!isPlain || employment === 'left') return countRows(db, filter, now)
  if (employment === 'current') {
    const everybody = await countAll(db, { ...filter, employment: 'all' }, now)
    const left = await countAll(db, { ...filter, employment: 'left' }, now)
    if (!everybody.isTotalExact) return everybody
    return left.isTotalExact
      ? { total: Math.max(0, everybody.total - left.total), isTotalExact: true }
      : countRows(db, filter, now)
  }
  if (groupId) {
    // Pages far into a large group cannot be read along an index of the list: none is offered.
    const { rows } = await sql<{ people: number }>`
      select coalesce(sum(people), 0)::int as people from group_member_count
      where group_id = (select id from person_group where id = ${groupId} and kind = ${isStaff})`.execute(db)
    return asTotal(totalOf(Math.max(0, rows[0]?.people ?? 0)))
  }
  const of = !departmentId
    ? sql`true`
    : sql`department_id = any(${reach === 'branch' ? await readBranch(db, departmentId) : [departmentId]}::uuid[])`
  const { rows } = await sql<{ people: number }>`
    select coalesce(sum(people), 0)::int as people from person_count where kind = ${isStaff} and ${of}`.execute(db)
  return { total: Math.max(0, rows[0]?.people ?? 0), isTotalExact: true }
}

/** A page beyond the middle is read from the other end: nobody waits for a scan of a quarter of a million rows. */
async function findAll(db: Db, where: RawBuilder<unknown>, total: Total, query: Query<typeof listStaff>) {
  const offset = (query.page - 1) * query.size
  const isFar = total.isTotalExact && offset > total.total / 2
  const size = isFar ? Math.max(0, Math.min(query.size, total.total - offset)) : query.size
  const skip = isFar ? Math.max(0, total.total - offset - size) : offset
  const order = orders[query.sort][isFar ? opposite[query.order] : query.order]
  const { rows } = await sql<{ id: string }>`
    select p.id from person p where ${where} order by ${order} limit ${size} offset ${skip}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return { ids: isFar ? ids.toReversed() : ids, ...total }
}

async function findFiltered(db: Db, where: RawBuilder<unknown>, match: PeopleMatch, query: Query<typeof listStaff>) {
  const list = { from: sql`person p`, where, order: orders[query.sort][query.order] }
  const page = { offset: (query.page - 1) * query.size, size: query.size }
  const { seen, found, ids } = await findMatches(db, list, match, page)
  if (seen < maxExamined) return { ids, total: found, isTotalExact: true }
  const matching = isCommon(found)
    ? { from: sql`person p`, where: sql`${where} and ${match.matches}` }
    : { from: sql`(${match.found}) f join person p on p.id = f.id`, where }
  return { ids, ...asTotal(await countUpTo(db, matching, maxMatchesCounted)) }
}

async function readSummaries(db: Db, ids: readonly string[], visibility: PresentVisibility): Promise<StaffSummary[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select ${columnsAt(visibility.now)} from unnest(${[...ids]}::uuid[]) with ordinality as wanted(id, place)
    join person p on p.id = wanted.id left join department d on d.id = p.department_id
    order by wanted.place`.execute(db)
  return rows.map((row) => toSummary(row, visibility))
}

/**
 * Everybody who matches the filter, in the order of the list: for exports. Ids are few bytes each, and read at one
 * moment: nobody appears twice or is left out while others are added.
 */
export async function readStaffIds(
  db: Db,
  query: StaffFilter & StaffOrder & { ids?: readonly string[] | undefined },
  visibility: PresentVisibility,
): Promise<string[]> {
  const match = matchPeople(query.keyword, ['staff'], visibility.keys)
  const where = sql`${await whereOf(db, query, visibility.now)}
    and ${match ? sql`p.id in (${match.found})` : sql`true`}
    and ${query.ids ? sql`p.id = any(${[...query.ids]}::uuid[])` : sql`true`}`
  const { rows } = await sql<{ id: string }>`
    select p.id from person p where ${where} order by ${orders[query.sort][query.order]}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The fields of a person in an export: all that an import reads. */
export type ListedStaff = StaffSummary &
  Pick<Staff, 'areaCode' | 'idNumber' | 'birthdayOn' | 'countryCode' | 'regionCode' | 'remark'>

/** These people in their order, `size` at a time. */
export async function* readStaffChunks(
  db: Db,
  ids: readonly string[],
  visibility: PresentVisibility,
  size = 500,
): AsyncGenerator<ListedStaff[]> {
  for (let from = 0; from < ids.length; from += size) {
    const { rows } = await sql<ListedRow>`
      select ${columnsAt(visibility.now)}, ${detailColumns} from unnest(${ids.slice(from, from + size)}::uuid[]) with ordinality as wanted(id, place)
      join person p on p.id = wanted.id left join department d on d.id = p.department_id
      order by wanted.place`.execute(db)
    yield rows.map((row) => ({ ...toSummary(row, visibility), ...toDetail(row, visibility) }))
  }
}

const detailColumns = sql`p.area_code, p.id_number_sealed, p.id_number_masked, p.birthday_on, p.country_code, p.region_code,
  p.prompt, p.remark, p.version, p.updated_at, p.pin_sealed is not null as has_pin`

type DetailRow = ListedRow & {
  is_pin_short: boolean
  is_off_devices: boolean
  card_shared_with: { id: string; name: string } | null
}

type ListedRow = Row & {
  area_code: string | null
  has_pin: boolean
  id_number_sealed: Buffer | null
  id_number_masked: string | null
  birthday_on: string | null
  country_code: string | null
  region_code: string | null
  prompt: string | null
  remark: string | null
  version: number
  updated_at: string
}

const toDetail = (row: ListedRow, visibility: FieldVisibility) => ({
  areaCode: row.area_code,
  idNumber: visibleIdNumber(visibility, row),
  birthdayOn: row.birthday_on,
  countryCode: row.country_code,
  regionCode: row.region_code,
  remark: row.remark,
})

/** One member of staff with the devices that know them; undefined when there is none. */
export async function readStaff(db: Db, id: string, visibility: PresentVisibility): Promise<Staff | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${columnsAt(visibility.now)}, ${detailColumns}, ${isPinShort} as is_pin_short, p.is_off_devices,
      (select json_build_object('id', o.id, 'name', o.name) from (${cardSharers} order by o.id limit 1) o) as card_shared_with
    from person p left join department d on d.id = p.department_id
    where p.id = ${id} and p.kind = ${isStaff}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    ...toSummary(row, visibility),
    ...toDetail(row, visibility),
    hasPin: row.has_pin,
    isPinShort: row.is_pin_short,
    cardSharedWith: row.card_shared_with,
    prompt: row.prompt,
    version: row.version,
    updatedAt: row.updated_at,
    devices: row.is_off_devices ? [] : await readPersonDevices(db, id),
  }
}
