import type { Db } from '../db/open-database.ts'
import type { FaceGallery } from './gallery/face-gallery.ts'

/** Somebody as doors know them. */
type Identity = {
  /** The entry that holds: the person's own, or the one to which it is joined. */
  holderId: string
  /** The other entries of their face, about whom doors decide together with them. */
  entryIds: string[]
}

/** The identity of a person at doors, by the same rules as at a terminal, where a joined entry is only portraits of the one that holds. */
export async function readIdentity(
  db: Db,
  gallery: Pick<FaceGallery, 'entriesOf'>,
  personId: string,
  oneFace?: number,
): Promise<Identity> {
  const holderId = (await selectHolder(db, personId)) ?? personId
  const own = [holderId, ...(await selectJoinedTo(db, holderId))]
  const twins = await db.selectFrom('person_twin').select('twin_id').where('person_id', '=', holderId).execute()
  const apartIds = twins.flatMap(({ twin_id }) => twin_id ?? [])
  const found = (await Promise.all(own.map((id) => gallery.entriesOf(id, apartIds, oneFace)))).flat()
  if (found.length === 0) return { holderId, entryIds: [] }
  const joined = await db
    .selectFrom('joined_entry')
    .select(['person_id', 'main_id'])
    .where('person_id', 'in', found)
    .execute()
  const holders = found.map((id) => joined.find((entry) => entry.person_id === id)?.main_id ?? id)
  return { holderId, entryIds: [...new Set(holders)].filter((id) => !own.includes(id) && !apartIds.includes(id)) }
}

/** The entry that holds for this one at doors; undefined: it holds itself. */
export async function selectHolder(db: Db, personId: string): Promise<string | undefined> {
  const row = await db.selectFrom('joined_entry').select('main_id').where('person_id', '=', personId).executeTakeFirst()
  return row?.main_id ?? undefined
}

async function selectJoinedTo(db: Db, holderId: string): Promise<string[]> {
  const rows = await db.selectFrom('joined_entry').select('person_id').where('main_id', '=', holderId).execute()
  return rows.flatMap((row) => row.person_id ?? [])
}

/** The entries that hold where one of these people is one of two entries of a person, in the order of the pairs. */
export const selectHolding = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom('face_pair as f')
    .innerJoin('person as p', 'p.id', 'f.main_id')
    .select(['p.id', 'p.name'])
    .where('f.verdict', '=', 'one')
    .where((pair) => pair.or([pair('f.first_id', 'in', personIds), pair('f.second_id', 'in', personIds)]))
    .orderBy('f.first_id')
    .orderBy('f.second_id')
    .execute()
