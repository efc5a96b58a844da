import { createHash } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  ElevatorFloor,
  getElevatorFloors,
  setElevatorFloors,
} from '@gatehouse/contract/features/door-rules/elevator-floors.ts'
import type { Body, Reply } from '@gatehouse/contract/route.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { requireGroups } from '../person-groups/person-group-reads.ts'
import { findDoorKind, selectDevicesOfDoors } from './door-rule-reads.ts'
import { lockDoorRules } from './door-rule-store.ts'
import { readFloors } from './floor-reads.ts'
import { lockAreasOfSite, replaceFloors } from './floor-store.ts'

/** @throws AppError door.not-found */
export async function getFloors(ctx: Ctx, doorId: string): Promise<Reply<typeof getElevatorFloors>> {
  if (!(await findDoorKind(ctx.db, doorId))) throw new AppError('door.not-found')
  const floors = await readFloors(ctx.db, doorId)
  return { floors, version: versionOf(floors) }
}

/** @throws AppError door.not-found, door.changed-meanwhile, door.not-elevator, area.not-found, group.not-found, timetable.not-found */
export async function setFloors(
  ctx: Ctx,
  doorId: string,
  { floors, version }: Body<typeof setElevatorFloors>,
): Promise<Reply<typeof setElevatorFloors>> {
  await lockDoorRules(ctx.db, doorId)
  const door = await findDoorKind(ctx.db, doorId)
  if (!door) throw new AppError('door.not-found')
  ctx.audit.item = door.name
  if (door.kind !== 'elevator') throw new AppError('door.not-elevator')
  await requireGroups(ctx.db, [...new Set(floors.flatMap(({ groupIds }) => groupIds))])
  await requireAreasOfSite(
    ctx,
    door.site_id,
    floors.map(({ areaId }) => areaId),
  )
  const before = await readFloors(ctx.db, doorId)
  if (version !== undefined && version !== versionOf(before)) throw new AppError('door.changed-meanwhile')
  await replaceFloors(ctx.db, doorId, floors)
  await noteConfigurationChanged(ctx, await selectDevicesOfDoors(ctx.db, [doorId]), 'access')
  await hint(ctx, { to: 'consoles', topic: 'sites', id: doorId })
  const after = await getFloors(ctx, doorId)
  ctx.audit.changes = changesBetween({ floors: before }, { floors: after.floors })
  return after
}

/** The same floors have the same version: who saves over them takes nobody's change back. */
const versionOf = (floors: readonly ElevatorFloor[]) =>
  createHash('sha256').update(JSON.stringify(floors)).digest('base64url')

/** @throws AppError area.not-found, also for one of another site */
async function requireAreasOfSite(ctx: Ctx, siteId: string, areaIds: readonly string[]): Promise<void> {
  if (areaIds.length === 0) return
  if ((await lockAreasOfSite(ctx.db, siteId, areaIds)).length < areaIds.length) throw new AppError('area.not-found')
}
