import { type GroupKind, maxGroups } from '@gatehouse/contract/features/person-groups.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { branchOf } from '../departments/department-branch-reads.ts'
import { violates } from '../../db/violates.ts'

const refuseTakenName = (error: unknown): never => {
  if (violates(error, 'person_group__name')) throw new AppError('group.name-taken')
  throw error
}

export async function countGroups(db: Db, kind: GroupKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from person_group where kind = ${personKindCodes[kind]} limit ${maxGroups}) g`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export const insertGroup = (db: Db, kind: GroupKind, name: string) =>
  db
    .insertInto('person_group')
    .values({ kind: personKindCodes[kind], name })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName)

export const updateGroupName = (db: Db, id: string, name: string) =>
  db.updateTable('person_group').set({ name }).where('id', '=', id).execute().catch(refuseTakenName)

/**
 * The group, locked until the transaction ends: somebody who joins it at the same time waits, and then sees the
 * outcome.
 */
export const lockGroup = (db: Db, kind: GroupKind, id: string) =>
  db
    .selectFrom('person_group')
    .select(['id', 'name', 'is_default'])
    .where('id', '=', id)
    .where('kind', '=', personKindCodes[kind])
    .forUpdate()
    .executeTakeFirst()

/** The group, which cannot be deleted until the transaction ends. */
export const lockGroupShared = (db: Db, kind: GroupKind, id: string) =>
  db
    .selectFrom('person_group')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('kind', '=', personKindCodes[kind])
    .forKeyShare()
    .executeTakeFirst()

/** Deletes policies and bindings too; memberships stay, for `deleteOrphans`. */
export const deleteGroupRow = (db: Db, id: string) => db.deleteFrom('person_group').where('id', '=', id).execute()

/** Everybody in a department and those below it, locked. */
export async function lockPeopleOfDepartment(db: Db, departmentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p where p.kind = ${sql.lit(personKindCodes.staff)} and p.department_id in ${branchOf([departmentId])}
    order by p.id for update of p`.execute(db)
  return rows.map((row) => row.id)
}

/** The existing ones of these devices, locked. */
export async function lockDevices(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('device')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

export async function lockBoundDevices(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('device')
    .select('id')
    .where('id', 'in', db.selectFrom('device_group').select('device_id').where('group_id', '=', groupId))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}
