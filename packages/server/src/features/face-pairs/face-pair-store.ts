import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** The person whose face waits longest to be compared. The note stays until that is done. */
export const findDueFace = (db: Db) =>
  db.selectFrom('face_pair_due').selectAll().orderBy('noted_at').limit(1).executeTakeFirst()
type DueFace = NonNullable<Awaited<ReturnType<typeof findDueFace>>>

const ofNote = ({ person_id, noted_at }: DueFace) => sql<boolean>`person_id = ${person_id} and noted_at = ${noted_at}`

/** Everybody's face is to be compared again. */
export const insertAllDueFaces = (db: Db) =>
  db
    .insertInto('face_pair_due')
    .columns(['person_id'])
    .expression((insert) => insert.selectFrom('person').select('id').where('portrait_id', 'is not', null))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The faces of these people are to be compared again. */
export const insertDueFaces = (db: Db, personIds: readonly string[]) =>
  db
    .insertInto('face_pair_due')
    .columns(['person_id'])
    .expression((insert) => insert.selectFrom('person').select('id').where('id', 'in', personIds))
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ noted_at: sql<string>`clock_timestamp()` }))
    .execute()

/** The face has been compared; a change since then keeps its own note. */
export const deleteDueFace = (db: Db, due: DueFace) => db.deleteFrom('face_pair_due').where(ofNote(due)).execute()

/** The face could not be compared: others come first, and it is tried again. */
export const postponeDueFace = (db: Db, due: DueFace) =>
  db
    .updateTable('face_pair_due')
    .set({ noted_at: sql<string>`clock_timestamp()` })
    .where(ofNote(due))
    .execute()

/** Whether the person is there; they cannot be deleted until the transaction ends. */
export async function holdPerson(db: Db, personId: string): Promise<boolean> {
  const row = await db.selectFrom('person').select('id').where('id', '=', personId).forKeyShare().executeTakeFirst()
  return row !== undefined
}

export type AlikePerson = { personId: string; cosine: number }

/** Keeps these as the pairs of a person that nobody has decided about; decided ones stay. People who are gone are left out. */
export async function replaceOpenPairs(db: Db, personId: string, alike: readonly AlikePerson[], now: string) {
  const ids = alike.map((one) => one.personId)
  await db
    .deleteFrom('face_pair')
    .where('verdict', 'is', null)
    .where((where) =>
      where.or([
        where.and([where('first_id', '=', personId), where('second_id', '<>', sql<string>`all(${ids}::uuid[])`)]),
        where.and([where('second_id', '=', personId), where('first_id', '<>', sql<string>`all(${ids}::uuid[])`)]),
      ]),
    )
    .execute()
  if (alike.length === 0) return
  await sql`
    insert into face_pair (first_id, second_id, cosine, found_at)
    select least(p.id, o.id), greatest(p.id, o.id), a.cosine, ${now}
    from unnest(${ids}::uuid[], ${alike.map(({ cosine }) => cosine)}::real[]) as a(id, cosine)
    join person p on p.id = ${personId} join person o on o.id = a.id
    order by 1, 2
    on conflict (first_id, second_id) do update set cosine = excluded.cosine, kinds = excluded.kinds`.execute(db)
}

/** A person may become of another kind while their pair is found, and neither transaction sees the other: the pair then has the kind of before. */
export const putKindsRight = (db: Db) =>
  sql`update face_pair set kinds = kinds_of_pair(first_id, second_id) where kinds <> kinds_of_pair(first_id, second_id)`.execute(
    db,
  )

const ofPair = (a: string, b: string) => ({
  first_id: sql<string>`least(${a}::uuid, ${b}::uuid)`,
  second_id: sql<string>`greatest(${a}::uuid, ${b}::uuid)`,
})

export const lockPair = (db: Db, a: string, b: string) =>
  db
    .selectFrom('face_pair')
    .selectAll()
    .where('first_id', '=', ofPair(a, b).first_id)
    .where('second_id', '=', ofPair(a, b).second_id)
    .forUpdate()
    .executeTakeFirst()
export type PairRow = NonNullable<Awaited<ReturnType<typeof lockPair>>>

export const updateVerdict = (
  db: Db,
  { first_id, second_id }: Pick<PairRow, 'first_id' | 'second_id'>,
  change: Pick<PairRow, 'verdict' | 'main_id' | 'chosen_id' | 'decided_by' | 'decided_at'>,
) =>
  db.updateTable('face_pair').set(change).where('first_id', '=', first_id).where('second_id', '=', second_id).execute()

/** Whether one of these is joined to somebody, or somebody to it, beside this pair. */
export async function isJoinedElsewhere(db: Db, { first_id, second_id }: PairRow): Promise<boolean> {
  const row = await db
    .selectFrom('face_pair')
    .select('first_id')
    .where('verdict', '=', 'one')
    .where((where) =>
      where.or([where('first_id', 'in', [first_id, second_id]), where('second_id', 'in', [first_id, second_id])]),
    )
    .where((where) => where.not(where.and([where('first_id', '=', first_id), where('second_id', '=', second_id)])))
    .executeTakeFirst()
  return row !== undefined
}
