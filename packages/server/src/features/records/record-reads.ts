import type {
  RecognitionRecord,
  recordDetail,
  RecordFilter,
  RecordSettings,
} from '@gatehouse/contract/features/records.ts'
import type { FaceBox } from '@gatehouse/contract/device/passage-words.ts'
import { maxCountedRecords, recognitionRecord } from '@gatehouse/contract/features/records.ts'
import { passageReason } from '@gatehouse/contract/device/passage-words.ts'
import { directions } from '@gatehouse/contract/device/passage-words.ts'
import { seesStaffRecords } from '@gatehouse/contract/permissions.ts'
import { personKindCodes, personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { scoreOfCosine } from '@gatehouse/face/core/compare-embeddings.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/open-database.ts'
import type { Ctx } from '../../ctx.ts'
import { matchNames } from '../../people/match-people-reads.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'
import { readReasonNames } from './reason-names-reads.ts'
import { likePattern } from '../../lib/like-pattern.ts'

type Row = {
  id: string
  recognised_at: string
  received_at: string
  claimed_at: string | null
  device_id: string | null
  device_name: string
  location: string | null
  door_id: string | null
  door_name: string | null
  kind: number
  person_id: string | null
  person_name: string | null
  candidates: { id: string; name: string; kind: number; cosine: number | null }[] | null
  candidates_there: string[] | null
  direction: number
  entry_mode: string
  cosine: number | null
  opened: boolean
  abnormal: string
  has_capture: boolean
  has_doubtful_time: boolean
  misrecognition: string | null
}

const columns = sql`r.id, r.recognised_at, r.received_at, r.claimed_at, d.id as device_id, r.device_name, d.location, o.door_id, o.name as door_name, r.kind, p.id as person_id,
  r.person_name, r.candidates, case when r.candidates is not null then array(
    select there.id::text from person there
    where there.id in (select (c->>'id')::uuid from jsonb_array_elements(r.candidates) c)) end as candidates_there, r.direction, r.entry_mode, r.cosine, r.opened, r.abnormal, r.capture_hash is not null as has_capture, r.has_doubtful_time, r.misrecognition`

/**
 * Device, door and person as they are now, if they still exist. Only a record of a device with several doors has a number of its door; one from
 * before a reader came to its door is of another.
 */
const joins = sql`left join device d on d.id = r.device_id left join person p on p.id = r.person_id
  left join lateral (select w.door_id, n.name from door_reader w join door n on n.id = w.door_id
    where r.port is not null and w.device_id = r.device_id and w.port = r.port and r.recognised_at >= coalesce(w.since, '-infinity')) o on true`

/** The readers of a door since they came there; of a device with several doors, the number of this one. */
const readersOf = (doorId: string) => sql`
  select w.device_id, case when v.door_count > 1 then w.port end as port, coalesce(w.since, '-infinity') as since
  from door_reader w join device v on v.id = w.device_id where w.door_id = ${doorId}`

/** The records at a door that `found` finds for each of its readers, each along the index of its device. */
const atDoor = (doorId: string, found: RawBuilder<unknown>) => sql`
  select r.* from (${readersOf(doorId)}) w cross join lateral (
    select r.* from recognition_record r where r.device_id = w.device_id and (w.port is null or r.port = w.port)
      and r.recognised_at >= w.since and ${found}) r`

/** Whether a record `r` was at this door. The devices first, whose records have an index. */
const isAtDoor = (
  doorId: string,
) => sql`r.device_id = any(array(select device_id from door_reader where door_id = ${doorId}))
  and exists (select from (${readersOf(doorId)}) w
    where w.device_id = r.device_id and (w.port is null or w.port = r.port) and r.recognised_at >= w.since)`

/** The row was written in the contract's own terms. */
const words = recognitionRecord.pick({ entryMode: true, abnormal: true, misrecognition: true })

const toRecord = (row: Row, sight: RecordVisibility): RecognitionRecord => ({
  id: row.id,
  kind: personKinds.find((kind) => personKindCodes[kind] === row.kind) ?? 'stranger',
  person: row.person_name === null ? null : { id: row.person_id, name: row.person_name },
  device: { id: row.device_id, name: row.device_name, location: row.location },
  door: row.door_id === null || row.door_name === null ? null : { id: row.door_id, name: row.door_name },
  direction: directions[row.direction] ?? 'none',
  recognisedAt: row.recognised_at,
  claimedAt: row.claimed_at,
  receivedAt: row.received_at,
  ...words.parse({ entryMode: row.entry_mode, abnormal: row.abnormal, misrecognition: row.misrecognition }),
  score: row.cosine === null ? null : scoreOfCosine(row.cosine),
  opened: row.opened,
  candidates: toCandidates(row, sight),
  hasDoubtfulTime: row.has_doubtful_time,
  hasCapture: row.has_capture,
})

/** The candidates, as far as this reader may see them. */
const toCandidates = (
  { candidates, candidates_there: there }: Row,
  { seesStaff }: RecordVisibility,
): RecognitionRecord['candidates'] =>
  (candidates ?? []).flatMap(({ id, name, kind: code, cosine }) => {
    const kind = groupKindOf(code)
    if (kind === 'staff' && !seesStaff) return []
    return {
      id: there?.includes(id) ? id : null,
      name,
      kind,
      score: cosine === null ? null : scoreOfCosine(cosine),
    }
  })

/** Up to this many devices and people of a name, their records are read along their own indexes. */
const maxNamed = 200
/** Up to this many people if the page is short: the newest records of some of them limit the search for all. */
const maxBounded = 20_000
const shortPage = 201
/**
 * The number of newest records whose person is looked up one by one: for any keyword, and at most for one that many
 * people bear.
 */
const shortStretch = 500
const longStretch = 5_000

/** The records that a reader may see; `all` except for roles that may not read staff. */
export type RecordVisibility = { seesStaff: boolean }
export const recordVisibilityOf = ({ actor }: Pick<Ctx, 'actor'>): RecordVisibility => ({
  // the scope of an application covers records of everybody
  seesStaff: actor.kind === 'application' || (actor.kind === 'account' && seesStaffRecords(actor.role)),
})
const staffCode = sql.lit(personKindCodes.staff)

const misrecognised = (filter: NonNullable<RecordFilter['misrecognition']>) => {
  if (filter === 'any') return sql`r.misrecognition is not null`
  return filter === 'none' ? sql`r.misrecognition is null` : sql`r.misrecognition = ${sql.lit(filter)}`
}

/** The conditions of a filter on a record `r`, except name and group, which concern people. */
function plainCondition(filter: RecordFilter, { seesStaff }: RecordVisibility): RawBuilder<unknown> {
  return sql`${seesStaff ? sql`true` : sql`r.kind <> ${staffCode}`}
    and ${filter.kind ? sql`r.kind = ${sql.lit(personKindCodes[filter.kind])}` : sql`true`}
    and ${filter.deviceId ? sql`r.device_id = ${filter.deviceId}` : sql`true`}
    and ${filter.doorId ? isAtDoor(filter.doorId) : sql`true`}
    and ${filter.personId ? sql`r.person_id = ${filter.personId}` : sql`true`}
    and ${filter.entryMode ? sql`r.entry_mode = ${sql.lit(filter.entryMode)}` : sql`true`}
    and ${filter.abnormal ? sql`r.abnormal = ${sql.lit(filter.abnormal)}` : sql`true`}
    and ${filter.misrecognition ? misrecognised(filter.misrecognition) : sql`true`}
    and ${filter.opened === undefined ? sql`true` : filter.opened ? sql`r.opened` : sql`not r.opened`}
    and ${filter.from ? sql`r.recognised_at >= ${filter.from}` : sql`true`}
    and ${filter.to ? sql`r.recognised_at < ${filter.to}` : sql`true`}`
}

/** The people and devices of a filter; undefined for everybody. */
function namedSources({ keyword, groupId }: RecordFilter) {
  if (keyword === undefined && groupId === undefined) return undefined
  const pattern = likePattern(keyword ?? '')
  const names = keyword ? matchNames(keyword) : { ofOne: sql`true`, ofAll: sql`true` }
  const isMember = groupId
    ? sql`exists (select from group_member m where m.group_id = ${groupId} and m.person_id = p.id)`
    : sql`true`
  const devices =
    keyword && !groupId
      ? sql`select id from device where name ilike ${pattern} or location ilike ${pattern}`
      : sql`select id from device where false`
  // A deleted person is in no group, and is found by the name kept in the record.
  const former = groupId ? sql`` : sql` union all select p.id from former_person p where ${names.ofAll}`
  const people = sql`select p.id from person p where ${names.ofAll} and ${isMember}${former}`
  const formerOne = groupId ? sql`false` : sql`(select ${names.ofOne} from former_person p where p.id = r.person_id)`
  return {
    people,
    devices,
    /** Whether a record `r` belongs to them, with all of them known. */
    areOfAll: sql`(r.person_id in (${people}) or r.device_id in (${devices}))`,
    /** The same by looking up the person of the record: for few records of many people. */
    areOfOne: sql`(coalesce((select ${names.ofOne} and ${isMember} from person p where p.id = r.person_id), ${formerOne})
      or r.device_id in (${devices}))`,
  }
}

/** All conditions of a filter on a record `r`. */
export function recordCondition(filter: RecordFilter, sight: RecordVisibility): RawBuilder<unknown> {
  const named = namedSources(filter)
  const plain = plainCondition(filter, sight)
  return named ? sql`${plain} and ${named.areOfAll}` : plain
}

type Page = { after?: string | undefined; size: number }

/** One page of records, newest first. Every filter reads along an index that is in the order of the list. */
export async function readRecordPage(db: Db, query: RecordFilter & Page, sight: RecordVisibility) {
  const key = decodeCursor(query.after, 'instant', 'id')
  const limit = query.size + 1
  const where = sql`${plainCondition(query, sight)}
    and ${key ? sql`(r.recognised_at, r.id) < (${key[0]}, ${key[1]})` : sql`true`}`
  const ordered = sql`order by r.recognised_at desc, r.id desc limit ${limit}`
  const records = sql`select r.* from recognition_record r where ${where}`
  const places = sql`select r.recognised_at, r.id from recognition_record r where ${where}`
  const read = async (found: RawBuilder<unknown>) => {
    const { rows } = await sql<Row>`
      select ${columns} from (${found}) r ${joins} order by r.recognised_at desc, r.id desc limit ${limit}`.execute(db)
    return rows
  }
  const named = namedSources(query)
  const rows = await (named
    ? readNamed(db, named, { records, places, ordered, limit }, read)
    : read(
        query.doorId ? sql`${atDoor(query.doorId, sql`${where} ${ordered}`)} ${ordered}` : sql`${records} ${ordered}`,
      ))
  const items = rows.slice(0, query.size).map((row) => toRecord(row, sight))
  const last = rows[query.size - 1]
  return {
    items,
    next: rows.length > query.size && last ? encodeCursor(last.recognised_at, last.id) : null,
  }
}

type Wanted = { records: RawBuilder<unknown>; places: RawBuilder<unknown>; ordered: RawBuilder<unknown>; limit: number }

/**
 * The newest records of the people and devices of a name. A common one (a letter, a family name) fills the page from a
 * few of the newest records, before anybody is looked up. Then those of many people are read along the index of each,
 * up to the point where some of them alone fill the page; of even more people along the time, where the next match is
 * seldom far.
 */
async function readNamed(
  db: Db,
  { people, devices, areOfAll, areOfOne }: NonNullable<ReturnType<typeof namedSources>>,
  { records, places, ordered, limit }: Wanted,
  read: (found: RawBuilder<unknown>) => Promise<Row[]>,
): Promise<Row[]> {
  const readNewest = (length: number) =>
    read(sql`
      select r.* from (${records} order by r.recognised_at desc, r.id desc limit ${length}) r where ${areOfOne} ${ordered}`)
  const newest = await readNewest(shortStretch)
  if (newest.length === limit) return newest
  // The rest may continue as it began, which would fill the page: then twice as far is most likely enough.
  const further = Math.ceil((shortStretch * limit) / newest.length)
  if (further <= longStretch) {
    const found = await readNewest(Math.min(2 * further, longStretch))
    if (found.length === limit) return found
  }
  const maxPeople = limit <= shortPage ? maxBounded : maxNamed
  // Positions first, which the indexes contain, and rows only for those of the page.
  const { rows } = await sql<(Row | { id: null }) & { is_many: boolean }>`
    with people as materialized (${people} limit ${maxPeople + 1}),
    devices as materialized (${devices} limit ${maxNamed + 1}),
    many as materialized (
      select (select count(*) from people) > ${maxPeople} or (select count(*) from devices) > ${maxNamed} as is_many),
    since as materialized (
      select n.recognised_at from (select id from people limit ${maxNamed}) p
      cross join lateral (${places} and r.person_id = p.id ${ordered}) n
      order by n.recognised_at desc offset ${limit - 1} limit 1),
    found as materialized (
      select distinct on (recognised_at, id) recognised_at, id from (
        ${places} and r.person_id = any((select array(select id from people where not (select is_many from many)))::uuid[])
          and r.recognised_at >= (select coalesce((select recognised_at from since), '-infinity'))
        union all
        select n.* from (select id from devices where not (select is_many from many)) d
        cross join lateral (${places} and r.device_id = d.id ${ordered}) n
      ) named order by recognised_at desc, id desc limit ${limit})
    select many.is_many, ${columns} from many
    left join (found join recognition_record r using (recognised_at, id) ${joins}) on true
    order by r.recognised_at desc, r.id desc`.execute(db)
  if (rows[0]?.is_many) return read(sql`${records} and ${areOfAll} ${ordered}`)
  return rows.filter((row) => row.id !== null)
}

/** A door with its readers, or devices. */
type Places = { deviceIds?: readonly string[] | undefined; doorId?: string | undefined }

/**
 * The latest records of a door, or of devices at the doors where they are now, newest first; each device is read along its own index. A
 * record from before its device was moved is not of the present door.
 */
export async function readPassages(
  db: Db,
  { deviceIds = [], doorId }: Places,
  size: number,
  sight: RecordVisibility,
): Promise<RecognitionRecord[]> {
  const readers =
    doorId === undefined
      ? sql`select w.id as device_id, null::smallint as port,
          coalesce((select min(d.since) from door_reader d where d.device_id = w.id), '-infinity') as since
        from unnest(${[...new Set(deviceIds)]}::uuid[]) as w(id)`
      : readersOf(doorId)
  const { rows } = await sql<Row>`
    select ${columns} from (
      select n.* from (${readers}) w
      cross join lateral (
        select r.* from recognition_record r where r.device_id = w.device_id and (w.port is null or r.port = w.port) and r.recognised_at >= w.since and ${sight.seesStaff ? sql`true` : sql`r.kind <> ${staffCode}`} order by r.recognised_at desc, r.id desc limit ${size}) n
      order by n.recognised_at desc, n.id desc limit ${size}) r ${joins}
    order by r.recognised_at desc, r.id desc`.execute(db)
  return rows.map((row) => toRecord(row, sight))
}

/**
 * The records that a face search found, by id, with the person that somebody linked; only those that this reader may
 * see.
 */
export async function readFoundRecords(
  db: Db,
  found: readonly { id: string; recognisedAt: string }[],
  sight: RecordVisibility,
) {
  if (found.length === 0) return new Map<string, never>()
  const { rows } = await sql<Row & { linked_name: string | null }>`
    select ${columns}, l.name as linked_name
    from unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ recognisedAt }) => recognisedAt)}::timestamptz[]) as f(id, recognised_at)
    join recognition_record r on r.recognised_at = f.recognised_at and r.id = f.id ${joins}
    left join person l on l.id = r.linked_person_id
    where ${sight.seesStaff ? sql`true` : sql`r.kind <> ${staffCode}`}`.execute(db)
  return new Map(rows.map((row) => [row.id, { record: toRecord(row, sight), linkedName: row.linked_name }]))
}

/** The existing ones of these records; for receivers of records, whatever their person. */
export async function readRecordsByKey(
  db: Db,
  keys: readonly { recognisedAt: string; id: string }[],
): Promise<RecognitionRecord[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Row>`
    select ${columns} from unnest(${keys.map(({ recognisedAt }) => recognisedAt)}::timestamptz[], ${keys.map(({ id }) => id)}::uuid[]) as k(recognised_at, id)
    join recognition_record r on r.recognised_at = k.recognised_at and r.id = k.id ${joins}`.execute(db)
  return rows.map((row) => toRecord(row, { seesStaff: true }))
}

/**
 * The number of records that a filter finds, up to a limit; `exact`: all that had arrived by now, as a deletion would
 * take them.
 */
export async function countRecords(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { exact, ...filter }: RecordFilter & { exact: boolean },
  sight: RecordVisibility,
  atMost = maxCountedRecords,
) {
  const countedAt = clock.now().toString()
  const bound = exact ? sql`and r.received_at <= ${countedAt}::timestamptz` : sql`limit ${atMost + 1}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from recognition_record r where ${recordCondition(filter, sight)} ${bound}) counted`.execute(db)
  const count = rows[0]?.count ?? 0
  const isMore = !exact && count > atMost
  return { count: isMore ? atMost : count, isMore, countedAt }
}

/** The newest records of a filter that have a picture, each with its hash. */
export async function readPictured(db: Db, filter: RecordFilter, sight: RecordVisibility, limit: number) {
  const { rows } = await sql<Row & { capture_hash: Buffer }>`
    select ${columns}, r.capture_hash from recognition_record r ${joins}
    where r.capture_hash is not null and ${recordCondition(filter, sight)}
    order by r.recognised_at desc, r.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ record: toRecord(row, sight), hash: row.capture_hash }))
}

/** The job ids of the people of these records as they are now, and the departments as they were then. */
export async function readRecordStaff(db: Db, records: readonly { id: string; recognisedAt: string }[]) {
  const { rows } = await sql<{ id: string; job_id: string | null; department: string | null }>`
    select r.id, p.job_id, m.name as department
    from unnest(${records.map(({ id }) => id)}::uuid[], ${records.map(({ recognisedAt }) => recognisedAt)}::timestamptz[]) as k(id, recognised_at)
    join recognition_record r on r.recognised_at = k.recognised_at and r.id = k.id
    left join person p on p.id = r.person_id left join department m on m.id = r.department_id`.execute(db)
  return rows
}

type DetailRow = Row & {
  portrait_id: string | null
  portrait_at: string | null
  face_box: [number, number, number, number] | null
  reasons: unknown
  misrecognition_by: string | null
  misrecognition_at: string | null
  linked_person_id: string | null
  linked_name: string | null
  linked_by: string | null
  linked_at: string | null
}
const reasonList = z.array(passageReason)

const toFaceBox = ([left, top, right, bottom]: readonly [number, number, number, number]): FaceBox => ({
  left,
  top,
  right,
  bottom,
})

/** One record with its chain of reasons; undefined when there is none that this reader may see. */
export async function readRecord(
  db: Db,
  id: string,
  sight: RecordVisibility,
): Promise<z.output<typeof recordDetail> | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${columns}, p.portrait_id, (select i.created_at from image i where i.id = p.portrait_id) as portrait_at, r.face_box, r.reasons, r.misrecognition_by, r.misrecognition_at,
      l.id as linked_person_id, l.name as linked_name, r.linked_by, r.linked_at
    from recognition_record r ${joins} left join person l on l.id = r.linked_person_id
    where r.id = ${id} and ${sight.seesStaff ? sql`true` : sql`r.kind <> ${staffCode}`}
    order by r.recognised_at limit 1`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const record = toRecord(row, sight)
  const people = [record.person, ...record.candidates].flatMap((one) => (one?.id ? [[one.id, one.name] as const] : []))
  const seen = new Map(people)
  const reasons = reasonList.parse(row.reasons).map((reason) => withPeople(reason, seen))
  return {
    ...record,
    portraitId: row.portrait_id,
    portraitAt: row.portrait_at,
    faceBox: row.has_capture && row.face_box ? toFaceBox(row.face_box) : null,
    reasons,
    names: {
      ...(await readReasonNames(db, reasons, sight.seesStaff)),
      ...(record.candidates.length > 0 && Object.fromEntries(seen)),
    },
    misrecognitionBy: row.misrecognition_by,
    misrecognitionAt: row.misrecognition_at,
    linked:
      row.linked_by === null || row.linked_at === null
        ? null
        : { person: { id: row.linked_person_id, name: row.linked_name ?? '' }, by: row.linked_by, at: row.linked_at },
  }
}

/** A reason names only people whom the record names to this reader. */
function withPeople(reason: z.output<typeof passageReason>, seen: ReadonlyMap<string, string>) {
  const { personIds } = reason
  if (!Array.isArray(personIds)) return reason
  return { ...reason, personIds: personIds.filter((id) => typeof id === 'string' && seen.has(id)) }
}

/** Pairs of people that were confused, the most frequent first. Only marks that name another person make a pair. */
export async function readConfusions(db: Db) {
  const { rows } = await sql<{
    taken_id: string | null
    taken_name: string
    actual_id: string | null
    actual_name: string | null
    count: number
    last_at: string
    highest: number | null
  }>`
    select p.id as taken_id, r.person_name as taken_name, a.id as actual_id, a.name as actual_name, count(*)::int as count,
      max(r.recognised_at) as last_at, max(r.cosine) as highest
    from recognition_record r left join person p on p.id = r.person_id left join person a on a.id = r.linked_person_id
    where r.misrecognition in ('other-person', 'unknown-person') and r.person_name is not null
    group by p.id, r.person_name, a.id, a.name order by count(*) desc, max(r.recognised_at) desc limit 50`.execute(db)
  return rows.map((row) => ({
    taken: { id: row.taken_id, name: row.taken_name },
    actual: row.actual_id === null ? null : { id: row.actual_id, name: row.actual_name ?? '' },
    count: row.count,
    lastAt: row.last_at,
    // Just above the most alike of them: two digits, as in settings.
    threshold: row.highest === null ? null : Math.min(1, (Math.floor(row.highest * 100) + 1) / 100),
  }))
}

/** The clock beside each device. */
export const readDeviceZones = (db: Db) => db.selectFrom('device_zone').select(['device_id', 'time_zone']).execute()

export async function selectRecordSettings(db: Db): Promise<RecordSettings> {
  const row = await db.selectFrom('record_setting').selectAll().executeTakeFirstOrThrow()
  return {
    staffDays: row.staff_days,
    visitorDays: row.visitor_days,
    strangerDays: row.stranger_days,
    spoofDays: row.spoof_days,
    blacklistedDays: row.blacklisted_days,
    keepsCaptures: row.keeps_captures,
  }
}
