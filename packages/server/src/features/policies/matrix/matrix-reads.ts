import {
  type MatrixCell,
  type MatrixDoor,
  type MatrixTimetable,
  maxMatrixDoors,
  maxNamedPeople,
} from '@gatehouse/contract/features/policies/matrix.ts'
import { timetable as timetableSchema } from '@gatehouse/contract/features/timetables.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Db } from '../../../db/open-database.ts'

/** The doors of a site, or all, by name: as many as are shown, and how many there are. */
export async function readMatrixDoors(db: Db, siteId: string | undefined) {
  const atSite = db.selectFrom('device as d').$if(siteId !== undefined, (devices) =>
    devices.where((device) =>
      device.exists(
        device
          .selectFrom('door_reader as r')
          .innerJoin('door', 'door.id', 'r.door_id')
          .select('r.id')
          .whereRef('r.device_id', '=', 'd.id')
          .where('door.site_id', '=', siteId ?? ''),
      ),
    ),
  )
  const rows = await atSite
    .select(['d.id', 'd.name', 'd.door_count'])
    .select(({ fn }) => fn.countAll<number>().over().as('total'))
    .orderBy('d.name')
    .orderBy('d.id')
    .limit(maxMatrixDoors)
    .execute()
  const readers = await db
    .selectFrom('door_reader as r')
    .innerJoin('door', 'door.id', 'r.door_id')
    .leftJoin('area', 'area.id', 'door.to_area_id')
    .select(['r.device_id', 'door.name as door', 'area.name as area'])
    .orderBy('r.port')
    .execute()
  const readersOf = Map.groupBy(readers, ({ device_id }) => device_id)
  const doors = rows.map(({ id, name, door_count: count }): MatrixDoor => {
    // A controller has several doors: they stand together, since a group has the same hours at all of them.
    const own = readersOf.get(id) ?? []
    const names = [...new Set(own.map(({ door }) => door))].filter((door) => door !== name)
    return {
      deviceId: id,
      name,
      door: names.join(', ') || null,
      doors: count > 1 ? names : [],
      area: own[0]?.area ?? null,
    }
  })
  return { doors, total: Number(rows[0]?.total ?? 0) }
}

/** The names of those of these devices that exist. */
export async function readDeviceNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('device')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The row was written in the contract's own terms. */
const hours = timetableSchema.pick({ week: true, holiday: true, holidays: true })

/** All timetables by name; `today` is the enterprise's date. */
export async function readMatrixTimetables(db: Db, today: string): Promise<MatrixTimetable[]> {
  const rows = await db
    .selectFrom('timetable')
    .select(['id', 'name', 'week', 'holiday', 'holidays', 'valid_to_on'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, valid_to_on: validToOn, ...row }) => {
    const { week, holiday, holidays } = hours.parse(row)
    const hasHours = week.some((day) => day.length > 0) || (holiday.length > 0 && holidays.length > 0)
    return { id, name, week, neverOpens: !hasHours || (validToOn !== null && validToOn < today) }
  })
}

/** The cells of these devices that are not empty; of these groups alone where they are named. */
export async function readMatrixCells(
  db: Db,
  deviceIds: readonly string[],
  groupIds?: readonly string[],
): Promise<MatrixCell[]> {
  if (deviceIds.length === 0 || groupIds?.length === 0) return []
  const bindings = await db
    .selectFrom('device_group as b')
    .innerJoin('person_group as g', 'g.id', 'b.group_id')
    .select(['b.device_id', 'b.group_id'])
    .where('b.device_id', 'in', [...deviceIds])
    .where('g.kind', '<>', personKindCodes.blacklisted)
    .$if(groupIds !== undefined, (some) => some.where('b.group_id', 'in', [...(groupIds ?? [])]))
    .execute()
  const policies = await db
    .selectFrom('pass_policy as p')
    .innerJoin('timetable as t', 't.id', 'p.timetable_id')
    .select(['p.device_id', 'p.group_id', 'p.timetable_id'])
    .where('p.device_id', 'in', [...deviceIds])
    .$if(groupIds !== undefined, (some) => some.where('p.group_id', 'in', [...(groupIds ?? [])]))
    .orderBy('t.name')
    .orderBy('t.id')
    .execute()
  const cells = new Map<string, MatrixCell>()
  const cellOf = ({ device_id: deviceId, group_id: groupId }: { device_id: string; group_id: string }) => {
    const key = deviceId + groupId
    const cell = cells.get(key) ?? { deviceId, groupId, isBound: false, timetableIds: [] }
    cells.set(key, cell)
    return cell
  }
  for (const row of bindings) cellOf(row).isBound = true
  for (const row of policies) cellOf(row).timetableIds.push(row.timetable_id)
  return [...cells.values()]
}

/** The people of these groups who are in none of the others: how many, and the first by name. */
export async function readPeopleOnlyIn(db: Db, groupIds: readonly string[], others: readonly string[]) {
  if (groupIds.length === 0) return { count: 0, names: [] }
  const rows = await db
    .selectFrom('person as p')
    .select('p.name')
    .select(({ fn }) => fn.countAll<number>().over().as('total'))
    .where((person) =>
      person.exists(
        person
          .selectFrom('group_member as m')
          .select('m.group_id')
          .whereRef('m.person_id', '=', 'p.id')
          .where('m.group_id', 'in', [...groupIds]),
      ),
    )
    .$if(others.length > 0, (people) =>
      people.where((person) =>
        person.not(
          person.exists(
            person
              .selectFrom('group_member as o')
              .select('o.group_id')
              .whereRef('o.person_id', '=', 'p.id')
              .where('o.group_id', 'in', [...others]),
          ),
        ),
      ),
    )
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(maxNamedPeople)
    .execute()
  return { count: Number(rows[0]?.total ?? 0), names: rows.map(({ name }) => name) }
}
