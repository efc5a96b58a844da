import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

/** People who belong on a device and are kept off it. Whether it still has somebody who was kept off before stays as it is known. */
export async function upsertKeptOff(
  db: Db,
  rows: readonly Insertable<Database['device_person_kept_off']>[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('device_person_kept_off')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'person_id']).doUpdateSet((set) => ({
        number: set.ref('excluded.number'),
        reason: set.ref('excluded.reason'),
        is_off: sql<boolean>`device_person_kept_off.is_off and excluded.is_off`,
        until_at: set.ref('excluded.until_at'),
        generation: set.ref('excluded.generation'),
      })),
    )
    .execute()
}

/** They are kept off no longer, or belong there no more. */
export async function deleteKeptOff(db: Db, deviceId: string, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  await db
    .deleteFrom('device_person_kept_off')
    .where('device_id', '=', deviceId)
    .where('number', 'in', [...numbers])
    .execute()
}

/** Those whom the last full list did not have; without a generation everybody. */
export const deleteOldKeptOff = (db: Db, deviceId: string, generation?: number) =>
  db
    .deleteFrom('device_person_kept_off')
    .where('device_id', '=', deviceId)
    .$if(generation !== undefined, (row) => row.where('generation', '<', generation ?? 0))
    .execute()

/** Whether the device has them, by its own word. Gives whether it was thought otherwise of any. */
export async function noteIsOff(
  db: Db,
  deviceId: string,
  numbers: readonly number[],
  isOff: boolean,
): Promise<boolean> {
  if (numbers.length === 0) return false
  const rows = await db
    .updateTable('device_person_kept_off')
    .set({ is_off: isOff })
    .where('device_id', '=', deviceId)
    .where('number', 'in', [...numbers])
    .where('is_off', '!=', isOff)
    .returning('number')
    .execute()
  return rows.length > 0
}

/** The numbers of those who are to be looked at again by now. */
export async function selectKeptOffUntil(db: Db, deviceId: string, now: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('device_person_kept_off')
    .select('number')
    .where('device_id', '=', deviceId)
    .where('until_at', '<=', now)
    .orderBy('until_at')
    .limit(limit)
    .execute()
  return rows.map(({ number }) => number)
}

export const selectKeptOffOf = (db: Db, personId: string) =>
  db.selectFrom('device_person_kept_off').selectAll().where('person_id', '=', personId).execute()

export const deleteKeptOffOf = (db: Db, personId: string) =>
  db.deleteFrom('device_person_kept_off').where('person_id', '=', personId).execute()
