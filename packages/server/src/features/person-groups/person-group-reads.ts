import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type GroupDetail,
  type GroupDoor,
  type GroupKind,
  groupKinds,
  type GroupMember,
  type GroupSummary,
} from '@gatehouse/contract/features/person-groups.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import { countPeople, findMatches, type PeopleList, personOf } from '../../people/first-matches-reads.ts'
import type { Db } from '../../db/open-database.ts'
import { type FieldVisibility, visiblePhone } from '../../people/field-visibility.ts'
import { matchPeople } from '../../people/match-people-reads.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { likePattern } from '../../lib/like-pattern.ts'

export function groupKindOf(code: number): GroupKind {
  const kind = groupKinds.find((kind) => personKindCodes[kind] === code)
  if (!kind) throw new Error(`there is no group kind ${code}`)
  return kind
}

type SummaryRow = { id: string; name: string; kind: number; is_default: boolean; members: number; devices: number }

const toSummary = (row: SummaryRow): GroupSummary => ({
  id: row.id,
  name: row.name,
  kind: groupKindOf(row.kind),
  isDefault: row.is_default,
  memberCount: row.members,
  deviceCount: row.devices,
})

/** The number of people comes from the sums that every change of a membership updates, never from counting. */
const summaryColumns = sql`g.id, g.name, g.kind, g.is_default,
  (select coalesce(sum(c.people), 0)::int from group_member_count c where c.group_id = g.id) as members,
  (select count(*)::int from device_group d where d.group_id = g.id) as devices`

/** Groups with the numbers of their people and bound devices; the default one first. */
export async function readGroups(db: Db, kind?: GroupKind): Promise<GroupSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from person_group g
    where ${kind ? sql`g.kind = ${personKindCodes[kind]}` : sql`true`}
    order by g.kind, g.is_default desc, g.name, g.id`.execute(db)
  return rows.map(toSummary)
}

/** The number of devices that are named in the confirmation that they delete people. */
const maxNamedDevices = 5

/** One group of this kind with the effects of its deletion; undefined when there is none. */
export async function readGroup(db: Db, kind: GroupKind, id: string): Promise<GroupDetail | undefined> {
  const { rows } = await sql<SummaryRow & { policies: number; device_names: string[] }>`
    select ${summaryColumns},
      (select count(*)::int from pass_policy p where p.group_id = g.id) as policies,
      array(select d.name from device d where d.id in (select device_id from device_group where group_id = g.id)
        order by d.name, d.id limit ${maxNamedDevices}) as device_names
    from person_group g where g.id = ${id} and g.kind = ${personKindCodes[kind]}`.execute(db)
  const [row] = rows
  return row && { ...toSummary(row), policyCount: row.policies, deviceNames: row.device_names }
}

type MemberRow = {
  id: string
  name: string
  portrait_id: string | null
  job_id: string | null
  phone_sealed: Buffer | null
  phone_masked: string | null
  department: string | null
}
const memberColumns = sql`p.id, p.name, p.portrait_id, p.job_id, p.phone_sealed, p.phone_masked, d.name as department`

const toMember = (row: MemberRow, visibility: FieldVisibility): GroupMember => ({
  id: row.id,
  name: row.name,
  portraitId: row.portrait_id,
  jobId: row.job_id,
  phone: visiblePhone(visibility, row),
  department: row.department,
})

type MemberQuery = { keyword?: string | undefined; after?: string | undefined; size: number }

/** One page of the people of a group along the key of the membership, newest first. */
export async function readMemberPage(
  db: Db,
  kind: GroupKind,
  groupId: string,
  query: MemberQuery,
  visibility: FieldVisibility,
) {
  const list = memberList(groupId, query.after)
  const match = matchPeople(query.keyword, [kind], visibility.keys)
  const size = query.size + 1
  const found = match && (await findMatches(db, list, match, { size }))
  const { rows } = await memberStatement(list, size, found?.ids).execute(db)
  const items = rows.slice(0, query.size).map((row) => toMember(row, visibility))
  return {
    items,
    next: rows.length > query.size ? encodeCursor(items.at(-1)?.id ?? '') : null,
    // of a keyword only the first page knows it
    ...(found && query.after ? {} : { total: await countPeople(db, memberList(groupId, undefined), found) }),
  }
}

export function memberList(groupId: string, after: string | undefined): PeopleList {
  const key = decodeCursor(after, 'id')
  return {
    from: sql`group_member m join person p on p.id = m.person_id`,
    along: sql`group_member m cross join ${personOf('m.person_id')}`,
    where: sql`m.group_id = ${groupId} and ${key ? sql`m.person_id < ${key[0]}` : sql`true`}`,
    order: sql`m.person_id desc`,
  }
}

/** The first `size` of a list, or of its members who match a keyword. */
export const memberStatement = (
  { from, where, order }: PeopleList,
  size: number,
  matching: readonly string[] | undefined,
) => sql<MemberRow>`
    select ${memberColumns} from ${from}
    left join department d on d.id = p.department_id
    where ${where} and ${matching ? sql`p.id = any(${[...matching]}::uuid[])` : sql`true`}
    order by ${order} limit ${size}`

const maxCandidates = 20

/** People of a kind who are not in the group. */
export async function readCandidates(
  db: Db,
  kind: GroupKind,
  groupId: string,
  keyword: string | undefined,
  visibility: FieldVisibility,
): Promise<GroupMember[]> {
  const list = {
    from: sql`person p`,
    where: sql`p.kind = ${sql.lit(personKindCodes[kind])}
      and not exists (select from group_member m where m.group_id = ${groupId} and m.person_id = p.id)`,
    order: sql`p.created_at desc, p.id`,
  }
  const match = matchPeople(keyword, [kind], visibility.keys)
  const matching = match && (await findMatches(db, list, match, { size: maxCandidates })).ids
  const { rows } = await sql<MemberRow>`
    select ${memberColumns} from ${list.from}
    left join department d on d.id = p.department_id
    where ${matching ? sql`p.id = any(${matching}::uuid[])` : list.where}
    order by ${list.order} limit ${maxCandidates}`.execute(db)
  return rows.map((row) => toMember(row, visibility))
}

type DoorQuery = { keyword?: string | undefined; after?: string | undefined; size: number; bound: boolean }
type DoorRow = { id: string; name: string; location: string | null; is_online: boolean; policies: number }

/** One page of the devices that a group is bound to, or is not bound to, by name. */
export async function readDoorPage(db: Db, groupId: string, { keyword, after, size, bound }: DoorQuery) {
  const key = decodeCursor(after, 'text', 'id')
  const pattern = keyword && likePattern(keyword)
  const isBound = sql`exists (select from device_group g where g.device_id = d.id and g.group_id = ${groupId})`
  const { rows } = await sql<DoorRow>`
    select d.id, d.name, d.location, d.is_online,
      (select count(*)::int from pass_policy p where p.device_id = d.id and p.group_id = ${groupId}) as policies
    from device d
    where ${bound ? isBound : sql`not ${isBound}`}
      and ${pattern ? sql`(d.name ilike ${pattern} or d.location ilike ${pattern})` : sql`true`}
      and ${key ? sql`(d.name, d.id) > (${key[0]}, ${key[1]}::uuid)` : sql`true`}
    order by d.name, d.id limit ${size + 1}`.execute(db)
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const items: GroupDoor[] = shown.map((row) => ({
    id: row.id,
    name: row.name,
    location: row.location,
    isOnline: row.is_online,
    policyCount: row.policies,
  }))
  return { items, next: rows.length > size && last ? encodeCursor(last.name, last.id) : null }
}

/**
 * In a transaction the groups stay unchanged until it ends. A caller that saves people into groups calls it before the
 * sync clock is taken, and a caller that binds them to a device before the device is locked (`membership-store.ts` has
 * the order of locks).
 * @throws AppError group.not-found when one is missing or of another kind
 */
export async function requireGroups(db: Db, ids: readonly string[], kind?: GroupKind): Promise<void> {
  if (ids.length === 0) return
  const found = await db
    .selectFrom('person_group')
    .select('id')
    .where('id', 'in', [...ids])
    .$if(kind !== undefined, (query) => query.where('kind', '=', personKindCodes[kind ?? 'staff']))
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (found.length !== new Set(ids).size) throw new AppError('group.not-found')
}

export async function getDefaultGroupId(db: Db, kind: GroupKind): Promise<string> {
  const { id } = await db
    .selectFrom('person_group')
    .select('id')
    .where('kind', '=', personKindCodes[kind])
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  return id
}

/** The groups of a kind by their names, locked against deletion until the caller's transaction ends. */
export async function lockGroupsByName(db: Db, kind: GroupKind): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('person_group')
    .select(['id', 'name'])
    .where('kind', '=', personKindCodes[kind])
    .forKeyShare()
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}
