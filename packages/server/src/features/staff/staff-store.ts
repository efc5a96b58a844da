import { AppError } from '@gatehouse/contract/errors.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { takeTextLock, tryLock } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { violates } from '../../db/violates.ts'
import type { PersonName } from '../../people/person-columns.ts'

const staffCode = personKindCodes.staff

const refuseTaken =
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

/** Two ids that differ in case alone are one to whoever types them. One of before, which is not changed, stays. */
async function refuseJobIdInOtherCase(db: Db, jobId: string | null | undefined, ownId: string | null): Promise<void> {
  if (jobId === null || jobId === undefined) return
  await takeTextLock(db, 'jobId', jobId.toLowerCase())
  const { rows } = await sql`
    select from person p
    where p.kind = ${sql.lit(staffCode)} and lower(p.job_id) = lower(${jobId}) and p.id is distinct from ${ownId}::uuid
      and not exists (select from person own where own.id = ${ownId}::uuid and own.job_id = ${jobId})
    limit 1`.execute(db)
  if (rows.length > 0) throw new AppError('staff.job-id-taken', { jobId })
}

export async function insertStaff(
  db: Db,
  person: Omit<Insertable<Database['person']>, 'kind'>,
): Promise<{ id: string }> {
  await refuseJobIdInOtherCase(db, person.job_id, null)
  return db
    .insertInto('person')
    .values({ ...person, kind: staffCode })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken(person.job_id))
}

export async function updateStaffRow(db: Db, id: string, change: Updateable<Database['person']>): Promise<void> {
  await refuseJobIdInOtherCase(db, change.job_id, id)
  await db
    .updateTable('person')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
    .catch(refuseTaken(change.job_id))
}

/** The person, locked until the transaction ends: of two who save at once, the second sees what the first did. */
export const lockStaff = (db: Db, id: string) =>
  db
    .selectFrom('person')
    .select(['id', 'name', 'version', 'portrait_id', 'display_portrait_id', 'phone_sealed', 'area_code'])
    .where('id', '=', id)
    .where('kind', '=', staffCode)
    .forUpdate()
    .executeTakeFirst()

export const lockManyStaff = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('person')
    .select(['id', 'name', 'department_id', 'portrait_id', 'display_portrait_id'])
    .where('id', 'in', [...ids])
    .where('kind', '=', staffCode)
    .orderBy('id')
    .forUpdate()
    .execute()

export const deleteStaffRows = (db: Db, ids: readonly string[]) =>
  db
    .deleteFrom('person')
    .where('id', 'in', [...ids])
    .execute()

/**
 * Holds these groups and all that these people are in until the transaction ends. Call it before `notePeopleChanged`, which
 * takes the sync clock: who deletes a group has the group and then wants the clock, and the two would wait for each other.
 */
export const holdGroups = (db: Db, personIds: readonly string[], groupIds: readonly string[]) =>
  sql`
    select g.id from person_group g
    where g.id = any(${[...groupIds]}::uuid[])
      or g.id in (select m.group_id from group_member m where m.person_id = any(${[...personIds]}::uuid[]))
    order by g.id for key share`.execute(db)

/** Puts these memberships in the place of all the person had. */
export async function replaceMemberships(db: Db, personId: string, groupIds: readonly string[]): Promise<void> {
  await db.deleteFrom('group_member').where('person_id', '=', personId).execute()
  await insertMemberships(
    db,
    [...new Set(groupIds)].map((groupId) => ({ group_id: groupId, person_id: personId })),
  )
}

export async function insertMemberships(db: Db, members: readonly Database['group_member'][]): Promise<void> {
  if (members.length > 0)
    await db
      .insertInto('group_member')
      .values([...members])
      .execute()
}

/** People whom a release without the search columns wrote. */
export const selectUnsearchable = (db: Db, limit: number) =>
  db
    .selectFrom('person')
    .select(['id', 'name', 'email_sealed'])
    .where('name_search', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

type SearchColumns = { name: PersonName; name_search: string; email_masked: string | null }

/** Makes a person findable; one who was renamed meanwhile is left for the next time. */
export const fillSearchRow = (db: Db, id: string, { name, name_search, email_masked }: SearchColumns) =>
  db
    .updateTable('person')
    .set({ name_search, email_masked })
    .where('id', '=', id)
    .where('name', '=', name)
    .where('name_search', 'is', null)
    .execute()

/** Adds the differences in `person_count` up, so that a count reads a row per department. */
export const compactCounters = (db: Db) =>
  db.transaction().execute(async (db) => {
    if (!(await tryLock(db, 'personCounts'))) return
    await sql`
      with gone as (delete from person_count returning kind, department_id, people)
      insert into person_count (kind, department_id, people)
      select kind, department_id, sum(people) from gone group by 1, 2 having sum(people) <> 0`.execute(db)
  })

export const updateDepartmentOf = (db: Db, ids: readonly string[], departmentId: string | null) =>
  db
    .updateTable('person')
    .set({ department_id: departmentId, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', 'in', [...ids])
    .execute()
    .catch(refuseTaken(null))

/** Puts people into groups and out of groups. */
export async function changeMemberships(
  db: Db,
  personIds: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  await sql`delete from group_member where person_id = any(${[...personIds]}::uuid[]) and group_id = any(${[...remove]}::uuid[])`.execute(
    db,
  )
  await sql`
    insert into group_member (group_id, person_id)
    select g, p from unnest(${[...add]}::uuid[]) g cross join unnest(${[...personIds]}::uuid[]) p
    on conflict do nothing`.execute(db)
  await sql`update person set version = version + 1, updated_at = now() where id = any(${[...personIds]}::uuid[])`.execute(
    db,
  )
}
