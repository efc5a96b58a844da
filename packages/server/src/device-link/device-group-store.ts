import { sql } from 'kysely'
import type { Db } from '../db/open-database.ts'

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

/** Says which doors of the device its bound groups may pass; of a group that is not named, all. Gives whether anything changed. */
export async function replaceGroupPorts(
  db: Db,
  deviceId: string,
  portsOf: Readonly<Record<string, readonly number[]>>,
): Promise<boolean> {
  const rows = await db
    .selectFrom('device_group')
    .select(['group_id', 'ports'])
    .where('device_id', '=', deviceId)
    .execute()
  const wanted = rows.map(({ group_id: groupId, ports }) => {
    const own = [...new Set(portsOf[groupId] ?? [])].toSorted((a, b) => a - b)
    return { groupId, ports: own.length === 0 ? null : own, isChanged: String(ports ?? '') !== String(own) }
  })
  const changed = wanted.filter(({ isChanged }) => isChanged)
  for (const { groupId, ports } of changed)
    await db
      .updateTable('device_group')
      .set({ ports })
      .where('device_id', '=', deviceId)
      .where('group_id', '=', groupId)
      .execute()
  return changed.length > 0
}

/** Binds the default group of each kind; gives their ids. */
export async function bindDefaultGroups(db: Db, deviceId: string): Promise<string[]> {
  const rows = await db
    .insertInto('device_group')
    .columns(['device_id', 'group_id'])
    .expression(
      db
        .selectFrom('person_group')
        .select([sql<string>`${deviceId}::uuid`.as('device_id'), 'id'])
        .where('is_default', '=', true),
    )
    .returning('group_id')
    .execute()
  return rows.map((row) => row.group_id)
}

/** Binds a group to these devices; gives those that it was not bound to before. */
export async function insertBindings(db: Db, groupId: string, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    insert into device_group (group_id, device_id)
    select ${groupId}::uuid, device_id from unnest(${[...deviceIds]}::uuid[]) as d(device_id)
    on conflict do nothing returning device_id`.execute(db)
  return rows.map((row) => row.device_id)
}

/** Unbinds a group from these devices; gives those that it was bound to. */
export async function deleteBindings(db: Db, groupId: string, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    delete from device_group where group_id = ${groupId} and device_id = any(${[...deviceIds]}::uuid[])
    returning device_id`.execute(db)
  return rows.map((row) => row.device_id)
}
