import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'
import { factColumns } from '../../drivers/makes.ts'

/** A door with the devices at it, each once with the number that the door has there; undefined when there is none. */
export const readDoorDevices = (db: Db, doorId: string) =>
  db
    .selectFrom('door as d')
    .select('d.name')
    .select((door) =>
      jsonArrayFrom(
        door
          .selectFrom('device as v')
          .innerJoin('door_reader as r', 'r.device_id', 'v.id')
          .distinctOn('v.id')
          .select(['v.id', 'v.is_online', 'v.door_count', 'r.port', ...factColumns])
          .whereRef('r.door_id', '=', 'd.id')
          .orderBy('v.id')
          .orderBy('r.port'),
      ).as('devices'),
    )
    .where('d.id', '=', doorId)
    .executeTakeFirst()
