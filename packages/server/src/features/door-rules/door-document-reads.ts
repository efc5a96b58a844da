import type { AccessRules } from '@gatehouse/contract/device/link.ts'
import type { Db } from '../../db/open-database.ts'
import { selectDoorsOfDevices } from '../inside/door-reads.ts'
import { findDoorRules } from './door-rule-reads.ts'

/** The way that a reader leads, by the direction of its device: none, in, out. */
const ofDevice = ['both', 'entry', 'exit'] as const

/**
 * The rules of the door of a device, as its reader follows them; null: none is set. Rules that depend on other doors are not set yet:
 * a terminal cannot ask for their state.
 */
export async function readDoorDocument(db: Db, deviceId: string): Promise<AccessRules['door']> {
  const isAny = await db.selectFrom('door_rule').select('door_id').limit(1).executeTakeFirst()
  const [door] = isAny ? await selectDoorsOfDevices(db, [deviceId]) : []
  const rules = door && (await findDoorRules(db, door.id))
  if (!rules) return null
  const { freeHours, escort, severalPeople, firstPersonIn } = rules
  if (!freeHours && !escort && !severalPeople && !firstPersonIn) return null
  const isExit = (door.direction ?? ofDevice[door.device_direction]) === 'exit'
  return {
    leavesAreaId: isExit ? door.to_area_id : door.from_area_id,
    entersAreaId: isExit ? door.from_area_id : door.to_area_id,
    freeHours,
    escort,
    severalPeople,
    firstPersonIn,
    antiPassback: null,
    occupancyLimit: null,
    interlock: null,
  }
}
