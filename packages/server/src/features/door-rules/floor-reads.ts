import type { ElevatorFloor } from '@gatehouse/contract/features/door-rules/elevator-floors.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'

/** The floors of an elevator as its terminals know them: with the names that their screens say. */
export async function readNamedFloors(db: Db, doorId: string): Promise<(ElevatorFloor & { name?: string })[]> {
  const floors = await readFloors(db, doorId)
  if (floors.length === 0) return []
  const areas = await db
    .selectFrom('area')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      floors.map(({ areaId }) => areaId),
    )
    .execute()
  const names = new Map(areas.map(({ id, name }) => [id, name]))
  return floors.map((floor) => {
    const name = names.get(floor.areaId)
    return name === undefined ? floor : { ...floor, name }
  })
}

/** The elevators that go to an area. */
export const selectElevatorsTo = (db: Db, areaId: string) =>
  db.selectFrom('elevator_floor').select('door_id').where('area_id', '=', areaId).execute()

/** The floors of a door, by output; of a door that is no elevator none count. */
export async function readFloors(db: Db, doorId: string): Promise<ElevatorFloor[]> {
  const rows = await db
    .selectFrom('elevator_floor as f')
    .innerJoin('door as d', 'd.id', 'f.door_id')
    .select(['f.area_id', 'f.output', 'f.timetable_id'])
    .select((floor) =>
      jsonArrayFrom(
        floor
          .selectFrom('elevator_floor_group as g')
          .select('g.group_id')
          .whereRef('g.door_id', '=', 'f.door_id')
          .whereRef('g.output', '=', 'f.output')
          .orderBy('g.group_id'),
      ).as('groups'),
    )
    .where('f.door_id', '=', doorId)
    .where('d.kind', '=', 'elevator')
    .orderBy('f.output')
    .execute()
  return rows.map((row) => ({
    areaId: row.area_id,
    output: row.output,
    groupIds: row.groups.map(({ group_id }) => group_id),
    timetableId: row.timetable_id,
  }))
}
