import type { AccessRules } from '@gatehouse/contract/device/link.ts'
import type { Db } from '../../db/open-database.ts'
import { type DoorOfDevice, readAreaTree, readDoorsOfDevices } from '../inside/door-reads.ts'
import { readRulesOfWay } from './area-rule-reads.ts'
import { findDoorRules } from './door-rule-reads.ts'
import { readNamedFloors } from './floor-reads.ts'
import { readInterlockOfDoor } from './interlock-reads.ts'
import { asksSurroundings } from './unable-devices-reads.ts'

/**
 * Whether rules of doors are set on this installation, and whether rules of areas or interlocks are that this device can follow: without
 * any a terminal needs no document.
 */
async function findKinds(db: Db, deviceId: string): Promise<{ of_doors: boolean; around: boolean }> {
  const row = await db
    .selectFrom('device as v')
    .select((is) => [
      is
        .or([
          is.exists(is.selectFrom('door_rule').select('door_id')),
          is.exists(is.selectFrom('elevator_floor').select('door_id')),
        ])
        .as('of_doors'),
      is
        .and([
          asksSurroundings('v'),
          is.or([
            is.exists(is.selectFrom('area_rule').select('area_id')),
            is.exists(is.selectFrom('interlock').select('id')),
          ]),
        ])
        .as('around'),
    ])
    .where('v.id', '=', deviceId)
    .executeTakeFirst()
  return { of_doors: Boolean(row?.of_doors), around: Boolean(row?.around) }
}

const noRulesAround = { antiPassback: null, occupancyLimit: null, interlock: null }

/**
 * The rules of the door of a device, as its reader follows them; null: none is set. A terminal that cannot ask for the state of areas
 * and other doors gets none that depend on them.
 */
export async function readDoorDocument(db: Db, deviceId: string): Promise<AccessRules['door']> {
  const kinds = await findKinds(db, deviceId)
  const [door] = kinds.of_doors || kinds.around ? await readDoorsOfDevices(db, [deviceId]) : []
  const rules = door && (await findDoorRules(db, door.doorId))
  if (!rules) return null
  const { freeHours, escort, severalPeople, firstPersonIn } = rules
  const around = kinds.around ? await readAround(db, door) : noRulesAround
  const floors = door.kind === 'elevator' ? await readNamedFloors(db, door.doorId) : []
  const all = [floors[0] ?? null, freeHours, escort, severalPeople, firstPersonIn, ...Object.values(around)]
  if (all.every((rule) => rule === null)) return null
  return {
    leavesAreaId: door.leavesAreaId,
    entersAreaId: door.entersAreaId,
    freeHours,
    escort,
    severalPeople,
    firstPersonIn,
    ...(floors.length > 0 && { floors }),
    ...around,
  }
}

async function readAround(db: Db, door: DoorOfDevice) {
  const { passback, occupancy } = await readRulesOfWay(db, door, await readAreaTree(db))
  const {
    resetMinutes: _,
    resetTimetableId: __,
    ...antiPassback
  } = passback?.rules.antiPassback ?? { resetMinutes: [] }
  return {
    antiPassback: 'mode' in antiPassback ? antiPassback : null,
    occupancyLimit: occupancy?.rules.occupancyLimit
      ? { ...occupancy.rules.occupancyLimit, ...(occupancy.id !== door.entersAreaId && { areaId: occupancy.id }) }
      : null,
    interlock: await readInterlockOfDoor(db, door.doorId),
  }
}
