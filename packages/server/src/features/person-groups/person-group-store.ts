import { type GroupKind, maxGroups } from '@gatehouse/contract/features/person-groups.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import { tryLock } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

/*
 * The order of locks, everywhere: people (by id), groups, devices (by id), the sync clock. Whoever changes memberships
 * takes the clock before it writes them, so that nobody waits for a membership while holding the clock.
 */

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

/** The group, alone until the transaction ends: whoever joins it at the same time waits, and then sees what became of it. */
export const lockGroup = (db: Db, kind: GroupKind, id: string) =>
  db
    .selectFrom('person_group')
    .select(['id', 'name', 'is_default'])
    .where('id', '=', id)
    .where('kind', '=', personKindCodes[kind])
    .forUpdate()
    .executeTakeFirst()

/** The group, which stays until the transaction ends. */
export const holdGroup = (db: Db, kind: GroupKind, id: string) =>
  db
    .selectFrom('person_group')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('kind', '=', personKindCodes[kind])
    .forKeyShare()
    .executeTakeFirst()

/** Takes policies and bindings along; memberships stay, for `deleteOrphans`. */
export const deleteGroupRow = (db: Db, id: string) => db.deleteFrom('person_group').where('id', '=', id).execute()

/**
 * Deletes up to `limit` memberships of a group that is gone; gives how many. It waits for nobody: whoever deletes people
 * holds some of them, and may be waiting for others.
 */
export async function deleteOrphans(db: Db, groupId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from group_member where group_id = ${groupId} and person_id in (
      select person_id from group_member where group_id = ${groupId} limit ${limit} for update skip locked)
    returning 1`.execute(db)
  return rows.length
}

export const hasMembers = async (db: Db, groupId: string): Promise<boolean> =>
  (await db.selectFrom('group_member').select('person_id').where('group_id', '=', groupId).executeTakeFirst()) !==
  undefined

/** Those of these people who are of the group's kind, locked. */
export async function lockPeople(db: Db, kind: GroupKind, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('kind', '=', personKindCodes[kind])
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** Everybody in a department and those below it, locked. */
export async function lockPeopleOfDepartment(db: Db, departmentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive branch as (
      select id from department where id = ${departmentId}
      union all
      select d.id from department d join branch on d.parent_id = branch.id
    )
    select p.id from person p where p.kind = ${sql.lit(personKindCodes.staff)} and p.department_id in (select id from branch)
    order by p.id for update of p`.execute(db)
  return rows.map((row) => row.id)
}

/** Gives those who were not in the group before. */
export async function insertMembers(db: Db, groupId: string, personIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    insert into group_member (group_id, person_id)
    select ${groupId}::uuid, person_id from unnest(${[...personIds]}::uuid[]) as p(person_id)
    on conflict do nothing returning person_id`.execute(db)
  return rows.map((row) => row.person_id)
}

/** Gives those who were in the group. */
export async function deleteMembers(db: Db, groupId: string, personIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    delete from group_member where group_id = ${groupId} and person_id = any(${[...personIds]}::uuid[])
    returning person_id`.execute(db)
  return rows.map((row) => row.person_id)
}

/** Those of these devices that exist, locked. */
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

/** Gives those that were not bound before. */
export async function insertBindings(db: Db, groupId: string, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    insert into device_group (group_id, device_id)
    select ${groupId}::uuid, device_id from unnest(${[...deviceIds]}::uuid[]) as d(device_id)
    on conflict do nothing returning device_id`.execute(db)
  return rows.map((row) => row.device_id)
}

/** Gives those that were bound. */
export async function deleteBindings(db: Db, groupId: string, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    delete from device_group where group_id = ${groupId} and device_id = any(${[...deviceIds]}::uuid[])
    returning device_id`.execute(db)
  return rows.map((row) => row.device_id)
}

/** Gives the memberships that these people had, with the names of the groups. */
export async function deleteMemberships(db: Db, personIds: readonly string[]) {
  const { rows } = await sql<{ person_id: string; id: string; name: string }>`
    delete from group_member m using person_group g
    where m.person_id = any(${[...personIds]}::uuid[]) and g.id = m.group_id
    returning m.person_id, g.id, g.name`.execute(db)
  return rows
}

export async function insertMemberships(
  db: Db,
  memberships: readonly { personId: string; groupId: string }[],
): Promise<void> {
  await sql`
    insert into group_member (group_id, person_id)
    select * from unnest(${memberships.map((one) => one.groupId)}::uuid[], ${memberships.map((one) => one.personId)}::uuid[])
    on conflict do nothing`.execute(db)
}

/** Adds the differences in `group_member_count` up, so that a count reads one row per group. */
export const addUpMemberCounts = (db: Db) =>
  db.transaction().execute(async (db) => {
    if (!(await tryLock(db, 'memberCounts'))) return
    await sql`
      with gone as (delete from group_member_count returning group_id, people)
      insert into group_member_count (group_id, people)
      select group_id, sum(people) from gone group by 1 having sum(people) <> 0`.execute(db)
  })
