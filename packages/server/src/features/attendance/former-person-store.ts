import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** Puts a pseudonym in the place of somebody in the days that are over, and deletes everything else of theirs. */
export async function forgetWhose(
  db: Db,
  person: { id: string; department_id: string | null },
  pseudonym: string,
): Promise<void> {
  const name = `#${pseudonym.slice(0, 8)}`
  await sql`delete from attendance_news where person_id = ${person.id}`.execute(db)
  await sql`delete from attendance_punch where person_id = ${person.id}`.execute(db)
  await sql`delete from attendance_assignment where person_id = ${person.id}`.execute(db)
  await sql`delete from attendance_day where person_id = ${person.id} and is_provisional`.execute(db)
  await sql`update attendance_day_change set person_id = ${pseudonym} where person_id = ${person.id}`.execute(db)
  const { numAffectedRows } =
    await sql`update attendance_day set person_id = ${pseudonym} where person_id = ${person.id}`.execute(db)
  if (!numAffectedRows) return
  await db
    .insertInto('former_person')
    .values({
      id: pseudonym,
      kind: personKindCodes.staff,
      name,
      search_text: name,
      department_id: person.department_id,
    })
    .execute()
}

/** Whoever is deleted is kept by name, and their rule is to end (`person__kept_as_former`); of whoever is erased nothing is. */
export async function deleteFormerPerson(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('former_person').where('id', '=', personId).execute()
  await db.deleteFrom('attendance_news').where('person_id', '=', personId).execute()
}

/** Deletes the names of people who were deleted, once nothing that they did is kept any more. */
export async function purgeFormerPeople(db: Db): Promise<number> {
  const { rows } = await sql`
    delete from former_person f
    where deleted_at < now() - interval '1 day'
      and not exists (select from recognition_record r where r.person_id = f.id)
      and not exists (select from attendance_day d where d.person_id = f.id)
    returning 1`.execute(db)
  return rows.length
}
