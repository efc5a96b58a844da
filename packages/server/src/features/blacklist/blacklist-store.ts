import { AppError } from '@gatehouse/contract/errors.ts'
import type { OriginalKind } from '@gatehouse/contract/features/blacklist.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Remembered } from '../../db/column-types.ts'
import type { Database } from '../../db/tables.ts'
import { violates } from '../../db/violates.ts'

const blacklistedCode = personKindCodes.blacklisted

type MovedIn = { id: string; name: string; kind: number; department: { id: string; name: string } | null }

/** Those of these people who are staff or visitors, locked, with their department. */
export async function lockPeopleOutside(db: Db, ids: readonly string[]): Promise<MovedIn[]> {
  const { rows } = await sql<{ id: string; name: string; kind: number; department_id: string; department: string }>`
    select p.id, p.name, p.kind, d.id as department_id, d.name as department
    from person p left join department d on d.id = p.department_id
    where p.id = any(${[...ids]}::uuid[]) and p.kind in (${sql.lit(personKindCodes.staff)}, ${sql.lit(personKindCodes.visitor)})
    order by p.id for update of p`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    department: row.department_id ? { id: row.department_id, name: row.department } : null,
  }))
}

type LockedEntry = {
  id: string
  name: string
  version: number
  portrait_id: string | null
  original_kind: number | null
  remembered: Remembered
  job_id: string | null
  phone_hash: Buffer | null
  phone_masked: string | null
  ic_card: string | null
  id_number_hash: Buffer | null
  id_number_masked: string | null
}

/** Those of these people who are blacklisted, locked. */
export async function lockBlacklisted(db: Db, ids: readonly string[]): Promise<LockedEntry[]> {
  const { rows } = await sql<LockedEntry>`
    select p.id, p.name, p.version, p.portrait_id, b.original_kind, b.remembered, p.job_id, p.phone_hash, p.phone_masked,
      p.ic_card, p.id_number_hash, p.id_number_masked
    from person p join blacklisting b on b.person_id = p.id
    where p.id = any(${[...ids]}::uuid[]) order by p.id for update of p`.execute(db)
  return rows
}

export const insertBlacklisting = (db: Db, rows: readonly Insertable<Database['blacklisting']>[]) =>
  db
    .insertInto('blacklisting')
    .values([...rows])
    .execute()

export const updateReason = (db: Db, personId: string, reason: string | null) =>
  db.updateTable('blacklisting').set({ reason }).where('person_id', '=', personId).execute()

/** Makes people blacklisted and of no department; everything else about them stays. */
export async function blacklistPeople(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update person set kind = ${sql.lit(blacklistedCode)}, department_id = null, version = version + 1, updated_at = now()
    where id = any(${[...ids]}::uuid[])`.execute(db)
}

/** Numbers of which there may be only one among people of a kind. */
export type Unique = 'job_id' | 'phone_hash' | 'ic_card' | 'id_number_hash'

/** Which of these numbers belong to somebody else of this kind by now. */
export async function selectTaken(db: Db, kind: OriginalKind, people: readonly LockedEntry[]) {
  const ids = people.map((one) => one.id)
  const taken = (column: Unique) => sql`
    select b.id, ${column}::text as what from person b
    join person other on other.kind = ${sql.lit(personKindCodes[kind])} and other.${sql.ref(column)} = b.${sql.ref(column)}
    where b.id = any(${ids}::uuid[])`
  const staffOnly = kind === 'staff' ? sql` union all ${taken('ic_card')} union all ${taken('id_number_hash')}` : sql``
  const { rows } = await sql<{ id: string; what: Unique }>`
    ${taken('job_id')} union all ${taken('phone_hash')}${staffOnly}`.execute(db)
  return rows
}

export type Returned = {
  id: string
  kind: OriginalKind
  departmentId: string | null
  /** Numbers that somebody else has now. */
  without: readonly Unique[]
}

/**
 * Gives people their original kind and department back, without the numbers that others have now.
 * @throws AppError staff.job-id-taken, staff.phone-taken, staff.ic-card-taken, staff.id-number-taken when somebody takes one at
 * this very moment
 */
export async function restorePeople(db: Db, people: readonly Returned[]): Promise<void> {
  const ids = people.map((one) => one.id)
  const loses = (column: Unique) =>
    sql`r.id = any(${people.filter((one) => one.without.includes(column)).map((one) => one.id)}::uuid[])`
  const unless = (column: Unique, ...names: string[]) =>
    sql.join(
      names.map((name) => sql`${sql.ref(name)} = case when ${loses(column)} then null else p.${sql.ref(name)} end`),
    )
  await sql`
    update person p set kind = r.kind, department_id = r.department_id, version = version + 1, updated_at = now(),
      ${unless('job_id', 'job_id')}, ${unless('ic_card', 'ic_card')},
      ${unless('phone_hash', 'phone_sealed', 'phone_hash', 'phone_masked')},
      ${unless('id_number_hash', 'id_number_sealed', 'id_number_hash', 'id_number_masked')}
    from unnest(${ids}::uuid[], ${people.map((one) => personKindCodes[one.kind])}::smallint[],
      ${people.map((one) => one.departmentId)}::uuid[]) as r(id, kind, department_id)
    where p.id = r.id`
    .execute(db)
    .catch((error: unknown) => {
      if (violates(error, 'person__job_id')) throw new AppError('staff.job-id-taken', { jobId: '' })
      if (violates(error, 'person__phone')) throw new AppError('staff.phone-taken')
      if (violates(error, 'person__ic_card')) throw new AppError('staff.ic-card-taken')
      if (violates(error, 'person__id_number')) throw new AppError('staff.id-number-taken')
      throw error
    })
  await db.deleteFrom('blacklisting').where('person_id', 'in', ids).execute()
}

/** Those of these departments that still exist; they stay until the transaction ends. */
export async function selectDepartments(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from department where id = any(${[...ids]}::uuid[]) order by id for key share`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Those of these groups that still exist; they stay until the transaction ends. */
export async function selectGroups(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from person_group where id = any(${[...ids]}::uuid[]) order by id for key share`.execute(db)
  return new Set(rows.map((row) => row.id))
}

const refuseGonePortrait = (error: unknown): never => {
  if (violates(error, 'person__portrait')) throw new AppError('portrait.not-found')
  throw error
}

export const insertBlacklistedPerson = (db: Db, person: Omit<Insertable<Database['person']>, 'kind'>) =>
  db
    .insertInto('person')
    .values({ ...person, kind: blacklistedCode })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseGonePortrait)

export const updateBlacklistedPerson = (db: Db, id: string, change: Updateable<Database['person']>) =>
  db
    .updateTable('person')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
    .catch(refuseGonePortrait)

export const deletePeople = (db: Db, ids: readonly string[]) =>
  db
    .deleteFrom('person')
    .where('id', 'in', [...ids])
    .execute()
