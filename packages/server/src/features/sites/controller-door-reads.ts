import type { Db } from '../../db/open-database.ts'

export type ControllerDoor = { deviceId: string; port: number; name: string }

/** The doors of the product at those of these devices that have several, by port. */
export const selectControllerDoors = (db: Db, deviceIds: readonly string[]): Promise<ControllerDoor[]> =>
  deviceIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('door_reader as r')
        .innerJoin('door as o', 'o.id', 'r.door_id')
        .innerJoin('device as d', 'd.id', 'r.device_id')
        .select(['r.device_id as deviceId', 'r.port', 'o.name'])
        .where('r.device_id', 'in', [...deviceIds])
        .where('d.door_count', '>', 1)
        .orderBy('r.device_id')
        .orderBy('r.port')
        .execute()
