import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Remembered } from '../../db/column-types.ts'
import type { Database } from '../../db/tables.ts'

type MovedIn = { id: string; name: string; kind: number; department: { id: string; name: string } | null }

/** The staff and visitors among these people, locked, with their department. */
export async function lockPeopleToMoveIn(db: Db, ids: readonly string[]): Promise<MovedIn[]> {
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

/** The blacklisted ones of these people, locked. */
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

export const deleteBlacklistings = (db: Db, personIds: readonly string[]) =>
  db
    .deleteFrom('blacklisting')
    .where('person_id', 'in', [...personIds])
    .execute()

/** The existing ones of these departments; they stay until the transaction ends. */
export async function selectDepartments(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from department where id = any(${[...ids]}::uuid[]) order by id for key share`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** The existing ones of these groups; they stay until the transaction ends. */
export async function selectGroups(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from person_group where id = any(${[...ids]}::uuid[]) order by id for key share`.execute(db)
  return new Set(rows.map((row) => row.id))
}
