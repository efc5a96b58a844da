import type { Db } from '../db/open-database.ts'

export const selectNumbers = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom('device_person_number')
    .select(['number', 'person_id'])
    .where('person_id', 'in', [...personIds])
    .execute()

export const selectGiven = (db: Db, numbers: readonly number[]) =>
  db
    .selectFrom('device_person_number')
    .select('number')
    .where('number', 'in', [...numbers])
    .execute()

export const selectPeopleOfNumbers = (db: Db, numbers: readonly number[]) =>
  db
    .selectFrom('device_person_number as n')
    .innerJoin('person as p', 'p.id', 'n.person_id')
    .select(['n.number', 'p.id', 'p.kind', 'p.name'])
    .where('n.number', 'in', [...numbers])
    .execute()

/** A number that was given before, or a person who has one by now, is left as it is. */
export const insertNumbers = (db: Db, rows: readonly { number: number; person_id: string; given_at: string }[]) =>
  db
    .insertInto('device_person_number')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Deleted people whom every device has forgotten: their numbers belong to nobody. */
export const freeNumbers = (db: Db) =>
  db
    .updateTable('device_person_number as n')
    .set({ person_id: null })
    .where('n.person_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('person as p').select('p.id').whereRef('p.id', '=', 'n.person_id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('person_change as c').select('c.person_id').whereRef('c.person_id', '=', 'n.person_id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('ended_group_member as e').select('e.person_id').whereRef('e.person_id', '=', 'n.person_id')),
      ),
    )
    .executeTakeFirst()
