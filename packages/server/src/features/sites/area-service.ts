import { AppError } from '@gatehouse/contract/errors.ts'
import { type Area, maxAreaLevels, maxAreasPerSite } from '@gatehouse/contract/features/sites.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type AreaRow, deleteAreaRow, findArea, insertArea, selectAreas, updateAreaRow } from './area-store.ts'
import { keepHeldReaders } from '../lockdown/held-reader-reads.ts'
import { notifyBorder, notifyElevatorsTo } from '../door-rules/door-rule-actions.ts'
import { countPeopleIn } from '../inside/inside-reads.ts'
import { countDoorsOfArea, readAreas } from './site-reads.ts'
import { lockSite } from './site-store.ts'

/** The area, with all areas of its site; the site is locked until the transaction ends. */
async function lockAreaTree(ctx: Ctx, id: string): Promise<{ area: AreaRow; all: AreaRow[] }> {
  const found = await findArea(ctx.db, id)
  if (!found || !(await lockSite(ctx.db, found.site_id))) throw new AppError('area.not-found')
  const all = await selectAreas(ctx.db, found.site_id)
  // It may have been deleted before the lock was taken.
  const area = all.find((one) => one.id === id)
  if (!area) throw new AppError('area.not-found')
  return { area, all }
}

/** The area and those that it is inside of, itself first. */
function chainOf(area: AreaRow, all: readonly AreaRow[]): AreaRow[] {
  const parent = all.find(({ id }) => id === area.parent_id)
  return parent ? [area, ...chainOf(parent, all)] : [area]
}

/** The number of levels from an area down, itself included. */
function levelsOf(area: AreaRow, all: readonly AreaRow[]): number {
  const children = all.filter(({ parent_id }) => parent_id === area.id)
  return 1 + Math.max(0, ...children.map((child) => levelsOf(child, all)))
}

function refuseDeeper(parent: AreaRow, all: readonly AreaRow[], levels: number): void {
  if (chainOf(parent, all).length + levels > maxAreaLevels) throw new AppError('area.too-deep', { max: maxAreaLevels })
}

async function finish(ctx: Ctx, { site_id }: Pick<AreaRow, 'site_id'>, id: string): Promise<Area> {
  await hint(ctx, { to: 'consoles', topic: 'sites', id: site_id })
  const area = (await readAreas(ctx.db, site_id)).find((one) => one.id === id)
  if (!area) throw new AppError('area.not-found')
  return area
}

/** @throws AppError area.not-found, area.name-taken, area.too-deep, area.too-many */
export async function createArea(
  ctx: Ctx,
  { parentAreaId, name }: { parentAreaId: string; name: string },
): Promise<Area> {
  ctx.audit.item = name
  const { area: parent, all } = await lockAreaTree(ctx, parentAreaId)
  if (all.length >= maxAreasPerSite) throw new AppError('area.too-many', { max: maxAreasPerSite })
  refuseDeeper(parent, all, 1)
  const row = { site_id: parent.site_id, parent_id: parent.id, name }
  const { id } = await insertArea(ctx.db, row, ctx.clock.now().toString())
  return finish(ctx, parent, id)
}

/** @throws AppError area.not-found, area.name-taken, area.too-deep, area.cycle, area.top, area.other-site, lockdown.holds-reader */
export async function changeArea(
  ctx: Ctx,
  id: string,
  { name, parentAreaId }: { name: string; parentAreaId?: string | undefined },
): Promise<Area> {
  const { area, all } = await lockAreaTree(ctx, id)
  ctx.audit.item = area.name
  const before = await finish(ctx, area, id)
  if (parentAreaId !== undefined && parentAreaId !== area.parent_id) await refuseMove(ctx, area, all, parentAreaId)
  await keepHeldReaders(ctx, () =>
    updateAreaRow(ctx.db, id, { name, parent_id: parentAreaId ?? area.parent_id }, ctx.clock.now().toString()),
  )
  if (parentAreaId !== undefined && parentAreaId !== area.parent_id) await notifyBorder(ctx, id)
  if (name !== area.name) await notifyElevatorsTo(ctx, id)
  const after = await finish(ctx, area, id)
  ctx.audit.changes = changesBetween(before, after)
  return after
}

async function refuseMove(ctx: Ctx, area: AreaRow, all: readonly AreaRow[], parentAreaId: string): Promise<void> {
  if (area.parent_id === null) throw new AppError('area.top')
  const parent = all.find((one) => one.id === parentAreaId)
  if (!parent) throw new AppError((await findArea(ctx.db, parentAreaId)) ? 'area.other-site' : 'area.not-found')
  if (chainOf(parent, all).some((one) => one.id === area.id)) throw new AppError('area.cycle')
  refuseDeeper(parent, all, levelsOf(area, all))
}

/** @throws AppError area.has-people */
export async function refusePeopleIn(ctx: Ctx, areaIds: readonly string[]): Promise<void> {
  const count = await countPeopleIn(ctx.db, areaIds)
  if (count > 0) throw new AppError('area.has-people', { count })
}

/** @throws AppError area.not-found, area.top, area.has-areas, area.has-doors, area.has-people */
export async function removeArea(ctx: Ctx, id: string): Promise<void> {
  const { area, all } = await lockAreaTree(ctx, id)
  ctx.audit.item = area.name
  if (area.parent_id === null) throw new AppError('area.top')
  const children = all.filter(({ parent_id }) => parent_id === id).length
  if (children > 0) throw new AppError('area.has-areas', { count: children })
  const count = await countDoorsOfArea(ctx.db, id)
  if (count > 0) throw new AppError('area.has-doors', { count })
  await refusePeopleIn(ctx, [id])
  await deleteAreaRow(ctx.db, id)
  await hint(ctx, { to: 'consoles', topic: 'sites', id: area.site_id })
}
