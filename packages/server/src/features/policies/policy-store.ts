import { AppError } from '@gatehouse/contract/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

/** Locks these devices in one order until the transaction ends; gives those that exist. */
export async function lockDevices(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from device where id = any(${[...ids]}::uuid[]) order by id for no key update`.execute(db)
  return rows.map((row) => row.id)
}

const refuse = (error: unknown): never => {
  if (violates(error, 'pass_policy__timetable')) throw new AppError('timetable.not-found')
  if (violates(error, 'pass_policy__group')) throw new AppError('group.not-found')
  if (violates(error, 'pass_policy__once')) throw new AppError('policy.exists')
  throw error
}

/** Inserts every device with every group; gives the new ones. */
export async function insertPolicies(
  db: Db,
  deviceIds: readonly string[],
  groupIds: readonly string[],
  timetableId: string,
): Promise<{ id: string; deviceId: string }[]> {
  const { rows } = await sql<{ id: string; device_id: string }>`
    insert into pass_policy (device_id, group_id, timetable_id)
    select d, g, ${timetableId}::uuid from unnest(${[...deviceIds]}::uuid[]) d cross join unnest(${[...groupIds]}::uuid[]) g
    on conflict on constraint pass_policy__once do nothing returning id, device_id`
    .execute(db)
    .catch(refuse)
  return rows.map((row) => ({ id: row.id, deviceId: row.device_id }))
}

export const findPolicyDevice = (db: Db, id: string) =>
  db.selectFrom('pass_policy').select(['device_id', 'timetable_id']).where('id', '=', id).executeTakeFirst()

export const updatePolicyTimetable = (db: Db, id: string, timetableId: string) =>
  db.updateTable('pass_policy').set({ timetable_id: timetableId }).where('id', '=', id).execute().catch(refuse)

/** The devices of these policies. */
export async function selectDevicesOfPolicies(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    select distinct device_id from pass_policy where id = any(${[...ids]}::uuid[])`.execute(db)
  return rows.map((row) => row.device_id)
}

export async function deletePolicyRows(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`delete from pass_policy where id = any(${[...ids]}::uuid[]) returning id`.execute(db)
  return rows.length
}

/** Deletes the policies of a group at devices, but for those of the timetable that stays. */
export async function deleteOtherPolicies(
  db: Db,
  { deviceIds, groupId }: { deviceIds: readonly string[]; groupId: string },
  timetableId: string | undefined,
) {
  await db
    .deleteFrom('pass_policy')
    .where('device_id', 'in', [...deviceIds])
    .where('group_id', '=', groupId)
    .$if(timetableId !== undefined, (policies) => policies.where('timetable_id', '<>', timetableId ?? ''))
    .execute()
}
