import type { AreaTree } from '@gatehouse/engine/door/area-path.ts'
import type { Db } from '../../db/open-database.ts'

/** The door of each of these devices, by its lowest port, with the way that the reader leads. */
export const selectDoorsOfDevices = (db: Db, deviceIds: readonly string[]) =>
  db
    .selectFrom('door_reader as r')
    .innerJoin('door as d', 'd.id', 'r.door_id')
    .innerJoin('device as v', 'v.id', 'r.device_id')
    .select(['r.device_id', 'd.id', 'd.kind', 'd.from_area_id', 'd.to_area_id'])
    .select(['r.direction', 'v.direction as device_direction'])
    .distinctOn('r.device_id')
    .where('r.device_id', 'in', deviceIds)
    .orderBy('r.device_id')
    .orderBy('r.port')
    .execute()

export async function readAreaTree(db: Db): Promise<AreaTree> {
  const rows = await db.selectFrom('area').select(['id', 'parent_id']).execute()
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
}
