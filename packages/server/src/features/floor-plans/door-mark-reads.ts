import type { DoorMark } from '@gatehouse/contract/features/floor-plans.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/**
 * How each door of a site stands, by all of its readers. A door without a reader, or of which no reader is online, is offline: what it
 * did last may have changed. An alarm counts until somebody has acknowledged it; of a device that is offline the mark says that itself.
 */
export async function readDoorMarks(db: Db, siteId: string): Promise<{ doorId: string; mark: DoorMark }[]> {
  const { rows } = await sql<{ door_id: string; mark: DoorMark }>`
    with alarmed as (select distinct device_id from alarm where status <> 'released' and status in ('raised', 'release-failed')),
    held as (select door_id, bool_or(kind = 'emergency-open') as opens from device_lockdown group by door_id)
    select d.id as door_id, case
        when bool_or(v.is_online and a.device_id is not null) then 'alarm'
        when bool_or(v.is_online) is not true then 'offline'
        when h.opens or c.fire_since is not null then 'emergency-open'
        when h.opens is not null then 'locked-down'
        when bool_or(p.door_mode = 'held-closed') then 'held-closed'
        when bool_or(p.door_mode = 'held-open') or c.held_open_since is not null then 'held-open'
        when c.contact = 'open' then 'open'
        else 'closed' end as mark
      from door d
      left join door_reader r on r.door_id = d.id
      left join device v on v.id = r.device_id
      left join device_settings_report p on p.device_id = r.device_id
      left join alarmed a on a.device_id = r.device_id
      left join held h on h.door_id = d.id
      left join door_contact c on c.door_id = d.id
      where d.site_id = ${siteId}
      group by d.id, d.name, h.opens, c.contact, c.held_open_since, c.fire_since
      order by d.name, d.id`.execute(db)
  return rows.map(({ door_id, mark }) => ({ doorId: door_id, mark }))
}
