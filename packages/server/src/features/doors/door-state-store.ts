import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

/** The state that a device told of one of its doors, locked until the transaction ends; undefined when the device does not exist. */
export async function lockDoorState(db: Db, deviceId: string, port = 1) {
  await db
    .insertInto('door_state')
    .columns(['device_id', 'port'])
    .expression((from) =>
      from
        .selectFrom('device')
        .select(['id', from.lit(port).as('port')])
        .where('id', '=', deviceId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('door_state')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('port', '=', port)
    .forUpdate()
    .executeTakeFirst()
}

export type DoorStateRow = Selectable<Database['door_state']>
export type DoorStateChange = Updateable<Database['door_state']>

export const updateDoorState = (db: Db, deviceId: string, state: DoorStateChange, port = 1) =>
  db.updateTable('door_state').set(state).where('device_id', '=', deviceId).where('port', '=', port).execute()

/** Stores events, each once; gives the ids of those that are new. */
export async function insertDoorEvents(db: Db, events: readonly Insertable<Database['door_event']>[]) {
  const rows = await db
    .insertInto('door_event')
    .values(events)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Deletes up to `limit` events that arrived before this moment, oldest first; gives how many. */
export async function deleteDoorEvents(db: Db, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('door_event')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('device_id', 'id'),
        'in',
        selectFrom('door_event')
          .select(['device_id', 'id'])
          .where('received_at', '<', before)
          .orderBy('received_at')
          .limit(limit)
          .$asTuple('device_id', 'id'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
