import type { AlarmRecord } from '@gatehouse/engine/alarm/record-alarms.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export type DueRecord = AlarmRecord & { recognisedAt: string }

/** The number of records in one transaction; the others go into the next. */
const maxTaken = 500

export async function findDueDevice(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('alarm_due').select('device_id').limit(1).executeTakeFirst()
  return row?.device_id
}

/** Takes the records of a device that are due, oldest first; they are due again when the transaction fails. */
export async function takeDueRecords(db: Db, deviceId: string): Promise<DueRecord[]> {
  const { rows } = await sql<Omit<DueRecord, 'atMs'>>`
    with taken as (
      delete from alarm_due where ctid in (
        select ctid from alarm_due where device_id = ${deviceId} limit ${maxTaken} for update skip locked)
      returning recognised_at, record_id
    )
    select t.record_id as id, t.recognised_at as "recognisedAt", r.claimed_at as "claimedAt", coalesce(r.kind, 0) as kind,
      coalesce(r.abnormal, '') as abnormal, r.person_id as "personId", r.capture_hash as "captureHash",
      coalesce(r.reasons @> '[{"code":"person-elsewhere"}]', false) as "isElsewhere"
    from taken t left join recognition_record r on r.recognised_at = t.recognised_at and r.id = t.record_id
    order by t.recognised_at, t.record_id`.execute(db)
  return rows.map((row) => ({ ...row, atMs: Temporal.Instant.from(row.recognisedAt).epochMilliseconds }))
}

/** The number of strangers at a device in this time, counted up to `max`. */
export async function countStrangers(db: Db, deviceId: string, after: string, to: string, max: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from recognition_record where device_id = ${deviceId} and kind = ${sql.lit(personKindCodes.stranger)}
        and recognised_at > ${after} and recognised_at <= ${to} limit ${max}) s`.execute(db)
  return rows[0]?.count ?? 0
}
