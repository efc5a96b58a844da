import type { StaffAccess } from '@gatehouse/contract/features/staff.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** The groups of a person, the devices they are bound to, and the timetables by which these open for them. */
export async function readStaffAccess(db: Db, personId: string): Promise<StaffAccess> {
  const { rows } = await sql<StaffAccess[number]>`
    select g.id, g.name, coalesce((
      select json_agg(json_build_object('id', d.id, 'name', d.name, 'location', d.location, 'timetables', coalesce((
        select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name)
        from pass_policy p join timetable t on t.id = p.timetable_id where p.device_id = d.id and p.group_id = g.id), '[]'))
        order by d.name, d.id)
      from device_group b join device d on d.id = b.device_id where b.group_id = g.id), '[]') as devices
    from group_member m join person_group g on g.id = m.group_id
    where m.person_id = ${personId} order by g.is_default desc, g.name, g.id`.execute(db)
  return rows
}
