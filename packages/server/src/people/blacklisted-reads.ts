import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Db } from '../db/open-database.ts'

/** The reasons of those of these people who are blacklisted. The form shows them with a similar face before saving. */
export async function readBlacklistReasons(db: Db, personIds: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('blacklisting')
    .select(['person_id', 'reason'])
    .where('person_id', 'in', [...personIds])
    .execute()
  return new Map(rows.map((row) => [row.person_id, row.reason]))
}

/** The number of people of one phone number that are named: a family may share one. */
const maxOfPhone = 5

/** The people on the blacklist who have this phone number, whatever their face. */
export const readBlacklistedOfPhone = (db: Db, phoneHash: Buffer) =>
  db
    .selectFrom('person')
    .innerJoin('blacklisting', 'blacklisting.person_id', 'person.id')
    .select(['person.id', 'person.name', 'person.portrait_id', 'blacklisting.reason'])
    .where('person.kind', '=', personKindCodes.blacklisted)
    .where('person.phone_hash', '=', phoneHash)
    .orderBy('blacklisting.added_at', 'desc')
    .limit(maxOfPhone)
    .execute()
