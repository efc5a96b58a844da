import type { OriginalKind } from '@gatehouse/contract/features/blacklist.ts'
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

export function originalKindOf(code: number | null): OriginalKind | null {
  if (code === null) return null
  return code === personKindCodes.visitor ? 'visitor' : 'staff'
}

/** The original identity of a blacklisted person; null for a person who was added to the list directly. */
export async function readOriginalKind(db: Db, personId: string): Promise<OriginalKind | null> {
  const row = await db
    .selectFrom('blacklisting')
    .select('original_kind')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return originalKindOf(row?.original_kind ?? null)
}

/** Everybody on the blacklist who has a portrait. */
export async function selectBlacklistedFaces(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('kind', '=', personKindCodes.blacklisted)
    .where('portrait_id', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}
