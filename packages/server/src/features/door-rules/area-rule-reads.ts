import type { AreaRules, AreaRulesShown } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import type { AreaTree } from '@gatehouse/engine/door/area-path.ts'
import { areasAround } from '@gatehouse/engine/door/area-path.ts'
import type { Direction } from '@gatehouse/engine/passage/vocabulary.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'
import { prepared, unseenList } from '../../db/prepared.ts'
import { readAreaTree, wayOfReader } from '../inside/door-reads.ts'
import { selectUnableDevices } from './unable-devices-reads.ts'

const selectAreaRules = (db: Db) =>
  db
    .selectFrom('area as a')
    .leftJoin('area_rule as r', 'r.area_id', 'a.id')
    .select(['a.id', 'a.name', 'a.site_id', 'r.passback_mode', 'r.passback_minutes', 'r.passback_when_unknown'])
    .select([
      'r.passback_reset_timetable_id',
      'r.passback_reset_minutes',
      'r.occupancy_max',
      'r.occupancy_mode',
      'r.occupancy_when_unknown',
    ])
    .select((area) =>
      jsonArrayFrom(
        area
          .selectFrom('area_exempt_group as e')
          .select(['e.rule', 'e.group_id'])
          .whereRef('e.area_id', '=', 'a.id')
          .orderBy('e.group_id'),
      ).as('exempt'),
    )

type AreaRow = Awaited<ReturnType<ReturnType<typeof selectAreaRules>['executeTakeFirstOrThrow']>>

function toAreaRules(row: AreaRow): AreaRules {
  const exemptFrom = (rule: AreaRow['exempt'][number]['rule']) =>
    row.exempt.filter((one) => one.rule === rule).map(({ group_id }) => group_id)
  const { passback_mode: mode, passback_minutes: minutes, occupancy_max: max } = row
  const passback = {
    exemptGroupIds: exemptFrom('anti-passback'),
    whenUnknown: row.passback_when_unknown ?? 'refuses',
    resetMinutes: row.passback_reset_minutes ?? [],
    ...(row.passback_reset_timetable_id !== null && { resetTimetableId: row.passback_reset_timetable_id }),
  }
  return {
    antiPassback:
      mode === null ? null : mode === 'timed' ? { mode, minutes: minutes ?? 1, ...passback } : { mode, ...passback },
    occupancyLimit:
      max === null
        ? null
        : {
            max,
            mode: row.occupancy_mode ?? 'refuse',
            exemptGroupIds: exemptFrom('occupancy-limit'),
            whenUnknown: row.occupancy_when_unknown ?? 'refuses',
          },
  }
}

export type AreaWithRules = { id: string; name: string; siteId: string; rules: AreaRules }

const toArea = (row: AreaRow): AreaWithRules => ({
  id: row.id,
  name: row.name,
  siteId: row.site_id,
  rules: toAreaRules(row),
})

/** The area with its rules; undefined when there is none. */
export async function findAreaRules(db: Db, areaId: string): Promise<AreaWithRules | undefined> {
  const row = await selectAreaRules(db).where('a.id', '=', areaId).executeTakeFirst()
  return row && toArea(row)
}

/** Prepared: a terminal that asks for its surroundings waits for it. */
const selectRulesOf = (db: Db, areaIds: readonly string[]) =>
  selectAreaRules(db)
    .where((area) => area('a.id', '=', area.fn.any(unseenList('uuid', areaIds).$castTo<string[]>())))
    .modifyEnd(prepared)

type Way = { leavesAreaId: string | null; entersAreaId: string | null }

/**
 * The areas whose anti-passback and whose occupancy limit hold for those who come by this way: of the areas that they enter together,
 * the innermost that has the rule.
 */
export async function readRulesOfWay(
  db: Db,
  { leavesAreaId, entersAreaId }: Way,
  tree: AreaTree,
): Promise<{ passback: AreaWithRules | undefined; occupancy: AreaWithRules | undefined }> {
  const left = areasAround(leavesAreaId, tree)
  const entered = areasAround(entersAreaId, tree).filter((id) => !left.includes(id))
  const rows = entered.length > 0 ? await selectRulesOf(db, entered).execute() : []
  const areas = entered.flatMap((id) => rows.filter((row) => row.id === id).map(toArea))
  return {
    passback: areas.find(({ rules }) => rules.antiPassback),
    occupancy: areas.find(({ rules }) => rules.occupancyLimit),
  }
}

/** The area whose people an occupancy limit counts for those who come by this way: where none has a limit, the one that they enter. */
export async function readCountedArea(db: Db, way: Way): Promise<string | null> {
  return (await readOccupancyOfWay(db, way))?.id ?? way.entersAreaId
}

async function readOccupancyOfWay(db: Db, way: Way): Promise<AreaWithRules | undefined> {
  if (way.entersAreaId === null) return undefined
  return (await readRulesOfWay(db, way, await readAreaTree(db))).occupancy
}

/** The area that is counted, and the most people in it while this person may come in by this way; null: nothing holds them back. */
export async function readLimitOfWay(
  db: Db,
  way: Way,
  personId: string,
): Promise<{ areaId: string | null; max: number | null }> {
  const occupancy = await readOccupancyOfWay(db, way)
  const areaId = occupancy?.id ?? way.entersAreaId
  const limit = occupancy?.rules.occupancyLimit
  if (!limit || limit.mode !== 'refuse') return { areaId, max: null }
  if (limit.exemptGroupIds.length === 0) return { areaId, max: limit.max }
  const exempt = await db
    .selectFrom('group_member')
    .select('group_id')
    .where('person_id', '=', personId)
    .where((member) =>
      member('group_id', '=', member.fn.any(unseenList('uuid', limit.exemptGroupIds).$castTo<string[]>())),
    )
    .limit(1)
    .modifyEnd(prepared)
    .executeTakeFirst()
  return { areaId, max: exempt ? null : limit.max }
}

type DoorOfArea = { id: string; name: string; hasContact: boolean; leadsIn: boolean; ways: Direction[] }

/** Doors of which one side lies in this area or in one inside it, and the other side does not. */
export async function readBorderDoors(db: Db, areaId: string): Promise<DoorOfArea[]> {
  const tree = await readAreaTree(db)
  const isWithin = (id: string | null) => areasAround(id, tree).includes(areaId)
  const within = [...tree.keys()].filter(isWithin)
  const rows = await db
    .selectFrom('door as d')
    .select(['d.id', 'd.name', 'd.has_contact', 'd.from_area_id', 'd.to_area_id'])
    .select((door) =>
      jsonArrayFrom(
        door
          .selectFrom('door_reader as r')
          .innerJoin('device as v', 'v.id', 'r.device_id')
          .select(['r.direction', 'v.direction as device_direction'])
          .whereRef('r.door_id', '=', 'd.id'),
      ).as('readers'),
    )
    .where((door) => door.or([door('d.from_area_id', 'in', within), door('d.to_area_id', 'in', within)]))
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()
  return rows
    .filter((row) => isWithin(row.from_area_id) !== isWithin(row.to_area_id))
    .map((row) => ({
      id: row.id,
      name: row.name,
      hasContact: row.has_contact,
      leadsIn: isWithin(row.to_area_id),
      ways: row.readers.map(({ direction, device_direction }) => wayOfReader(direction, device_direction)),
    }))
}

/** The doors and devices at which the rules of this area work worse: these count on people being seen in both directions. */
export async function readAreaWarnings(
  db: Db,
  areaId: string,
): Promise<Pick<AreaRulesShown, 'warnings' | 'unableDevices'>> {
  const doors = await readBorderDoors(db, areaId)
  const seesWayOut = ({ leadsIn, ways }: DoorOfArea) =>
    ways.some((way) => way === 'both' || way === (leadsIn ? 'exit' : 'entry'))
  const toNames = (some: DoorOfArea[]) => some.map(({ id, name }) => ({ id, name }))
  const warnings = [
    { code: 'door-without-contact' as const, doors: toNames(doors.filter(({ hasContact }) => !hasContact)) },
    { code: 'no-exit-reader' as const, doors: toNames(doors.filter((door) => !seesWayOut(door))) },
    { code: 'direction-unknown' as const, doors: toNames(doors.filter(({ ways }) => ways.includes('both'))) },
  ]
  const unableDevices = await selectUnableDevices(
    db,
    doors.map(({ id }) => id),
  )
  return { warnings: warnings.filter((warning) => warning.doors.length > 0), unableDevices }
}

/** Areas whose anti-passback is reset by this timetable, by name. */
export const selectAreasOfTimetable = (db: Db, timetableId: string) =>
  db
    .selectFrom('area as a')
    .innerJoin('area_rule as r', 'r.area_id', 'a.id')
    .where('r.passback_reset_timetable_id', '=', timetableId)
    .select(['a.id', 'a.name'])
    .orderBy('a.name')
    .orderBy('a.id')
    .execute()
