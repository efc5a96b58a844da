import type { FillableDatabase } from '@gatehouse/testkit/bulk-sql/fillable-database.ts'

/** Binds the default groups to all devices, as pairing does: a record counts only for people whom its terminal knows. */
export async function bindDefaultGroups({ pool }: FillableDatabase): Promise<void> {
  await pool.query(`insert into device_group (device_id, group_id)
    select d.id, g.id from device d, person_group g where g.is_default on conflict do nothing`)
}
