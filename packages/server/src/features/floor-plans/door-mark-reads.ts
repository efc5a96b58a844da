import type { DoorMark } from '@gatehouse/contract/features/floor-plans.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** Of all that holds at a door, the first. */
const mark = sql<DoorMark>`case
  when bool_or(v.is_online and a.device_id is not null) then 'alarm'
  when bool_or(v.is_online) is not true then 'offline'
  when h.opens or c.fire_since is not null then 'emergency-open'
  when h.opens is not null then 'locked-down'
  when bool_or(p.door_mode = 'held-closed') then 'held-closed'
  when bool_or(p.door_mode = 'held-open') or c.held_open_since is not null then 'held-open'
  when c.contact = 'open' then 'open'
  else 'closed' end`

/**
 * How each door of a site stands, by all of its readers. A door without a reader, or of which no reader is online, is offline: what it
 * did last may have changed. An alarm counts until somebody has acknowledged it; of a device that is offline the mark says that itself.
 */
export async function readDoorMarks(db: Db, siteId: string): Promise<{ doorId: string; mark: DoorMark }[]> {
  const rows = await db
    .with('alarmed', (query) =>
      query
        .selectFrom('alarm')
        .select('device_id')
        .distinct()
        .where('status', '<>', 'released')
        .where('status', 'in', ['raised', 'release-failed']),
    )
    .with('held', (query) =>
      query
        .selectFrom('device_lockdown')
        .select(['door_id', sql<boolean>`bool_or(kind = 'emergency-open')`.as('opens')])
        .groupBy('door_id'),
    )
    .selectFrom('door as d')
    .leftJoin('door_reader as r', 'r.door_id', 'd.id')
    .leftJoin('device as v', 'v.id', 'r.device_id')
    .leftJoin('device_settings_report as p', 'p.device_id', 'r.device_id')
    .leftJoin('alarmed as a', 'a.device_id', 'r.device_id')
    .leftJoin('held as h', 'h.door_id', 'd.id')
    .leftJoin('door_contact as c', 'c.door_id', 'd.id')
    .select(['d.id', mark.as('mark')])
    .where('d.site_id', '=', siteId)
    .groupBy(['d.id', 'd.name', 'h.opens', 'c.contact', 'c.held_open_since', 'c.fire_since'])
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()
  return rows.map((row) => ({ doorId: row.id, mark: row.mark }))
}
