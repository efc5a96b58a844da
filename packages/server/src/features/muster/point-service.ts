import { AppError } from '@gatehouse/contract/errors.ts'
import { maxPointsPerSite, type MusterPoint, type MusterPointInput } from '@gatehouse/contract/features/muster.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { findRunning } from './muster-reads.ts'
import { countAreasOf, countPoints, hasSite, readPoint, readPoints } from './point-reads.ts'
import {
  deletePointRow,
  insertPoint,
  lockPoint,
  lockSiteShared,
  renamePoint,
  setAreas,
  setDevices,
} from './point-store.ts'

/** @throws AppError site.not-found */
export async function getPoints(ctx: Ctx, siteId: string): Promise<MusterPoint[]> {
  if (!(await hasSite(ctx.db, siteId))) throw new AppError('site.not-found')
  return readPoints(ctx.db, siteId)
}

async function finish(ctx: Ctx, siteId: string, id: string): Promise<MusterPoint> {
  await hint(ctx, { to: 'consoles', topic: 'sites', id: siteId })
  const point = await readPoint(ctx.db, id)
  if (!point) throw new AppError('muster-point.not-found')
  return point
}

/** @throws AppError area.not-found, device.not-found */
async function setParts(ctx: Ctx, siteId: string, id: string, input: MusterPointInput): Promise<void> {
  const areaIds = [...new Set(input.areaIds)]
  // An area of another site would take people who are not there.
  if ((await countAreasOf(ctx.db, siteId, areaIds)) < areaIds.length) throw new AppError('area.not-found')
  await setAreas(ctx.db, id, areaIds)
  await setDevices(ctx.db, id, [...new Set(input.deviceIds)])
}

/** @throws AppError site.not-found, area.not-found, device.not-found, muster-point.name-taken, muster-point.too-many */
export async function createPoint(
  ctx: Ctx,
  { siteId, ...input }: MusterPointInput & { siteId: string },
): Promise<MusterPoint> {
  ctx.audit.item = input.name
  if (!(await lockSiteShared(ctx.db, siteId))) throw new AppError('site.not-found')
  if ((await countPoints(ctx.db, siteId)) >= maxPointsPerSite)
    throw new AppError('muster-point.too-many', { max: maxPointsPerSite })
  const { id } = await insertPoint(ctx.db, siteId, input.name)
  await setParts(ctx, siteId, id, input)
  return finish(ctx, siteId, id)
}

/** @throws AppError muster-point.not-found */
async function requirePoint(ctx: Ctx, id: string) {
  const row = await lockPoint(ctx.db, id)
  if (!row) throw new AppError('muster-point.not-found')
  ctx.audit.item = row.name
  return row
}

/** The point with the names of its parts, as the operation log shows it. */
const named = ({ name, areas, devices }: MusterPoint) => ({
  name,
  areas: areas.map((area) => area.name),
  devices: devices.map((device) => device.name),
})

/** @throws AppError muster-point.not-found, area.not-found, device.not-found, muster-point.name-taken */
export async function changePoint(ctx: Ctx, id: string, input: MusterPointInput): Promise<MusterPoint> {
  const { site_id } = await requirePoint(ctx, id)
  const before = await finish(ctx, site_id, id)
  await renamePoint(ctx.db, id, input.name)
  await setParts(ctx, site_id, id, input)
  const after = await finish(ctx, site_id, id)
  ctx.audit.changes = changesBetween(named(before), named(after))
  return after
}

/** @throws AppError muster-point.not-found, muster-point.in-use */
export async function removePoint(ctx: Ctx, id: string): Promise<null> {
  const { site_id } = await requirePoint(ctx, id)
  if (await findRunning(ctx.db, site_id)) throw new AppError('muster-point.in-use')
  await deletePointRow(ctx.db, id)
  await hint(ctx, { to: 'consoles', topic: 'sites', id: site_id })
  return null
}
