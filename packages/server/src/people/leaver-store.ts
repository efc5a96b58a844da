import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Db } from '../db/open-database.ts'

/** Marks staff whose last day was before `lastDayBefore` as off the devices, a chunk of them; gives whom. */
export async function takeLeavers(db: Db, lastDayBefore: string, limit: number): Promise<string[]> {
  const rows = await db
    .updateTable('person')
    .set({ is_off_devices: true })
    .where('id', 'in', (left) =>
      left
        .selectFrom('person')
        .select('id')
        .where('kind', '=', personKindCodes.staff)
        .where('is_off_devices', '=', false)
        .where('leaving_on', '<', lastDayBefore)
        .orderBy('leaving_on')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
