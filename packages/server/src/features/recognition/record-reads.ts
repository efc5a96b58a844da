import type { listRecords, RecognitionRecord, recordDetail } from '@gatehouse/contract/features/records.ts'
import { passageReason, recognitionRecord } from '@gatehouse/contract/features/records.ts'
import { directions } from '@gatehouse/contract/features/devices.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { personKindCodes, personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { scoreOfCosine } from '@gatehouse/face/core/compare-embeddings.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/open-database.ts'
import { readReasonNames } from '../policies/passage-reads.ts'
import { readRecordKey, writeRecordKey } from './record-key.ts'

type Row = {
  id: string
  recognised_at: string
  received_at: string
  device_id: string | null
  device_name: string
  location: string | null
  kind: number
  person_id: string | null
  person_name: string | null
  direction: number
  entry_mode: string
  cosine: number | null
  opened: boolean
  abnormal: string
  has_capture: boolean
  has_doubtful_time: boolean
}

const columns = sql`r.id, r.recognised_at, r.received_at, d.id as device_id, r.device_name, d.location, r.kind, p.id as person_id,
  r.person_name, r.direction, r.entry_mode, r.cosine, r.opened, r.abnormal, r.capture_hash is not null as has_capture, r.has_doubtful_time`

/** Device and person as they are now, where they still are. */
const joins = sql`left join device d on d.id = r.device_id left join person p on p.id = r.person_id`

/** What stands in a row was written from the contract's own words. */
const words = recognitionRecord.pick({ entryMode: true, abnormal: true })

const toRecord = (row: Row): RecognitionRecord => ({
  id: row.id,
  kind: personKinds.find((kind) => personKindCodes[kind] === row.kind) ?? 'stranger',
  person: row.person_name === null ? null : { id: row.person_id, name: row.person_name },
  device: { id: row.device_id, name: row.device_name, location: row.location },
  direction: directions[row.direction] ?? 'none',
  recognisedAt: row.recognised_at,
  receivedAt: row.received_at,
  ...words.parse({ entryMode: row.entry_mode, abnormal: row.abnormal }),
  score: row.cosine === null ? null : Math.round(scoreOfCosine(row.cosine)),
  opened: row.opened,
  hasDoubtfulTime: row.has_doubtful_time,
  hasCapture: row.has_capture,
})

/** Up to this many people and devices of a name, their records are read along their own indexes. */
const mostNamed = 200
const likePattern = (keyword: string) => `%${keyword.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** One page of records, newest first. Every filter reads along an index that is in the order of the list. */
export async function readRecordPage(db: Db, query: Query<typeof listRecords>) {
  const key = readRecordKey(query.after)
  const limit = query.size + 1
  const where = sql`
    ${query.kind ? sql`r.kind = ${sql.lit(personKindCodes[query.kind])}` : sql`true`}
    and ${query.deviceId ? sql`r.device_id = ${query.deviceId}` : sql`true`}
    and ${query.opened === undefined ? sql`true` : query.opened ? sql`r.opened` : sql`not r.opened`}
    and ${query.from ? sql`r.recognised_at >= ${query.from}` : sql`true`}
    and ${query.to ? sql`r.recognised_at < ${query.to}` : sql`true`}
    and ${key ? sql`(r.recognised_at, r.id) < (${key.recognisedAt}, ${key.id})` : sql`true`}`
  const ordered = sql`order by r.recognised_at desc, r.id desc limit ${limit}`
  const found = query.keyword
    ? await namedRecords(db, likePattern(query.keyword), where, ordered)
    : sql`select r.* from recognition_record r where ${where} ${ordered}`
  const { rows } = await sql<Row>`
    select ${columns} from (${found}) r ${joins} order by r.recognised_at desc, r.id desc limit ${limit}`.execute(db)
  const items = rows.slice(0, query.size).map(toRecord)
  const last = rows[query.size - 1]
  return {
    items,
    next: rows.length > query.size && last ? writeRecordKey({ recognisedAt: last.recognised_at, id: last.id }) : null,
  }
}

/**
 * The newest records of the people and devices of a name: of few, along the index of each; of many (one letter, a common
 * name), along the time, where the next match is never far.
 */
async function namedRecords(db: Db, pattern: string, where: RawBuilder<unknown>, ordered: RawBuilder<unknown>) {
  const people = sql`select id from person where name ilike ${pattern}`
  const devices = sql`select id from device where name ilike ${pattern} or location ilike ${pattern}`
  const { rows } = await sql<{ named: number }>`
    select count(*)::int as named from (
      (${people} limit ${mostNamed + 1}) union all (${devices} limit ${mostNamed + 1})) n`.execute(db)
  if ((rows[0]?.named ?? 0) > mostNamed)
    return sql`select r.* from recognition_record r
      where ${where} and (r.person_id in (${people}) or r.device_id in (${devices})) ${ordered}`
  return sql`
    select distinct on (recognised_at, id) * from (
      select n.* from (${people}) p
      cross join lateral (select r.* from recognition_record r where r.person_id = p.id and ${where} ${ordered}) n
      union all
      select n.* from (${devices}) d
      cross join lateral (select r.* from recognition_record r where r.device_id = d.id and ${where} ${ordered}) n
    ) named order by recognised_at desc, id desc`
}

/** The latest records of these devices, newest first; each device is read along its own index. */
export async function readPassages(db: Db, deviceIds: readonly string[], size: number): Promise<RecognitionRecord[]> {
  const { rows } = await sql<Row>`
    select ${columns} from (
      select n.* from unnest(${[...new Set(deviceIds)]}::uuid[]) as w(id)
      cross join lateral (
        select r.* from recognition_record r where r.device_id = w.id order by r.recognised_at desc, r.id desc limit ${size}) n
      order by n.recognised_at desc, n.id desc limit ${size}) r ${joins}
    order by r.recognised_at desc, r.id desc`.execute(db)
  return rows.map(toRecord)
}

type DetailRow = Row & { portrait_id: string | null; reasons: unknown }
const reasonList = z.array(passageReason)

/** One record with its chain of reasons; undefined when there is none. */
export async function readRecord(db: Db, id: string): Promise<z.output<typeof recordDetail> | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${columns}, p.portrait_id, r.reasons from recognition_record r ${joins} where r.id = ${id}
    order by r.recognised_at limit 1`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const reasons = reasonList.parse(row.reasons)
  return { ...toRecord(row), portraitId: row.portrait_id, reasons, names: await readReasonNames(db, reasons) }
}
