import { alarmCodes } from '@gatehouse/engine/alarm/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

const code = alarmCodes['offline-too-long']

export type OfflineChange = { id: string; online_changed_at: string; is_online: boolean }

/** The devices that are offline since before `since` without an alarm, and those that are back with an open one; `limit` of each. */
export async function selectOfflineChanges(
  db: Db,
  { isEnabled, since, limit }: { isEnabled: boolean; since: string; limit: number },
): Promise<OfflineChange[]> {
  const { rows } = await sql<OfflineChange>`
    (select d.id, d.online_changed_at, d.is_online from device d
      where ${isEnabled} and not d.is_online and d.online_changed_at <= ${since} and not exists (
        select from alarm_group g join alarm a on a.raised_at = g.alarm_raised_at and a.id = g.alarm_id
        where g.device_id = d.id and g.code = ${code} and a.last_at >= d.online_changed_at)
      limit ${limit})
    union all
    (select d.id, d.online_changed_at, d.is_online from alarm_group g
      join alarm a on a.raised_at = g.alarm_raised_at and a.id = g.alarm_id
      join device d on d.id = g.device_id
      where g.code = ${code} and a.status <> 'released' and d.is_online limit ${limit})`.execute(db)
  return rows
}
