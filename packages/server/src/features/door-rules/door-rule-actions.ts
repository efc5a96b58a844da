import { AppError } from '@gatehouse/contract/errors.ts'
import type { Ctx } from '../../ctx.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { readBorderDoors } from './area-rule-reads.ts'
import { selectDevicesOfDoors } from './door-rule-reads.ts'
import { selectElevatorsTo } from './floor-reads.ts'
import { readInterlockNames } from './interlock-reads.ts'

/** @throws AppError door.in-interlock */
export async function refuseInInterlock(ctx: Ctx, doorId: string): Promise<void> {
  const names = await readInterlockNames(ctx.db, doorId)
  if (names.length > 0) throw new AppError('door.in-interlock', { names: names.join(', ') })
}

/** The terminals of elevators that go to this area say its name. */
export async function notifyElevatorsTo(ctx: Ctx, areaId: string): Promise<void> {
  const elevators = await selectElevatorsTo(ctx.db, areaId)
  const deviceIds = await selectDevicesOfDoors(
    ctx.db,
    elevators.map(({ door_id }) => door_id),
  )
  await noteConfigurationChanged(ctx, deviceIds, 'access')
}

/** The devices at doors into and out of this area pull their rules: those of the area, or those of the areas around it, are others now. */
export async function notifyBorder(ctx: Ctx, areaId: string): Promise<void> {
  const doors = await readBorderDoors(ctx.db, areaId)
  const deviceIds = await selectDevicesOfDoors(
    ctx.db,
    doors.map(({ id }) => id),
  )
  await noteConfigurationChanged(ctx, deviceIds, 'access')
}
