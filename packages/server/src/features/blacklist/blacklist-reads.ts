import type {
  Blacklisted,
  BlacklistCandidate,
  BlacklistEntry,
  listBlacklist,
  OriginalKind,
} from '@gatehouse/contract/features/blacklist.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import { originalKindOf } from '../../people/blacklisted-reads.ts'
import { countPeople, findMatches, type PeopleList, personOf } from '../../people/first-matches-reads.ts'
import type { Db } from '../../db/open-database.ts'
import type { Remembered } from '../../db/column-types.ts'
import { readPersonDevices } from '../../device-link/outbox/person-device-reads.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'
import { matchPeople, type PeopleMatch } from '../../people/match-people-reads.ts'
import { type FieldVisibility, visiblePhone } from '../../people/field-visibility.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { likePattern } from '../../lib/like-pattern.ts'

type Row = {
  id: string
  name: string
  portrait_id: string | null
  phone_sealed: Buffer | null
  phone_masked: string | null
  groups: { id: string; name: string }[]
  original_kind: number | null
  reason: string | null
  added_by: string
  added_at: string
}

const columns = sql`p.id, p.name, p.portrait_id, p.phone_sealed, p.phone_masked, b.original_kind, b.reason, b.added_by, b.added_at,
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id)
    from group_member m join person_group g on g.id = m.group_id where m.person_id = p.id), '[]') as groups`

const toEntry = (row: Row, visibility: FieldVisibility): BlacklistEntry => ({
  id: row.id,
  name: row.name,
  portraitId: row.portrait_id,
  phone: visiblePhone(visibility, row),
  groups: row.groups,
  originalKind: originalKindOf(row.original_kind),
  reason: row.reason,
  addedBy: row.added_by,
  addedAt: row.added_at,
})

/** One page of the blacklist, the latest entry first, along its own index. */
export async function readBlacklistPage(db: Db, query: Query<typeof listBlacklist>, visibility: FieldVisibility) {
  const list = blacklistOf(query)
  const match = matchBlacklist(query.keyword, visibility.keys)
  const size = query.size + 1
  const found = match && (await findMatches(db, list, match, { size }))
  const { rows } = await blacklistStatement(list, size, found?.ids).execute(db)
  const items = rows.slice(0, query.size).map((row) => toEntry(row, visibility))
  const last = items.at(-1)
  return {
    items,
    next: rows.length > query.size && last ? encodeCursor(last.addedAt, last.id) : null,
    // of a keyword only the first page knows it
    ...(found && query.after
      ? {}
      : { total: await countPeople(db, blacklistOf({ ...query, after: undefined }), found) }),
  }
}

export function blacklistOf({ groupId, original, after }: Query<typeof listBlacklist>): PeopleList {
  const key = decodeCursor(after, 'instant', 'id')
  const was = original && original !== 'none' ? sql`b.original_kind = ${personKindCodes[original]}` : undefined
  return {
    from: sql`blacklisting b join person p on p.id = b.person_id`,
    along: sql`blacklisting b cross join ${personOf('b.person_id')}`,
    where: sql`${was ?? (original === 'none' ? sql`b.original_kind is null` : sql`true`)}
      and ${groupId ? sql`exists (select from group_member m where m.group_id = ${groupId} and m.person_id = p.id)` : sql`true`}
      and ${key ? sql`(b.added_at, b.person_id) < (${key[0]}, ${key[1]}::uuid)` : sql`true`}`,
    order: sql`b.added_at desc, b.person_id desc`,
  }
}

/** Searches like the lists of people, and also by the reason. */
function matchBlacklist(keyword: string | undefined, keys: InstallKeys): PeopleMatch | undefined {
  const match = matchPeople(keyword, ['blacklisted'], keys)
  const hasReason = sql`b.reason ilike ${likePattern(keyword ?? '')}`
  return (
    match && {
      matches: sql<boolean>`(${match.matches} or ${hasReason} is true)`,
      found: sql`${match.found} union select b.person_id from blacklisting b where ${hasReason}`,
    }
  )
}

/** The first `size` entries of a list, or of its entries that match a keyword. */
export const blacklistStatement = (
  { from, where, order }: PeopleList,
  size: number,
  matching: readonly string[] | undefined,
) => sql<Row>`
    select ${columns} from ${from}
    where ${where} and ${matching ? sql`p.id = any(${[...matching]}::uuid[])` : sql`true`}
    order by ${order} limit ${size}`

type DetailRow = Row & {
  remark: string | null
  job_id: string | null
  remembered: Remembered
  version: number
  updated_at: string
}

/** One blacklisted person; undefined when there is none. */
export async function readBlacklisted(
  db: Db,
  id: string,
  visibility: FieldVisibility,
): Promise<Blacklisted | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${columns}, p.remark, p.job_id, p.version, p.updated_at, b.remembered
    from blacklisting b join person p on p.id = b.person_id where b.person_id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { department, manages, groups } = row.remembered
  const there = await readStillThere(
    db,
    [...(department ? [department] : []), ...manages].map((one) => one.id),
    groups.map((one) => one.id),
  )
  const withPresence = (one: { id: string; name: string }) => ({ ...one, isThere: there.has(one.id) })
  return {
    ...toEntry(row, visibility),
    remark: row.remark,
    jobId: row.job_id,
    before: {
      department: department && withPresence(department),
      manages: manages.map(withPresence),
      groups: groups.map(withPresence),
    },
    version: row.version,
    updatedAt: row.updated_at,
    devices: await readPersonDevices(db, id),
  }
}

/** The existing ones of these departments and groups. In a transaction they stay until it ends. */
async function readStillThere(db: Db, departmentIds: readonly string[], groupIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from department where id = any(${[...departmentIds]}::uuid[])
    union all select id from person_group where id = any(${[...groupIds]}::uuid[])`.execute(db)
  return new Set(rows.map((row) => row.id))
}

const maxCandidates = 20

type CandidateRow = {
  id: string
  name: string
  kind: number
  portrait_id: string | null
  job_id: string | null
  department: string | null
}

/** People of these kinds by keyword, or the one of this id. */
export async function readCandidates(
  db: Db,
  kinds: readonly OriginalKind[],
  { keyword, id }: { keyword?: string | undefined; id?: string | undefined },
  keys: InstallKeys,
): Promise<BlacklistCandidate[]> {
  if (kinds.length === 0) return []
  const list = {
    from: sql`person p`,
    where: sql`p.kind in (${sql.join(kinds.map((kind) => sql.lit(personKindCodes[kind])))})
      and ${id ? sql`p.id = ${id}` : sql`true`}`,
    order: sql`p.id desc`,
  }
  const match = matchPeople(keyword, kinds, keys)
  const matching = match && (await findMatches(db, list, match, { size: maxCandidates })).ids
  const { rows } = await sql<CandidateRow>`
    select p.id, p.name, p.kind, p.portrait_id, p.job_id, d.name as department
    from ${list.from} left join department d on d.id = p.department_id
    where ${list.where} and ${matching ? sql`p.id = any(${matching}::uuid[])` : sql`true`}
    order by ${list.order} limit ${maxCandidates}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: originalKindOf(row.kind) ?? 'staff',
    portraitId: row.portrait_id,
    jobId: row.job_id,
    department: row.department,
  }))
}
