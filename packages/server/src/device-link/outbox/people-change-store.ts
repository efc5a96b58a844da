import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Db } from '../../db/open-database.ts'
import { isRealFailure } from '../person-verdict-reads.ts'

/**
 * The next revision of the sync clock. The row stays locked until the transaction ends, so revisions become visible in
 * order (see the migration); take it last, and keep the transaction short afterwards.
 */
export async function nextRevision(db: Db): Promise<number> {
  const { revision } = await db
    .updateTable('sync_clock')
    .set({ revision: sql<number>`revision + 1` })
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** Revisions of a time that a restore undid are never assigned again: cursors of that time are known as lost. */
export const skipLostRevisions = (client: Pick<Client, 'query'>, count: number) =>
  client.query('update sync_clock set lost_after = revision, lost_up_to = revision + $1, revision = revision + $1', [
    count,
  ])

/**
 * These people, and everybody of whom devices know something else by a change of theirs: the entry that holds for them and bears their
 * portraits, the entries for which they hold, and their twins.
 */
const concerned = (ids: readonly string[]) => {
  const own = sql`${[...ids]}::uuid[]`
  return sql<string>`any(array(
    select id from unnest(${own}) as own(id)
    union select main_id from joined_entry where person_id = any(${own})
    union select person_id from joined_entry where main_id = any(${own})
    union select twin_id from person_twin where person_id = any(${own})))`
}

/** Notes a change of these people, and of whom it concerns, in every group they are in now; gives the groups. */
export async function upsertPersonChanges(db: Db, personIds: readonly string[], revision: number): Promise<string[]> {
  const rows = await db
    .insertInto('person_change')
    .columns(['group_id', 'person_id', 'revision'])
    .expression(
      db
        .selectFrom('group_member')
        .select(['group_id', 'person_id', sql.lit(revision).as('revision')])
        .where('person_id', '=', concerned(personIds)),
    )
    .onConflict((conflict) => conflict.columns(['group_id', 'person_id']).doUpdateSet({ revision }))
    .returning('group_id')
    .execute()
  return [...new Set(rows.map((row) => row.group_id))]
}

/** Notes a change of these people in one group: they joined or left it. */
export async function upsertMembershipChanges(
  db: Db,
  groupId: string,
  personIds: readonly string[],
  revision: number,
): Promise<void> {
  await sql`
    insert into person_change (group_id, person_id, revision)
    select ${groupId}::uuid, person_id, ${revision}::bigint from unnest(${[...personIds]}::uuid[]) as p(person_id)
    on conflict (group_id, person_id) do update set revision = excluded.revision`.execute(db)
}

/** Keeps the members of a group, beyond its end. */
export async function copyMembers(db: Db, groupId: string): Promise<void> {
  await sql`
    insert into ended_group_member (group_id, person_id)
    select group_id, person_id from group_member where group_id = ${groupId}`.execute(db)
}

/** Deletes the members of ended groups once every device has applied the end; gives how many rows. */
export async function deleteAppliedEnds(db: Db): Promise<number> {
  const { rows } = await sql`
    delete from ended_group_member e where not exists (
      select from device_group_change gc join device d on d.id = gc.device_id
      where gc.group_id = e.group_id and gc.revision > d.people_applied_revision)
    returning 1`.execute(db)
  return rows.length
}

/**
 * Deletes the former groups of deleted people once every device that could hold them has applied the deletion. A device
 * that asks with an older cursor than all remaining ones would miss nothing: there is none.
 */
export async function deleteAppliedChanges(db: Db): Promise<number> {
  const { rows } = await sql`
    delete from person_change c
    where c.revision <= (select coalesce(min(people_applied_revision), (select revision from sync_clock)) from device)
      and not exists (select from person p where p.id = c.person_id)
    returning 1`.execute(db)
  return rows.length
}

/**
 * Of the hours before this one of each device stays, the last: what it had forgotten by then it has forgotten for good, also where nobody
 * changes since. Records that are older still are those of people whom the device knew, as far as anybody can tell.
 */
export const deleteOldApplied = (db: Db, before: string) =>
  db
    .deleteFrom('device_people_applied as a')
    .where('a.applied_before', '<', before)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('device_people_applied as later')
          .select('later.device_id')
          .whereRef('later.device_id', '=', 'a.device_id')
          .whereRef('later.applied_before', '>', 'a.applied_before')
          .where('later.applied_before', '<', before),
      ),
    )
    .execute()

/** Notes that the binding of a group to these devices changed. */
export async function upsertBindingChanges(db: Db, groupId: string, deviceIds: readonly string[], revision: number) {
  if (deviceIds.length === 0) return
  await db
    .insertInto('device_group_change')
    .values(deviceIds.map((deviceId) => ({ device_id: deviceId, group_id: groupId, revision })))
    .onConflict((conflict) => conflict.columns(['device_id', 'group_id']).doUpdateSet({ revision }))
    .execute()
}

/** Notes that the binding of these groups to a device changed. */
export async function upsertGroupChanges(db: Db, deviceId: string, groupIds: readonly string[], revision: number) {
  if (groupIds.length === 0) return
  await db
    .insertInto('device_group_change')
    .values(groupIds.map((groupId) => ({ device_id: deviceId, group_id: groupId, revision })))
    .onConflict((conflict) => conflict.columns(['device_id', 'group_id']).doUpdateSet({ revision }))
    .execute()
}

/** Notes that a device is to be sent these people again, if they failed there (or all who failed); gives how many. */
/** Notes that one device is to be sent these people again, whatever it holds of them. */
export const upsertPeopleOfDevice = (db: Db, deviceId: string, personIds: readonly string[], revision: number) =>
  db
    .insertInto('device_person_change')
    .values(personIds.map((person_id) => ({ device_id: deviceId, person_id, revision })))
    .onConflict((conflict) => conflict.columns(['device_id', 'person_id']).doUpdateSet({ revision }))
    .execute()

export async function upsertRetries(
  db: Db,
  deviceId: string,
  personIds: readonly string[] | undefined,
  revision: number,
): Promise<number> {
  const { rows } = await sql`
    insert into device_person_change (device_id, person_id, revision)
    select device_id, person_id, ${revision}::bigint from device_person_failure f
    where device_id = ${deviceId} and ${personIds ? sql`person_id = any(${[...personIds]}::uuid[])` : isRealFailure}
    on conflict (device_id, person_id) do update set revision = excluded.revision
    returning 1`.execute(db)
  return rows.length
}
