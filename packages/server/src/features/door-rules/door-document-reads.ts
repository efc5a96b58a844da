import type { AccessRules } from '@gatehouse/contract/device/link.ts'
import type { Db } from '../../db/open-database.ts'
import { readDoorsOfDevices } from '../inside/door-reads.ts'
import { findDoorRules } from './door-rule-reads.ts'

/**
 * The rules of the door of a device, as its reader follows them; null: none is set. Rules that depend on other doors are not set yet:
 * a terminal cannot ask for their state.
 */
export async function readDoorDocument(db: Db, deviceId: string): Promise<AccessRules['door']> {
  const isAny = await db.selectFrom('door_rule').select('door_id').limit(1).executeTakeFirst()
  const [door] = isAny ? await readDoorsOfDevices(db, [deviceId]) : []
  const rules = door && (await findDoorRules(db, door.doorId))
  if (!rules) return null
  const { freeHours, escort, severalPeople, firstPersonIn } = rules
  if (!freeHours && !escort && !severalPeople && !firstPersonIn) return null
  return {
    leavesAreaId: door.leavesAreaId,
    entersAreaId: door.entersAreaId,
    freeHours,
    escort,
    severalPeople,
    firstPersonIn,
    antiPassback: null,
    occupancyLimit: null,
    interlock: null,
  }
}
