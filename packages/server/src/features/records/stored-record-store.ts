import { highestSequence, sequenceStep } from '@gatehouse/contract/device/link.ts'
import { mayRaiseAlarm } from '@gatehouse/engine/alarm/record-alarms.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db, DbPool } from '../../db/open-database.ts'
import { type ListType, prepared, unseenList } from '../../db/prepared.ts'
import { placeByTime } from '../../device-link/device-time.ts'
import { advanceRecordProgress } from '../../device-link/progress-store.ts'
import { namesElsewhere, noteDueRecords } from '../alarms/record-alarm-fragments.ts'
import { recomputePunches } from '../attendance/recompute-queue-fragments.ts'
import { deliverRecords } from '../open-platform/webhooks/webhook-delivery-fragments.ts'
import type { RecordRow } from './link/record-rows.ts'

/** Whether pictures of records are stored at all (a setting of the enterprise). */
export async function keepsCaptures(db: Db): Promise<boolean> {
  const row = await db.selectFrom('record_setting').select('keeps_captures').executeTakeFirst()
  return row?.keeps_captures ?? true
}

/**
 * The ids of those of these records whose picture is not to be stored: pictures are off, the records are stored
 * already, or concern people who were erased.
 */
export async function selectUnpictured(db: Db, rows: readonly RecordRow[]): Promise<Set<string>> {
  const column = (name: 'id' | 'recognisedAt' | 'personId') => rows.map((row) => row[name])
  // Separate queries instead of an `or`, which PostgreSQL would answer by reading every record.
  const { rows: unpictured } = await sql<{ id: string }>`
    ${prepared} with sent as (
      select * from unnest(${unseenList('uuid', column('id'))}, ${unseenList('timestamptz', column('recognisedAt'))},
        ${unseenList('uuid', column('personId'))}) as s(id, recognised_at, person_id)
    )
    select s.id from sent s join record_setting k on not k.keeps_captures
    union all
    select s.id from sent s join recognition_record r on r.recognised_at = s.recognised_at and r.id = s.id
    union all
    select s.id from sent s left join person p on p.id = s.person_id
    where s.person_id is not null and p.id is null and ${wasErased}`.execute(db)
  return new Set(unpictured.map(({ id }) => id))
}

/** The places of the records that are stored under these ids, by the id. */
export async function selectPlaces(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { recognisedAt: string; sequence: number }>> {
  const rows = await db
    .selectFrom('recognition_record')
    .select(['id', 'recognised_at as recognisedAt', 'device_sequence as sequence'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/**
 * Gives a record of this device the picture that came after it, unless it has one. The record of a known kind without a person is that of
 * somebody who was erased, and gets none, unless only the device knows them.
 */
export async function updateCapture(db: Db, deviceId: string, id: string, captureHash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('recognition_record')
    .set({ capture_hash: captureHash })
    .where('id', '=', id)
    .where('device_id', '=', deviceId)
    .where('capture_hash', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('person_id', 'is not', null),
        eb('kind', '=', personKindCodes.stranger),
        eb('abnormal', '=', 'known-at-device'),
      ]),
    )
    .returning(['recognised_at', 'kind'])
    .executeTakeFirst()
  if (row?.kind === personKindCodes.stranger)
    await db
      .insertInto('capture_due')
      .values({ recognised_at: row.recognised_at, record_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return row !== undefined
}

/** `claimedAt`: the time that the device claimed, if the record stands at the time of its arrival instead. */
type PlacedRow = RecordRow & { claimedAt: string | null; receivedAt: string }

/** A record that claims to be too far ahead stands where it arrived; sent again, it stands where it stood. */
async function placeInTime(
  db: Db,
  rows: readonly { deviceId: string; row: RecordRow }[],
  now: string,
): Promise<{ deviceId: string; row: PlacedRow }[]> {
  const claims = rows.map(({ row }) => row.recognisedAt)
  const place = await placeByTime(db, claims, now)
  const placed = rows.map(({ deviceId, row }) => ({ deviceId, row, ...place(row.recognisedAt) }))
  const moved = placed.filter(({ claimedAt }) => claimedAt !== null).map(({ row }) => row.id)
  const known =
    moved.length === 0
      ? []
      : await db
          .selectFrom('recognition_record')
          .select(['id', 'recognised_at'])
          .where('id', 'in', moved)
          .where('claimed_at', 'is not', null)
          .execute()
  const placeOf = new Map(known.map(({ id, recognised_at }) => [id, recognised_at]))
  return placed.map(({ deviceId, row, at, claimedAt }) => ({
    deviceId,
    row: { ...row, recognisedAt: claimedAt === null ? at : (placeOf.get(row.id) ?? at), claimedAt, receivedAt: now },
  }))
}

/** Condition on `s.person_id`; checked only if that person does not exist: no existing person was erased. */
const wasErased = sql`exists (select from ending e where e.kind = 'erased' and e.subject = s.person_id::text)`

export type Progress = {
  storedSequence: number
  /** Sequence numbers that never arrived. */
  missing: number
  /** Ids of the records that are new; null when all of them are. */
  newIds: ReadonlySet<string> | null
}

/**
 * Stores rows of any number of devices in one statement, which is one transaction; existing records stay as they are.
 * Names are those of this moment. A time is doubtful when the device's clock was more than five minutes off at its last
 * greeting, or when the record claims to be from the future or from before the device was paired; a record that only comes
 * late is not. A record of a person who was erased meanwhile belongs to nobody. A number out of range is stored and moves no progress: no
 * terminal could go on after it. Gives the records with the times under which they are stored, and the progress by device; a device missing there does not exist, and none of its records was stored.
 * A named statement of its own connection, planned once (`unseenList`): over all partitions that costs twice what a row does.
 */
export async function insertRecords(
  { db, pool }: { db: Db; pool: DbPool },
  sent: readonly { deviceId: string; row: RecordRow }[],
  now: string,
): Promise<{ progress: Map<string, Progress>; placed: { deviceId: string; row: PlacedRow }[] }> {
  const rows = await placeInTime(db, sent, now)
  const column = (type: ListType, read: (row: PlacedRow) => unknown) =>
    unseenList(
      type,
      rows.map(({ row }) => read(row)),
    )
  // As PostgreSQL writes an array: ids, numbers and instants hold nothing that has to be escaped.
  const plain = (type: ListType, read: (row: PlacedRow, deviceId: string) => string | number | boolean | null) =>
    unseenList(type, `{${rows.map(({ row, deviceId }) => read(row, deviceId) ?? 'NULL').join(',')}}`)
  const hasDue = rows.some(({ row }) => mayRaiseAlarm(row))
  const statement = sql`
    with sent as (
      select * from unnest(
        ${plain('uuid', (_, deviceId) => deviceId)}, ${plain('uuid', (row) => row.id)},
        ${plain('bigint', (row) => row.sequence)}, ${plain('timestamptz', (row) => row.recognisedAt)},
        ${plain('smallint', (row) => row.kind)}, ${plain('uuid', (row) => row.personId)},
        ${plain('text', (row) => element(row.entryMode))}, ${plain('real', (row) => row.cosine)},
        ${plain('real', (row) => row.liveness)}, ${plain('boolean', (row) => row.opened)},
        ${plain('text', (row) => element(row.abnormal))}, ${column('jsonb', (row) => row.reasons)},
        ${column('bytea', (row) => row.captureHash)}, ${column('text', (row) => row.faceBox)},
        ${plain('timestamptz', (row) => row.claimedAt)}, ${column('jsonb', (row) => row.candidates)},
        ${plain('smallint', (row) => row.port)}, ${plain('smallint', (row) => row.way)}
      ) as s(device_id, id, sequence, recognised_at, kind, person_id, entry_mode, cosine, liveness, opened, abnormal, reasons, capture_hash, face_box, claimed_at, candidates, port, way)
    ), locked as (
      -- In one order, so that two server processes never wait for each other.
      select device_id, stored_sequence,
        least(stored_sequence + ${sql.lit(sequenceStep)}, ${sql.lit(highestSequence)}::bigint) as reach
      from device_record_progress where device_id in (select device_id from sent) order by device_id for update
    ), stored as (
      insert into recognition_record (id, recognised_at, received_at, device_id, device_sequence, device_name, kind, person_id,
        person_name, department_id, direction, entry_mode, cosine, liveness, opened, abnormal, reasons, capture_hash, face_box, candidates, claimed_at, port, has_doubtful_time)
      select s.id, s.recognised_at, ${now}::timestamptz, s.device_id, s.sequence, d.name, s.kind, case when not f.is_forgotten then s.person_id end,
        p.name, p.department_id, case when d.door_count > 1 or d.direction = 0 then coalesce(s.way, d.direction) else d.direction end, s.entry_mode, case when not f.is_forgotten then s.cosine end,
        case when not f.is_forgotten then s.liveness end, s.opened, s.abnormal, case when f.is_forgotten then '[]' else s.reasons end, s.capture_hash,
        case when s.capture_hash is not null then s.face_box::smallint[] end,
        case when s.candidates is not null and not f.is_forgotten then (
          select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'kind', c.kind, 'cosine', w.one->'cosine') order by w.at)
          from jsonb_array_elements(s.candidates) with ordinality w(one, at) join person c on c.id = (w.one->>'personId')::uuid) end,
        s.claimed_at, case when d.door_count > 1 then s.port end, s.claimed_at is not null or abs(coalesce(d.clock_offset_ms, 0)::bigint) > 300000
          or s.recognised_at > ${now}::timestamptz + interval '5 minutes'
          or s.recognised_at < d.created_at - interval '5 minutes'
      from sent s join locked l on l.device_id = s.device_id join device d on d.id = s.device_id left join person p on p.id = s.person_id
      cross join lateral (select s.person_id is not null and p.id is null and ${wasErased} as is_forgotten) f
      -- Sent again when what it claims can be true by now, it stands where it stood.
      where (s.sequence > l.stored_sequence and s.sequence <= l.reach)
        or not exists (select from recognition_record r where r.id = s.id and r.claimed_at is not null and s.claimed_at is null)
      on conflict do nothing
      returning id, device_id, device_sequence, person_id, recognised_at, claimed_at, kind, opened, abnormal, capture_hash${hasDue ? sql`, ${namesElsewhere}` : sql``}
    ), punches as (${recomputePunches}
    ), told as (${deliverRecords(now)}
    )${hasDue ? dueRecords : sql``}, sums as (
      select s.device_id, s.top, s.sent_count, coalesce(n.new_count, 0) as new_count, n.new_ids
      from (select s.device_id, max(s.sequence) filter (where s.sequence <= l.reach) as top, count(*) as sent_count
        from sent s join locked l on l.device_id = s.device_id group by s.device_id) s
      left join (select device_id, count(*) as new_count, string_agg(id::text, ',') as new_ids from stored group by device_id) n
        on n.device_id = s.device_id
    ), progress as (${advanceRecordProgress}
    )
    select g.device_id, g.stored_sequence, g.stored_count,
      case when s.new_count = s.sent_count then null else coalesce(s.new_ids, '') end as new_ids
    from progress g join sums s on s.device_id = g.device_id`.compile(db)
  const { rows: progress } = await pool.query<{
    device_id: string
    stored_sequence: number
    stored_count: number
    new_ids: string | null
  }>({
    name: hasDue ? 'insert-records-and-due' : 'insert-records',
    text: statement.sql,
    values: [...statement.parameters],
  })
  return {
    placed: rows,
    progress: new Map(
      progress.map((row) => [
        row.device_id,
        {
          storedSequence: row.stored_sequence,
          missing: Math.max(0, row.stored_sequence - row.stored_count),
          newIds: row.new_ids === null ? null : new Set(row.new_ids.split(',')),
        },
      ]),
    ),
  }
}

const plainWord = /^(?!null$)[a-z][a-z-]*$/
/** A word as an element of an array of PostgreSQL; those of other makers may be anything that stands on one line. */
const element = (word: string) => (plainWord.test(word) ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`)

/**
 * Records that may raise an alarm are noted with the record itself, and so are the captures of strangers, whose faces
 * can be searched for (capture-jobs.ts); most batches have none.
 */
const dueRecords = sql`, due as (${noteDueRecords}
    ), captures as (
      insert into capture_due (recognised_at, record_id)
      select recognised_at, id from stored where kind = ${sql.lit(personKindCodes.stranger)} and capture_hash is not null
    )`
