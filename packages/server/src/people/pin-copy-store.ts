import { sql } from 'kysely'
import type { Db } from '../db/open-database.ts'

/** Whether PINs are given to terminals of other makes. */
export async function isGivingPins(db: Db): Promise<boolean> {
  const row = await db.selectFrom('pin_giving').select('is_on').executeTakeFirst()
  return row?.is_on ?? false
}

/** The same, and so it stays until this transaction ends. Before the sync clock is taken, or two changes wait for each other. */
export async function lockPinGiving(db: Db): Promise<boolean> {
  const row = await db.selectFrom('pin_giving').select('is_on').forShare().executeTakeFirst()
  return row?.is_on ?? false
}

/** Gives what it was before. Changes of PINs that are under way end first. */
export async function setPinGiving(db: Db, isOn: boolean): Promise<boolean> {
  const before = await db.selectFrom('pin_giving').select('is_on').forUpdate().executeTakeFirst()
  await db
    .insertInto('pin_giving')
    .values({ is_only: true, is_on: isOn })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ is_on: isOn }))
    .execute()
  return before?.is_on ?? false
}

export const upsertPinCopy = (db: Db, personId: string, ofPinSealed: Buffer, digitsSealed: Buffer) =>
  db
    .insertInto('person_pin_copy')
    .values({ person_id: personId, of_pin_sealed: ofPinSealed, digits_sealed: digitsSealed })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({ of_pin_sealed: ofPinSealed, digits_sealed: digitsSealed }),
    )
    .execute()

export const deletePinCopy = (db: Db, personId: string) =>
  db.deleteFrom('person_pin_copy').where('person_id', '=', personId).execute()

export const deletePinCopies = (db: Db) => db.deleteFrom('person_pin_copy').execute()

/** The copies of these people that stand for the PINs that they have now. */
export const selectPinCopies = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom('person_pin_copy as c')
    .innerJoin('person as p', (join) =>
      join.onRef('p.id', '=', 'c.person_id').onRef('p.pin_sealed', '=', 'c.of_pin_sealed'),
    )
    .select(['c.person_id', 'c.digits_sealed'])
    .where('c.person_id', '=', sql<string>`any(${[...personIds]}::uuid[])`)
    .execute()

/** How many people have a PIN, and of how many its digits are kept. */
export async function countPinCopies(db: Db): Promise<{ people: number; kept: number }> {
  const row = await db
    .selectFrom('person as p')
    .leftJoin('person_pin_copy as c', (join) =>
      join.onRef('c.person_id', '=', 'p.id').onRef('c.of_pin_sealed', '=', 'p.pin_sealed'),
    )
    .select(({ fn }) => [fn.countAll<string>().as('people'), fn.count<string>('c.person_id').as('kept')])
    .where('p.pin_sealed', 'is not', null)
    .executeTakeFirstOrThrow()
  return { people: Number(row.people), kept: Number(row.kept) }
}

/** The people with a PIN on devices of these makes, by device. */
export async function selectPinPeopleOfMakes(db: Db, makes: readonly string[]): Promise<Map<string, string[]>> {
  if (makes.length === 0) return new Map()
  const rows = await db
    .selectFrom('device as d')
    .innerJoin('device_group as g', 'g.device_id', 'd.id')
    .innerJoin('group_member as m', 'm.group_id', 'g.group_id')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['d.id', 'm.person_id'])
    .distinct()
    .where('d.make', 'in', [...makes])
    .where('p.pin_sealed', 'is not', null)
    .execute()
  const byDevice = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byDevice].map(([id, people]) => [id, people.map(({ person_id: personId }) => personId)]))
}
