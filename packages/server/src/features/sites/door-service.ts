import { AppError } from '@gatehouse/contract/errors.ts'
import type { Door, DoorInput } from '@gatehouse/contract/features/sites.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { hintDevices } from '../../device-link/outbox/device-hints.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { keepHeldReaders } from '../lockdown/held-reader-reads.ts'
import { refuseInInterlock } from '../door-rules/door-rule-actions.ts'
import { createMissingDoors } from './door-actions.ts'
import { readDoor } from './door-reads.ts'
import {
  deleteDoorRow,
  insertDoor,
  lockDoor,
  removeReader,
  selectReaders,
  updateDoorRow,
  upsertReader,
} from './door-store.ts'
import { lockSite } from './site-store.ts'

/** @throws AppError door.not-found */
export async function getDoor(ctx: Ctx, id: string): Promise<Door> {
  const door = await readDoor(ctx.db, id)
  if (!door) throw new AppError('door.not-found')
  return door
}

/** Puts these readers at the door and no others; gives the devices that this concerns. */
async function placeReaders(
  ctx: Ctx,
  id: string,
  readers: DoorInput['readers'],
  leadsElsewhere = false,
): Promise<string[]> {
  const before = await selectReaders(ctx.db, id)
  const now = ctx.clock.now().toString()
  for (const reader of before)
    if (!readers.some(({ deviceId, port }) => deviceId === reader.device_id && port === reader.port))
      await removeReader(ctx.db, id, reader)
  // In one order, so that two who move the same readers wait for each other once.
  for (const { deviceId, port, direction } of readers.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1)))
    await upsertReader(ctx.db, id, { device_id: deviceId, port, direction }, now, leadsElsewhere)
  await createMissingDoors(ctx, now)
  return [...new Set([...before.map(({ device_id }) => device_id), ...readers.map(({ deviceId }) => deviceId)])]
}

/** The devices of a door ask for their settings, with their place and the zone of their site, and for the lockdowns of its areas. */
async function finish(ctx: Ctx, id: string, deviceIds: readonly string[]): Promise<Door> {
  await noteConfigurationChanged(ctx, deviceIds.toSorted(), 'settings')
  await hintDevices(ctx, 'lockdown', deviceIds)
  await hint(ctx, { to: 'consoles', topic: 'sites', id }, { to: 'consoles', topic: 'devices' })
  return getDoor(ctx, id)
}

/** @throws AppError site.not-found, area.not-found, device.not-found, door.same-area, lockdown.holds-reader */
export async function createDoor(ctx: Ctx, input: DoorInput): Promise<Door> {
  ctx.audit.item = input.name
  if (!(await lockSite(ctx.db, input.siteId))) throw new AppError('site.not-found')
  const { id } = await insertDoor(ctx.db, input, ctx.clock.now().toString())
  const placed = await keepHeldReaders(ctx, () => placeReaders(ctx, id, input.readers))
  return finish(ctx, id, placed)
}

/** @throws AppError as `createDoor`, and door.not-found, door.changed-meanwhile */
export async function changeDoor(
  ctx: Ctx,
  id: string,
  { version, ...input }: DoorInput & { version?: number | undefined },
): Promise<Door> {
  if (!(await lockSite(ctx.db, input.siteId))) throw new AppError('site.not-found')
  const row = await lockDoor(ctx.db, id)
  if (!row) throw new AppError('door.not-found')
  ctx.audit.item = row.name
  if (version !== undefined && version !== row.version) throw new AppError('door.changed-meanwhile')
  const before = await getDoor(ctx, id)
  const placed = await keepHeldReaders(ctx, async () => {
    await updateDoorRow(ctx.db, id, input, ctx.clock.now().toString())
    const leadsElsewhere =
      (before.fromArea?.id ?? null) !== input.fromAreaId || (before.toArea?.id ?? null) !== input.toAreaId
    return placeReaders(ctx, id, input.readers, leadsElsewhere)
  })
  const after = await finish(ctx, id, placed)
  ctx.audit.changes = changesBetween(before, after)
  return after
}

/** @throws AppError door.not-found, door.has-readers, door.in-interlock */
export async function removeDoor(ctx: Ctx, id: string): Promise<void> {
  const door = await lockDoor(ctx.db, id)
  if (!door) throw new AppError('door.not-found')
  ctx.audit.item = door.name
  const count = (await selectReaders(ctx.db, id)).length
  if (count > 0) throw new AppError('door.has-readers', { count })
  await refuseInInterlock(ctx, id)
  await deleteDoorRow(ctx.db, id)
  await hint(ctx, { to: 'consoles', topic: 'sites', id })
}
