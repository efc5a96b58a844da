import type { Db } from '../../../db/open-database.ts'

/** Numbers of people who should be gone from a device, those of the longest time first. */
export const selectLeftPeople = (db: Db, deviceId: string) =>
  db
    .selectFrom('device_left_person')
    .select(['number', 'since'])
    .where('device_id', '=', deviceId)
    .orderBy('since')
    .orderBy('number')
    .execute()

export async function replaceLeftPeople(db: Db, deviceId: string, left: ReadonlyMap<number, string>): Promise<void> {
  await db.deleteFrom('device_left_person').where('device_id', '=', deviceId).execute()
  if (left.size === 0) return
  await db
    .insertInto('device_left_person')
    .values([...left].map(([number, since]) => ({ device_id: deviceId, number, since })))
    .execute()
}
