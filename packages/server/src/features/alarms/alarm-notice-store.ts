import type { Alarm, TraceEntry } from '@gatehouse/contract/features/alarms.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { readAlarmsByKey } from './alarm-reads.ts'

const maxTaken = 200

/** Takes alarms whose notification is to be decided; they wait again when the transaction fails. */
export async function takeNotices(db: Db): Promise<Alarm[]> {
  const { rows } = await sql<{ alarm_raised_at: string; alarm_id: string }>`
    delete from alarm_notice where ctid in (select ctid from alarm_notice limit ${maxTaken} for update skip locked)
    returning alarm_raised_at, alarm_id`.execute(db)
  return rows.length === 0
    ? []
    : readAlarmsByKey(
        db,
        rows.map((row) => ({ raisedAt: row.alarm_raised_at, id: row.alarm_id })),
      )
}

/** The clock beside each device of these alarms. */
export async function readDeviceZones(db: Db, alarms: readonly Alarm[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(alarms.flatMap(({ device }) => device.id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('device_zone')
    .select(['device_id', 'time_zone'])
    .where('device_id', 'in', ids)
    .execute()
  return new Map(rows.flatMap(({ device_id, time_zone }) => (time_zone === null ? [] : [[device_id, time_zone]])))
}

export const noteMailed = (db: Db, alarms: readonly Alarm[], entry: TraceEntry) =>
  sql`
    with l as (select raised_at, id from alarm where id = any(${alarms.map(({ id }) => id)}::uuid[]) order by id for update)
    update alarm a set trace = a.trace || ${JSON.stringify([entry])}::jsonb from l where a.raised_at = l.raised_at and a.id = l.id`.execute(
    db,
  )
