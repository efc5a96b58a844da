import { AppError } from '@gatehouse/contract/errors.ts'
import type { Direction } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { readCompany } from '../../company/company-reads.ts'
import { takeLock } from '../../db/advisory-locks.ts'
import { readInterlockNames } from '../door-rules/interlock-reads.ts'
import { insertArea } from './area-store.ts'
import {
  deleteDoorRow,
  findDoorOfDevice,
  insertDoor,
  renameDoor,
  renewFollowingReaders,
  selectDoorless,
  upsertReader,
} from './door-store.ts'
import { findFirstSite } from './site-reads.ts'
import { insertSite } from './site-store.ts'

type Parts = Pick<Ctx, 'db' | 'clock'>

/** The site where new doors go; where there is none, one is made, named as the enterprise is called then. */
async function ensureSite({ db, clock }: Parts): Promise<{ id: string; area_id: string }> {
  const found = await findFirstSite(db)
  if (found) return found
  const now = clock.now().toString()
  const { name } = await readCompany(db)
  const { id } = await insertSite(db, { name, address: null, timeZone: null }, now)
  const area = await insertArea(db, { site_id: id, parent_id: null, name }, now)
  return { id, area_id: area.id }
}

/**
 * Gives every device without a door one of its own, named like the device, from outside into the first site: one that joins, one that
 * its door has lost, and those of an installation that had no doors. In the caller's transaction.
 * @param since the moment at which a door has lost them
 */
export async function createMissingDoors(parts: Parts, since: string | null = null): Promise<void> {
  if ((await selectDoorless(parts.db)).length === 0) return
  // Of two who find the same devices at once, the second finds their doors.
  await takeLock(parts.db, 'missingDoors')
  const doorless = await selectDoorless(parts.db)
  if (doorless.length === 0) return
  const site = await ensureSite(parts)
  const now = parts.clock.now().toString()
  for (const { id: deviceId, name } of doorless) {
    const areas = { siteId: site.id, fromAreaId: null, toAreaId: site.area_id }
    const { id } = await insertDoor(
      parts.db,
      { name, kind: 'door', hasContact: false, needsReason: false, readers: [], ...areas },
      now,
    )
    await upsertReader(parts.db, id, { device_id: deviceId, port: 1, direction: null }, since)
  }
  await hint(parts, { to: 'consoles', topic: 'sites' })
}

/** At the start: there is a site, and every device has a door. */
export async function ensureDoors(parts: Parts): Promise<void> {
  if (!(await findFirstSite(parts.db))) {
    await takeLock(parts.db, 'missingDoors')
    await ensureSite(parts)
  }
  await createMissingDoors(parts)
}

/**
 * Refuses a direction of a device that would have no effect, since its door says another.
 * @throws AppError device.direction-of-door
 */
export async function refuseOtherWay(ctx: Ctx, deviceId: string, way: Direction): Promise<void> {
  const door = await findDoorOfDevice(ctx.db, deviceId)
  if (door && door.direction !== null && door.direction !== way)
    throw new AppError('device.direction-of-door', { door: door.name })
}

/** A device leads another way: its earlier passages tell nothing of this one. */
export const noteOtherWay = (ctx: Ctx, deviceId: string) =>
  renewFollowingReaders(ctx.db, deviceId, ctx.clock.now().toString())

/** A door that nobody has named otherwise keeps the name of its only device. */
export async function renameDoorOfDevice(ctx: Ctx, deviceId: string, from: string, to: string): Promise<void> {
  const door = await findDoorOfDevice(ctx.db, deviceId)
  if (door?.name !== from || Number(door.reader_count) > 1) return
  await renameDoor(ctx.db, door.id, to)
  await hint(ctx, { to: 'consoles', topic: 'sites', id: door.id })
}

/** Deletes the door that a device brought with it, unless somebody has changed it or put it into an interlock: a new device may take its place. */
export async function removeDoorOfDevice(ctx: Ctx, deviceId: string): Promise<void> {
  const door = await findDoorOfDevice(ctx.db, deviceId)
  if (door?.version !== 1 || Number(door.reader_count) > 1) return
  if ((await readInterlockNames(ctx.db, door.id)).length > 0) return
  await deleteDoorRow(ctx.db, door.id)
  await hint(ctx, { to: 'consoles', topic: 'sites', id: door.id })
}
