import { AppError } from '@gatehouse/contract/errors.ts'
import { type PersonKind, personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { takeTextLock, takeTextLocks } from '../db/advisory-locks.ts'
import type { Db } from '../db/open-database.ts'
import type { Database } from '../db/tables.ts'
import { violates } from '../db/violates.ts'

export type PersonRow = Selectable<Database['person']>
export type NewPerson = Omit<Insertable<Database['person']>, 'kind'>
export type PersonChange = Updateable<Database['person']>

/** The error code of the contract for each constraint of the table. */
export const refuseTaken =
  (jobId: string | null | undefined) =>
  (error: unknown): never => {
    if (violates(error, 'person__job_id')) throw new AppError('staff.job-id-taken', { jobId })
    if (violates(error, 'person__phone')) throw new AppError('staff.phone-taken')
    if (violates(error, 'person__ic_card')) throw new AppError('staff.ic-card-taken')
    if (violates(error, 'person__id_number')) throw new AppError('staff.id-number-taken')
    if (violates(error, 'person__department')) throw new AppError('department.not-found')
    if (violates(error, 'person__portrait') || violates(error, 'person__display_portrait'))
      throw new AppError('portrait.not-found')
    throw error
  }

/** Two ids that differ in case alone are the same to the people who type them. An older id that is not changed stays. */
async function refuseJobIdInOtherCase(db: Db, jobId: string | null | undefined, ownId: string | null): Promise<void> {
  if (jobId === null || jobId === undefined) return
  await takeTextLock(db, 'jobId', jobId.toLowerCase())
  const { rows } = await sql`
    select from person p
    where p.kind = ${sql.lit(personKindCodes.staff)} and lower(p.job_id) = lower(${jobId}) and p.id is distinct from ${ownId}::uuid
      and not exists (select from person own where own.id = ${ownId}::uuid and own.job_id = ${jobId})
    limit 1`.execute(db)
  if (rows.length > 0) throw new AppError('staff.job-id-taken', { jobId })
}

/** Until the transaction ends nobody else gives one of these job ids, in whatever case, to somebody. */
export const lockJobIds = (db: Db, jobIds: readonly string[]) =>
  takeTextLocks(
    db,
    'jobId',
    jobIds.map((jobId) => jobId.toLowerCase()),
  )

/** @throws AppError staff.*-taken, department.not-found, portrait.not-found */
export async function insertPerson(db: Db, kind: PersonKind, person: NewPerson): Promise<string> {
  await refuseJobIdInOtherCase(db, person.job_id, null)
  const { id } = await db
    .insertInto('person')
    .values({ ...person, kind: personKindCodes[kind] })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken(person.job_id))
  return id
}

/** Inserts many people at once. Gives the ids of the inserted; the others have a number that somebody else has. */
export async function insertPeopleUnlessTaken(
  db: Db,
  kind: PersonKind,
  people: readonly NewPerson[],
): Promise<string[]> {
  const rows = await db
    .insertInto('person')
    .values(people.map((person) => ({ ...person, kind: personKindCodes[kind] })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** New ids for people before they are inserted, so that the result shows who was not. */
export async function selectNewIds(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id from generate_series(1, ${count}::int)`.execute(db)
  return rows.map(({ id }) => id)
}

const ofIds = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`

const update = (db: Db, ids: readonly string[], change: PersonChange) =>
  db
    .updateTable('person')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', ofIds(ids))
    .execute()

/** @throws AppError as `insertPerson` */
export async function updatePerson(db: Db, id: string, change: PersonChange): Promise<void> {
  await refuseJobIdInOtherCase(db, change.job_id, id)
  await update(db, [id], change).catch(refuseTaken(change.job_id))
}

/** The same change to many people; none of a number that only one may have. @throws AppError department.not-found */
export async function updatePeople(
  db: Db,
  ids: readonly string[],
  change: Pick<PersonChange, 'department_id' | 'valid_to'>,
): Promise<void> {
  await update(db, ids, change).catch(refuseTaken(null))
}

const uniqueIndexes = ['person__job_id', 'person__phone', 'person__ic_card', 'person__id_number']

/** False, and nothing changed, when a number belongs to somebody else. */
export async function updatePersonUnlessTaken(db: Db, id: string, change: PersonChange): Promise<boolean> {
  await sql`savepoint changed_person`.execute(db)
  try {
    await update(db, [id], change)
    await sql`release savepoint changed_person`.execute(db)
    return true
  } catch (error) {
    if (!uniqueIndexes.some((index) => violates(error, index))) throw error
    await sql`rollback to savepoint changed_person`.execute(db)
    return false
  }
}

export const deletePersonRows = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('person').where('id', '=', ofIds(ids)).execute()

export const findPerson = (db: Db, id: string): Promise<PersonRow | undefined> =>
  db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()

export const lockPerson = (db: Db, id: string): Promise<PersonRow | undefined> =>
  db.selectFrom('person').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * The people of a kind among these, locked in the order of their ids until the transaction ends: of two transactions
 * that save at once, the second sees what the first did.
 */
export const lockPeople = (db: Db, kind: PersonKind, ids: readonly string[]) =>
  db
    .selectFrom('person')
    .select(['id', 'name', 'version', 'department_id', 'portrait_id', 'display_portrait_id'])
    .select(['phone_sealed', 'area_code', 'valid_from', 'valid_to'])
    .where('id', '=', ofIds(ids))
    .where('kind', '=', personKindCodes[kind])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Whether this member of staff exists; they cannot be deleted until the transaction ends. */
export async function lockStaffShared(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', personKindCodes.staff)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}
