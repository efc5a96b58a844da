import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'
import { factColumns } from '../../drivers/makes.ts'

/** A door with the devices at it, each once; undefined when there is none. */
export const readDoorDevices = (db: Db, doorId: string) =>
  db
    .selectFrom('door as d')
    .select('d.name')
    .select((door) =>
      jsonArrayFrom(
        door
          .selectFrom('device as v')
          .select(['v.id', 'v.is_online', ...factColumns])
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('door_reader as r')
                .select('r.id')
                .whereRef('r.device_id', '=', 'v.id')
                .whereRef('r.door_id', '=', 'd.id'),
            ),
          )
          .orderBy('v.id'),
      ).as('devices'),
    )
    .where('d.id', '=', doorId)
    .executeTakeFirst()
