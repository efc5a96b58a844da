import { AppError } from '@gatehouse/contract/errors.ts'
import type { DoorRules } from '@gatehouse/contract/features/door-rules.ts'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

/** Locks the rules of a door, set or not, until the transaction ends. */
export const lockDoorRules = (db: Db, doorId: string) =>
  db.selectFrom('door').select('id').where('id', '=', doorId).forNoKeyUpdate().execute()

/** Replaces the rules of a door. @throws AppError door.not-found, timetable.not-found */
export async function replaceDoorRules(db: Db, doorId: string, rules: DoorRules): Promise<void> {
  const { freeHours, escort, severalPeople, firstPersonIn } = rules
  await db.deleteFrom('door_rule').where('door_id', '=', doorId).execute()
  if (!freeHours && !escort && !severalPeople && !firstPersonIn) return
  await db
    .insertInto('door_rule')
    .values({
      door_id: doorId,
      free_timetable_id: freeHours?.timetableId ?? null,
      free_after_first: freeHours?.afterFirstPerson ?? false,
      escort_seconds: escort?.seconds ?? null,
      several_count: severalPeople?.count ?? null,
      several_seconds: severalPeople?.seconds ?? null,
      has_first_person: firstPersonIn !== null,
      first_timetable_id: firstPersonIn?.timetableId ?? null,
    })
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'door_rule__door')) throw new AppError('door.not-found')
      if (violates(error, 'door_rule__free_timetable') || violates(error, 'door_rule__first_timetable'))
        throw new AppError('timetable.not-found')
      throw error
    })
  const groups = [
    ...(escort?.escortGroupIds ?? []).map((group_id) => ({ rule: 'escort' as const, group_id })),
    ...(severalPeople?.groupIds ?? []).map((group_id) => ({ rule: 'several-people' as const, group_id })),
    ...(firstPersonIn?.groupIds ?? []).map((group_id) => ({ rule: 'first-person-in' as const, group_id })),
  ]
  if (groups.length === 0) return
  await db
    .insertInto('door_rule_group')
    .values(groups.map((row) => ({ ...row, door_id: doorId })))
    .execute()
}
