import type { Db } from '../../db/open-database.ts'

/** The devices about which an alarm of this code is not released yet. */
export async function selectDevicesWithOpenAlarm(db: Db, code: number): Promise<string[]> {
  const rows = await db
    .selectFrom('alarm_group as g')
    .innerJoin('alarm as a', (join) =>
      join.onRef('a.raised_at', '=', 'g.alarm_raised_at').onRef('a.id', '=', 'g.alarm_id'),
    )
    .select('g.device_id')
    .where('g.code', '=', code)
    .where('a.status', '<>', 'released')
    .execute()
  return rows.map(({ device_id }) => device_id)
}
