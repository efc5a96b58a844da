import type { Db } from '../../db/open-database.ts'
import { factColumns } from '../../drivers/makes.ts'

/** The device, locked until the transaction ends. */
export const lockDevice = (db: Db, id: string) =>
  db
    .selectFrom('device')
    .select(['id', 'name', 'is_online', 'door_count', 'settings_revision', ...factColumns])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Locks in one order, so that two transactions with many devices never wait for each other. */
export const selectDevicesNamed = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('device')
    .select(['id', 'name', 'is_online', ...factColumns])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()

export async function countDevices(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('device')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
