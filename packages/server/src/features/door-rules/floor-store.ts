import { AppError } from '@gatehouse/contract/errors.ts'
import type { ElevatorFloor } from '@gatehouse/contract/features/door-rules/elevator-floors.ts'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

/** Replaces the floors of an elevator. @throws AppError timetable.not-found */
export async function replaceFloors(db: Db, doorId: string, floors: readonly ElevatorFloor[]): Promise<void> {
  await db.deleteFrom('elevator_floor').where('door_id', '=', doorId).execute()
  if (floors.length === 0) return
  await db
    .insertInto('elevator_floor')
    .values(
      floors.map(({ areaId, output, timetableId }) => ({
        door_id: doorId,
        area_id: areaId,
        output,
        timetable_id: timetableId,
      })),
    )
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'elevator_floor__timetable')) throw new AppError('timetable.not-found')
      throw error
    })
  const groups = floors.flatMap(({ output, groupIds }) => groupIds.map((group_id) => ({ output, group_id })))
  if (groups.length === 0) return
  await db
    .insertInto('elevator_floor_group')
    .values(groups.map((row) => ({ ...row, door_id: doorId })))
    .execute()
}

/** Those of these areas that are in the site; they stay while the transaction lasts. */
export const lockAreasOfSite = (db: Db, siteId: string, areaIds: readonly string[]) =>
  db
    .selectFrom('area')
    .select('id')
    .where('id', 'in', areaIds)
    .where('site_id', '=', siteId)
    .orderBy('id')
    .forKeyShare()
    .execute()
