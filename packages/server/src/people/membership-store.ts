import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../ctx.ts'
import { tryLock } from '../db/advisory-locks.ts'
import type { Db } from '../db/open-database.ts'

/*
 * The order of locks, everywhere: people (by id), groups, devices (by id), the sync clock. A transaction that changes memberships
 * locks the clock before it writes them, so that none waits for a membership while it holds the clock.
 */

/**
 * Locks these groups and all groups of these people until the transaction ends. Call it before `notePeopleChanged`, which
 * locks the sync clock: the deletion of a group locks the group and then the clock, and the two would wait for each other.
 */
export const lockGroupsShared = (db: Db, personIds: readonly string[], groupIds: readonly string[] = []) =>
  sql`
    select g.id from person_group g
    where g.id = any(${[...groupIds]}::uuid[])
      or g.id in (select m.group_id from group_member m where m.person_id = any(${[...personIds]}::uuid[]))
    order by g.id for key share`.execute(db)

export async function insertMemberships(
  db: Db,
  memberships: readonly { personId: string; groupId: string }[],
): Promise<void> {
  if (memberships.length === 0) return
  await sql`
    insert into group_member (group_id, person_id)
    select * from unnest(${memberships.map((one) => one.groupId)}::uuid[], ${memberships.map((one) => one.personId)}::uuid[])
    on conflict do nothing`.execute(db)
}

/** Puts all these people into all these groups. */
export const joinGroups = (db: Db, personIds: readonly string[], groupIds: readonly string[]) =>
  insertMemberships(
    db,
    personIds.flatMap((personId) => groupIds.map((groupId) => ({ personId, groupId }))),
  )

/** Removes all these people from all these groups. */
export const leaveGroups = (db: Db, personIds: readonly string[], groupIds: readonly string[]) =>
  sql`delete from group_member where person_id = any(${[...personIds]}::uuid[]) and group_id = any(${[...groupIds]}::uuid[])`.execute(
    db,
  )

/**
 * Removes people from all their groups; gives these groups. The caller has locked the people and notes their change before
 * (`notePeopleChanged`).
 */
export async function deleteMemberships(db: Db, personIds: readonly string[]) {
  const { rows } = await sql<{ person_id: string; id: string; name: string }>`
    delete from group_member m using person_group g
    where m.person_id = any(${[...personIds]}::uuid[]) and g.id = m.group_id
    returning m.person_id, g.id, g.name`.execute(db)
  return rows
}

/** Replaces all memberships of these people by these. */
export async function replaceMemberships(
  db: Db,
  personIds: readonly string[],
  groupIds: readonly string[],
): Promise<void> {
  await sql`delete from group_member where person_id = any(${[...personIds]}::uuid[])`.execute(db)
  await joinGroups(db, personIds, groupIds)
}

/** Gives the people who were not in the group before. */
export async function insertMembers(db: Db, groupId: string, personIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    insert into group_member (group_id, person_id)
    select ${groupId}::uuid, person_id from unnest(${[...personIds]}::uuid[]) as p(person_id)
    on conflict do nothing returning person_id`.execute(db)
  return rows.map((row) => row.person_id)
}

/** Gives the people who were in the group. */
export async function deleteMembers(db: Db, groupId: string, personIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    delete from group_member where group_id = ${groupId} and person_id = any(${[...personIds]}::uuid[])
    returning person_id`.execute(db)
  return rows.map((row) => row.person_id)
}

/**
 * Deletes up to `limit` memberships of a group that is gone; gives how many. It never waits: a transaction that deletes people
 * locks some of them, and may be waiting for others.
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

/** Sums up the differences in `group_member_count`, so that a count reads one row per group. */
export const compactMemberCounts = (ctx: Pick<Ctx, 'db'>) =>
  inTransaction(ctx, async ({ db }) => {
    if (!(await tryLock(db, 'memberCounts'))) return
    await sql`
      with gone as (delete from group_member_count returning group_id, people)
      insert into group_member_count (group_id, people)
      select group_id, sum(people) from gone group by 1 having sum(people) <> 0`.execute(db)
  })
