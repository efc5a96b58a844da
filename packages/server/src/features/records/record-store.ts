import type { RecordFilter, RecordSettings } from '@gatehouse/contract/features/records.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import { takeDayLock } from '../../db/advisory-locks.ts'
import { discardRows } from '../../blobs/garbage-store.ts'
import type { Db } from '../../db/open-database.ts'
import { lockCaptureTemplates } from './capture-store.ts'
import { recordCondition } from './record-reads.ts'

export const lockRecord = (db: Db, id: string) =>
  db
    .selectFrom('recognition_record')
    .select(['id', 'recognised_at', 'kind', 'device_name', 'person_name', 'misrecognition', 'linked_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type Place = { id: string; recognised_at: string }

export const updateMisrecognition = (db: Db, { id, recognised_at }: Place, type: string, by: string, at: string) =>
  db
    .updateTable('recognition_record')
    .set({ misrecognition: type, misrecognition_by: by, misrecognition_at: at })
    .where('recognised_at', '=', recognised_at)
    .where('id', '=', id)
    .execute()

export const updateLink = (db: Db, { id, recognised_at }: Place, personId: string, by: string, at: string) =>
  db
    .updateTable('recognition_record')
    .set({ linked_person_id: personId, linked_by: by, linked_at: at })
    .where('recognised_at', '=', recognised_at)
    .where('id', '=', id)
    .execute()

export const insertDeletion = (
  db: Db,
  filter: RecordFilter,
  asked: { by: string; now: string; receivedBefore: string; expected: number; finishedAt: string | null },
) =>
  db
    .insertInto('record_deletion')
    .values({
      filter: JSON.stringify(filter),
      received_before: asked.receivedBefore,
      expected: asked.expected,
      created_by: asked.by,
      created_at: asked.now,
      finished_at: asked.finishedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const selectDeletions = (db: Db) =>
  db.selectFrom('record_deletion').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(10).execute()

/** The deletion, locked: another process that has the same job waits, and then finds it finished. */
export const lockDeletion = (db: Db, id: string) =>
  db
    .selectFrom('record_deletion')
    .select(['filter', 'received_before', 'expected', 'deleted'])
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const updateDeletion = (db: Db, id: string, deleted: number, finishedAt: string | null) =>
  db
    .updateTable('record_deletion')
    .set({ deleted: sql<number>`deleted + ${deleted}`, finished_at: finishedAt })
    .where('id', '=', id)
    .execute()

const deleteWhere = async (db: Db, condition: RawBuilder<unknown>, limit: number): Promise<number> => {
  await lockCaptureTemplates(db)
  const { rows } = await sql<{ deleted: number }>`
    with gone as (
      delete from recognition_record d using (
        select r.recognised_at, r.id from recognition_record r where ${condition}
        order by r.recognised_at, r.id limit ${limit} for update) r
      where d.recognised_at = r.recognised_at and d.id = r.id
      returning d.id, d.capture_hash
    ), faces as (delete from capture_template t using gone where t.record_id = gone.id),
    garbage as (${discardRows(sql`select distinct capture_hash from gone where capture_hash is not null`)})
    select count(*)::int as deleted from gone`.execute(db)
  return rows[0]?.deleted ?? 0
}

/**
 * Deletes up to `limit` of the records of a filter that had arrived before an instant, oldest first; their pictures
 * become garbage.
 */
export const deleteRecordChunk = (db: Db, filter: RecordFilter, receivedBefore: string, limit: number) =>
  deleteWhere(db, hadCome(filter, receivedBefore), limit)

const hadCome = (filter: RecordFilter, receivedBefore: string) =>
  sql`${recordCondition(filter, { seesStaff: true })} and r.received_at <= ${receivedBefore}::timestamptz`

/** The number of records that a deletion would take. */
export async function countForDeletion(db: Db, filter: RecordFilter, receivedBefore: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recognition_record r where ${hadCome(filter, receivedBefore)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** A clock that was never set shows 1970: its records of today are not old. */
export const deleteOldRecords = (db: Db, kind: keyof typeof personKindCodes, before: string, limit: number) =>
  deleteWhere(
    db,
    sql`r.kind = ${sql.lit(personKindCodes[kind])} and r.recognised_at < ${before}::timestamptz
      and (r.received_at < ${before}::timestamptz or not r.has_doubtful_time)`,
    limit,
  )

export const deleteRecordsBetween = (db: Db, from: string, before: string, limit: number) =>
  deleteWhere(db, sql`r.recognised_at >= ${from}::timestamptz and r.recognised_at < ${before}::timestamptz`, limit)

/**
 * Deletes the pictures of the oldest records that have one; the records stay. `since` skips records that an earlier
 * call has emptied, or each call would read them again.
 */
export async function clearOldestCaptures(
  db: Db,
  { since, before, limit }: { since: string | undefined; before: string; limit: number },
): Promise<{ hashes: Buffer[]; items: number; untilAt: string } | undefined> {
  const { rows } = await sql<{ hashes: Buffer[] | null; items: number; until_at: string | null }>`
    with due as (
      select recognised_at, id, capture_hash from recognition_record
      where capture_hash is not null and recognised_at < ${before}::timestamptz
        and ${since ? sql`recognised_at >= ${since}::timestamptz` : sql`true`}
      order by recognised_at, id limit ${limit} for update),
    gone as (
      update recognition_record r set capture_hash = null from due
      where r.recognised_at = due.recognised_at and r.id = due.id returning due.capture_hash, due.recognised_at),
    garbage as (${discardRows(sql`select distinct capture_hash from gone`)})
    select array_agg(distinct capture_hash) as hashes, count(*)::int as items, max(recognised_at) as until_at from gone`.execute(
    db,
  )
  const [row] = rows
  if (!row?.hashes || row.until_at === null) return undefined
  return { hashes: row.hashes, items: row.items, untilAt: row.until_at }
}

/** Counts that became zero. */
export async function deleteEmptyCounts(db: Db): Promise<void> {
  await sql`delete from record_count where records = 0`.execute(db)
  await sql`delete from department_record_count where records = 0`.execute(db)
}

/** Days (UTC) before this one whose counts are not summed yet, the newest first. */
export async function selectUnsummedDays(db: Db, before: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::date as day from generate_series(
      (select date_trunc('day', min(bucket)) from record_count), ${before}::timestamptz - interval '1 day', '1 day') day
    where not exists (select from summed_day s where s.day = day::date)
      and exists (select from record_count c where c.bucket >= day and c.bucket < day + interval '1 day')
    order by day desc`.execute(db)
  return rows.map(({ day }) => day)
}

/** A transaction that changes a record of this day deletes its sums (0036_summed_days.sql), and waits for us. */
export async function sumDay(db: Db, day: string): Promise<void> {
  await takeDayLock(db, 'summedDay', day)
  const isNew = await db
    .insertInto('summed_day')
    .values({ day })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  if (isNew.numInsertedOrUpdatedRows === 0n) return
  const ofDay = sql`bucket >= ${day}::date and bucket < ${day}::date + interval '1 day'`
  await sql`
    insert into quarter_sum (day, bucket, kind, opened, records)
    select ${day}::date, bucket, kind, opened, sum(records) from record_count where ${ofDay}
    group by 2, 3, 4 having sum(records) > 0`.execute(db)
  await sql`
    insert into device_sum (day, device_id, kind, opened, records)
    select ${day}::date, device_id, kind, opened, sum(records) from record_count where ${ofDay}
    group by 2, 3, 4 having sum(records) > 0`.execute(db)
  await sql`
    insert into department_sum (day, department_id, opened, records)
    select ${day}::date, department_id, opened, sum(records) from department_record_count where ${ofDay}
    group by 2, 3 having sum(records) > 0`.execute(db)
}

/**
 * The instant up to which the ages of records are counted: the clock, but at most a week after the run before. A clock
 * that jumps ahead must be noticed before everything is too old.
 */
export async function ageRecords(db: Db, now: string): Promise<string> {
  const { rows } = await sql<{ aged_until: string }>`
    update record_setting set aged_until = least(${now}::timestamptz, aged_until + interval '7 days') returning aged_until`.execute(
    db,
  )
  return rows[0]?.aged_until ?? now
}

export const replaceRecordSettings = (db: Db, settings: RecordSettings, now: string) =>
  db
    .updateTable('record_setting')
    .set({
      staff_days: settings.staffDays,
      visitor_days: settings.visitorDays,
      stranger_days: settings.strangerDays,
      spoof_days: settings.spoofDays,
      blacklisted_days: settings.blacklistedDays,
      keeps_captures: settings.keepsCaptures,
      updated_at: now,
    })
    .execute()
