import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { verdictOfReport } from '../person-verdict-reads.ts'

/**
 * The state of a person at each device that should know them. `done` once the device has applied the last change of the
 * person in respect to a group it has; `failed` with the reason it gave, `no-portrait` where there is none to be taken, `kept-off` while they
 * may pass at no time at a device that opens for everybody on it.
 */
export async function readPersonDevices(db: Db, personId: string) {
  const { rows } = await sql<{
    device_id: string
    device_name: string
    is_applied: boolean
    verdict: 'done' | 'no-portrait' | 'failed' | 'kept-off'
    reason: string | null
    leaving: string | null
  }>`
    select d.id as device_id, d.name as device_name, coalesce(k.reason, f.reason) as reason,
      case when k.is_off is false then k.reason end as leaving,
      case when k.reason is null then ${verdictOfReport} else 'kept-off' end as verdict,
      d.people_applied_revision >= max(greatest(coalesce(pc.revision, 0), coalesce(gc.revision, 0), coalesce(rc.revision, 0)))
        and k.is_off is not false as is_applied
    from group_member m
    join device_group dg on dg.group_id = m.group_id
    join device d on d.id = dg.device_id
    left join person_change pc on pc.group_id = m.group_id and pc.person_id = m.person_id
    left join device_group_change gc on gc.device_id = d.id and gc.group_id = m.group_id
    left join device_person_change rc on rc.device_id = d.id and rc.person_id = m.person_id
    left join device_person_failure f on f.device_id = d.id and f.person_id = m.person_id
    left join device_person_kept_off k on k.device_id = d.id and k.person_id = m.person_id
    join person p on p.id = m.person_id
    where m.person_id = ${personId}
    group by d.id, d.name, f.reason, k.reason, k.is_off, p.id
    order by d.name, d.id`.execute(db)
  return rows.map((row) => ({
    deviceId: row.device_id,
    deviceName: row.device_name,
    state: row.is_applied ? row.verdict : ('waiting' as const),
    reason: !row.is_applied ? row.leaving : row.verdict === 'done' ? null : row.reason,
  }))
}
