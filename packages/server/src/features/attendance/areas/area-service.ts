import { AppError } from '@gatehouse/contract/errors.ts'
import { type areaInput, type AttendanceArea } from '@gatehouse/contract/features/attendance/areas.ts'
import { maxDaysBack } from '@gatehouse/contract/features/attendance/rules.ts'
import type { z } from 'zod'
import { changesBetween } from '../../../lib/changes-between.ts'
import { type Ctx, hint } from '../../../ctx.ts'
import {
  countAreas,
  deleteAreaRow,
  findOtherArea,
  insertArea,
  isNamedByRule,
  lockAreas,
  readArea,
  replaceAreaDevices,
  updateArea,
} from './area-store.ts'
import { queuePunchesOfDevices } from '../recompute-queue-store.ts'

type Input = z.output<typeof areaInput>
const maxAreas = 1000

/** @throws AppError attendance-area.name-taken, attendance-area.device-taken, attendance-area.too-many, device.not-found */
export async function createArea(ctx: Ctx, input: Input): Promise<AttendanceArea> {
  ctx.audit.item = input.name
  await lockAreas(ctx.db)
  if ((await countAreas(ctx.db)) >= maxAreas) throw new AppError('attendance-area.too-many', { count: maxAreas })
  await refuseTakenDevice(ctx, null, input.deviceIds)
  const { id } = await insertArea(ctx.db, {
    name: input.name,
    location: input.location,
    latitude: input.latitude,
    longitude: input.longitude,
    radius_metres: input.radiusMetres,
  })
  await replaceAreaDevices(ctx.db, id, input.deviceIds)
  return finish(ctx, id)
}

/** @throws AppError as `createArea`, and attendance-area.not-found */
export async function changeArea(ctx: Ctx, id: string, input: Partial<Input>): Promise<AttendanceArea> {
  await lockAreas(ctx.db)
  const area = await readArea(ctx.db, id)
  if (!area) throw new AppError('attendance-area.not-found')
  ctx.audit.item = area.name
  await updateArea(ctx.db, id, {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.location === undefined ? {} : { location: input.location }),
    ...(input.latitude === undefined ? {} : { latitude: input.latitude }),
    ...(input.longitude === undefined ? {} : { longitude: input.longitude }),
    ...(input.radiusMetres === undefined ? {} : { radius_metres: input.radiusMetres }),
  })
  if (input.deviceIds) {
    await refuseTakenDevice(ctx, id, input.deviceIds)
    await replaceAreaDevices(ctx.db, id, input.deviceIds)
    // Only days with a punch at a device that came or went can change, and only where a rule asks for the area.
    const before = new Set(area.devices.map((device) => device.id))
    const moved = [...before.symmetricDifference(new Set(input.deviceIds))]
    const since = ctx.clock.now().subtract({ hours: 24 * maxDaysBack })
    if (moved.length > 0 && (await isNamedByRule(ctx.db, id)))
      await queuePunchesOfDevices(ctx.db, moved, since.toString())
  }
  const after = await finish(ctx, id)
  ctx.audit.changes = changesBetween(area, after)
  return after
}

/** @throws AppError attendance-area.not-found, attendance-area.in-use */
export async function removeArea(ctx: Ctx, id: string): Promise<void> {
  await lockAreas(ctx.db)
  const area = await readArea(ctx.db, id)
  if (!area) throw new AppError('attendance-area.not-found')
  ctx.audit.item = area.name
  if (await isNamedByRule(ctx.db, id)) throw new AppError('attendance-area.in-use')
  await deleteAreaRow(ctx.db, id)
  await hint(ctx, { to: 'consoles', topic: 'attendance' })
}

async function refuseTakenDevice(ctx: Ctx, areaId: string | null, deviceIds: readonly string[]): Promise<void> {
  const other = await findOtherArea(ctx.db, areaId, deviceIds)
  if (other !== undefined) throw new AppError('attendance-area.device-taken', { area: other })
}

async function finish(ctx: Ctx, id: string): Promise<AttendanceArea> {
  await hint(ctx, { to: 'consoles', topic: 'attendance' })
  const area = await readArea(ctx.db, id)
  if (!area) throw new AppError('attendance-area.not-found')
  return area
}
