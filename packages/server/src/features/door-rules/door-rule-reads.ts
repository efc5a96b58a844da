import type { DoorRules } from '@gatehouse/contract/features/door-rules.ts'
import type { FirstPersonDoor } from '@gatehouse/engine/door/first-person-circle.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'

/** The rules of a door; undefined when there is no such door. */
export async function findDoorRules(db: Db, doorId: string): Promise<(DoorRules & { name: string }) | undefined> {
  const row = await db
    .selectFrom('door as d')
    .leftJoin('door_rule as r', 'r.door_id', 'd.id')
    .select(['d.name', 'r.free_timetable_id', 'r.free_after_first', 'r.escort_seconds', 'r.several_count'])
    .select(['r.several_seconds', 'r.has_first_person', 'r.first_timetable_id'])
    .select((door) =>
      jsonArrayFrom(
        door
          .selectFrom('door_rule_group as g')
          .select(['g.rule', 'g.group_id'])
          .whereRef('g.door_id', '=', 'd.id')
          .orderBy('g.group_id'),
      ).as('groups'),
    )
    .where('d.id', '=', doorId)
    .executeTakeFirst()
  if (!row) return undefined
  const groupsOf = (rule: (typeof row.groups)[number]['rule']) =>
    row.groups.filter((one) => one.rule === rule).map(({ group_id }) => group_id)
  const { several_count: count, several_seconds: severalSeconds, escort_seconds: escortSeconds } = row
  return {
    name: row.name,
    freeHours:
      row.free_timetable_id === null
        ? null
        : { timetableId: row.free_timetable_id, afterFirstPerson: row.free_after_first ?? false },
    escort: escortSeconds === null ? null : { escortGroupIds: groupsOf('escort'), seconds: escortSeconds },
    severalPeople:
      count === null || severalSeconds === null
        ? null
        : { groupIds: groupsOf('several-people'), count, seconds: severalSeconds },
    firstPersonIn: row.has_first_person
      ? { groupIds: groupsOf('first-person-in'), timetableId: row.first_timetable_id }
      : null,
  }
}

/** Every door as the search for circles of first persons sees it. */
export async function selectFirstPersonDoors(db: Db): Promise<(FirstPersonDoor & { name: string })[]> {
  const rows = await db
    .selectFrom('door as d')
    .leftJoin('door_rule as r', 'r.door_id', 'd.id')
    .select(['d.id', 'd.name', 'd.from_area_id', 'd.to_area_id', 'r.has_first_person'])
    .select((door) => [
      jsonArrayFrom(
        door
          .selectFrom('door_rule_group as g')
          .select('g.group_id')
          .whereRef('g.door_id', '=', 'd.id')
          .where('g.rule', '=', 'first-person-in'),
      ).as('first'),
      jsonArrayFrom(
        door
          .selectFrom('door_reader as w')
          .innerJoin('device_group as b', 'b.device_id', 'w.device_id')
          .select('b.group_id')
          .distinct()
          .whereRef('w.door_id', '=', 'd.id')
          .where(({ or, eb, fn, ref }) => or([eb('b.ports', 'is', null), eb(ref('w.port'), '=', fn.any('b.ports'))])),
      ).as('bound'),
    ])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    fromAreaId: row.from_area_id,
    toAreaId: row.to_area_id,
    boundGroupIds: row.bound.map(({ group_id }) => group_id),
    firstGroupIds: row.has_first_person ? row.first.map(({ group_id }) => group_id) : null,
  }))
}

/** A door with what it is; undefined when there is none. */
export const findDoorKind = (db: Db, doorId: string) =>
  db.selectFrom('door').select(['name', 'kind', 'site_id']).where('id', '=', doorId).executeTakeFirst()

/** The devices at these doors. */
export async function selectDevicesOfDoors(db: Db, doorIds: readonly string[]): Promise<string[]> {
  if (doorIds.length === 0) return []
  const rows = await db
    .selectFrom('door_reader')
    .select('device_id')
    .distinct()
    .where('door_id', 'in', doorIds)
    .orderBy('device_id')
    .execute()
  return rows.map(({ device_id }) => device_id)
}

/** Doors whose rules name this timetable. */
export const selectDoorsOfTimetable = (db: Db, timetableId: string) =>
  db
    .selectFrom('door as d')
    .select(['d.id', 'd.name'])
    .where((door) =>
      door(
        'd.id',
        'in',
        door
          .selectFrom('door_rule')
          .select('door_id')
          .where((rule) =>
            rule.or([rule('free_timetable_id', '=', timetableId), rule('first_timetable_id', '=', timetableId)]),
          )
          .union(door.selectFrom('elevator_floor').select('door_id').where('timetable_id', '=', timetableId)),
      ),
    )
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()
