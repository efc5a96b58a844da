import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** The ability of a device to ask the server for the state of areas and of other doors. */
export const asksSurroundings = (device: string) =>
  sql<boolean>`'surroundings' = any(${sql.ref(`${device}.abilities`)})`

/** Devices at these doors that cannot ask for the state of areas and of other doors, and so follow none of their rules. */
export async function selectUnableDevices(db: Db, doorIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (doorIds.length === 0) return []
  return db
    .selectFrom('door_reader as r')
    .innerJoin('device as v', 'v.id', 'r.device_id')
    .select(['v.id', 'v.name'])
    .distinct()
    .where('r.door_id', 'in', doorIds)
    .where((device) => device.not(asksSurroundings('v')))
    .orderBy('v.name')
    .orderBy('v.id')
    .execute()
}
