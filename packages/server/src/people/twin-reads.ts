import type { Db } from '../db/open-database.ts'

/** Whether somebody else looks like this person, by the word of an administrator: doors ask them for a card or a PIN beside the face. */
export async function hasTwin(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('person_twin')
    .select('twin_id')
    .where('person_id', '=', personId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
