import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

// People who are deleted while records or days of theirs are kept; a trigger adds them.

/** @param person under a pseudonym, which identifies nobody */
export const insertFormerPerson = (db: Db, person: { id: string; name: string; department_id: string | null }) =>
  db
    .insertInto('former_person')
    .values({ ...person, kind: personKindCodes.staff, search_text: person.name })
    .execute()

export const deleteFormerPerson = (db: Db, id: string) => db.deleteFrom('former_person').where('id', '=', id).execute()

/** Deletes the names of deleted people once no record or day of theirs is left. */
export async function purgeFormerPeople(db: Db): Promise<number> {
  const { rows } = await sql`
    delete from former_person f
    where deleted_at < now() - interval '1 day'
      and not exists (select from recognition_record r where r.person_id = f.id)
      and not exists (select from attendance_day d where d.person_id = f.id)
    returning 1`.execute(db)
  return rows.length
}
