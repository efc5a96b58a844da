import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Db } from '../db/open-database.ts'

/** Whether there is this member of staff; held until the transaction ends, so that nobody deletes them meanwhile. */
export async function holdStaff(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', personKindCodes.staff)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}
