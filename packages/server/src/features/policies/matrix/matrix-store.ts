import type { Db } from '../../../db/open-database.ts'

type Pair = { deviceId: string; groupId: string }

/** The groups, which cannot be deleted until the transaction ends; gives those that exist. */
export async function lockGroups(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('person_group')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the policies of a group at a device, but for the one of the timetable that stays. */
export async function deleteOtherPolicies(db: Db, { deviceId, groupId }: Pair, timetableId: string | undefined) {
  await db
    .deleteFrom('pass_policy')
    .where('device_id', '=', deviceId)
    .where('group_id', '=', groupId)
    .$if(timetableId !== undefined, (policies) => policies.where('timetable_id', '<>', timetableId ?? ''))
    .execute()
}
