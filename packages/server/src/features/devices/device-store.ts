import type { Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

/** The device, locked until the transaction ends. */
export const lockDevice = (db: Db, id: string) =>
  db
    .selectFrom('device')
    .select(['id', 'name', 'is_online', 'settings_revision'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** In one order, so that two who do something to many never wait for each other. */
export const selectDevicesNamed = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('device')
    .select(['id', 'name', 'is_online'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()

export const updateDevice = (db: Db, id: string, change: Updateable<Database['device']>) =>
  db.updateTable('device').set(change).where('id', '=', id).execute()

export async function countDevices(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('device')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Binds exactly these groups; gives those whose binding changed. */
export async function replaceGroups(db: Db, deviceId: string, groupIds: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('device_group').select('group_id').where('device_id', '=', deviceId).execute()
  const before = new Set(rows.map((row) => row.group_id))
  const wanted = new Set(groupIds)
  const gone = [...before].filter((id) => !wanted.has(id))
  const added = [...wanted].filter((id) => !before.has(id))
  if (gone.length > 0)
    await db.deleteFrom('device_group').where('device_id', '=', deviceId).where('group_id', 'in', gone).execute()
  if (added.length > 0)
    await db
      .insertInto('device_group')
      .values(added.map((groupId) => ({ device_id: deviceId, group_id: groupId })))
      .execute()
  return [...gone, ...added]
}
