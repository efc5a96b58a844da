import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type FloorPlan,
  maxPlanBytes,
  maxPlansPerSite,
  type PlaceInput,
  type previewFloorPlan,
} from '@gatehouse/contract/features/floor-plans.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { type Ctx, hint, inTransaction } from '../../ctx.ts'
import type { UploadedFile } from '../../http/read-files.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { requestDrawing } from './drawing/request-drawing.ts'
import { areOfSite, countPlans, readPlan, readPlans, siteExists } from './floor-plan-reads.ts'
import {
  deletePlan,
  insertPlan,
  lockPlan,
  lockPlansOf,
  type PlanPicture,
  replacePlaces,
  updatePlan,
} from './floor-plan-store.ts'

/** The longer side of a picture: four times what a plan takes of a screen, for those who look closer. */
const keptSide = 3_000
const previewSide = 900

/** @throws AppError site.not-found */
export async function requireSite(ctx: Ctx, id: string): Promise<void> {
  if (!(await siteExists(ctx.db, id))) throw new AppError('site.not-found')
}

/** @throws AppError site.not-found */
export async function listPlans(ctx: Ctx, siteId: string): Promise<FloorPlan[]> {
  await requireSite(ctx, siteId)
  return readPlans(ctx.db, siteId)
}

/** @throws AppError floor-plan.file-missing, floor-plan.file-too-large */
function onlyFile([file]: readonly UploadedFile[]): Buffer {
  if (!file || (file.bytes.byteLength === 0 && !file.isCut)) throw new AppError('floor-plan.file-missing')
  if (file.isCut || file.bytes.byteLength > maxPlanBytes)
    throw new AppError('floor-plan.file-too-large', { max: maxPlanBytes / 1024 / 1024 })
  return file.bytes
}

/** @throws AppError of the file */
export async function previewPlan(files: UploadedFile[], page: number): Promise<Reply<typeof previewFloorPlan>> {
  const drawing = await requestDrawing({ bytes: onlyFile(files), page, maxSide: previewSide })
  const { bytes, contentType, pageCount, width, height } = drawing
  return { picture: `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`, pageCount, width, height }
}

/** Draws the file and keeps its picture; nothing names it yet. @throws AppError of the file */
async function keepPicture(ctx: Ctx, files: UploadedFile[], page: number): Promise<PlanPicture> {
  const drawing = await requestDrawing({ bytes: onlyFile(files), page, maxSide: keptSide })
  return {
    blob_hash: await ctx.blobs.put(Buffer.from(drawing.bytes)),
    content_type: drawing.contentType,
    width: drawing.width,
    height: drawing.height,
    is_dark: drawing.isDark,
  }
}

/** @throws AppError site.not-found, floor-plan.name-taken, floor-plan.too-many, and those of the file */
export async function createPlan(
  ctx: Ctx,
  siteId: string,
  files: UploadedFile[],
  { name, level, page }: { name: string; level: number; page: number },
): Promise<FloorPlan> {
  ctx.audit.item = name
  await requireSite(ctx, siteId)
  const picture = await keepPicture(ctx, files, page)
  return inTransaction(ctx, async (ctx) => {
    if (!(await lockPlansOf(ctx.db, siteId))) throw new AppError('site.not-found')
    if ((await countPlans(ctx.db, siteId)) >= maxPlansPerSite)
      throw new AppError('floor-plan.too-many', { max: maxPlansPerSite })
    const now = ctx.clock.now().toString()
    const row = { site_id: siteId, name, level, ...picture, created_at: now, updated_at: now }
    const { id } = await insertPlan(ctx.db, row)
    return finish(ctx, siteId, id)
  })
}

async function finish(ctx: Ctx, siteId: string, id: string): Promise<FloorPlan> {
  await hint(ctx, { to: 'consoles', topic: 'sites', id: siteId })
  const plan = await readPlan(ctx.db, id)
  if (!plan) throw new AppError('floor-plan.not-found')
  return plan
}

/** Changes one plan, unless somebody else has meanwhile. @throws AppError floor-plan.not-found, floor-plan.changed-meanwhile */
async function change(
  ctx: Ctx,
  id: string,
  version: number | undefined,
  apply: (db: Ctx['db'], siteId: string, now: string) => Promise<unknown>,
): Promise<FloorPlan> {
  const row = await lockPlan(ctx.db, id)
  if (!row) throw new AppError('floor-plan.not-found')
  ctx.audit.item = row.name
  if (version !== undefined && version !== row.version) throw new AppError('floor-plan.changed-meanwhile')
  const before = await readPlan(ctx.db, id)
  await apply(ctx.db, row.site_id, ctx.clock.now().toString())
  const after = await finish(ctx, row.site_id, id)
  if (before) ctx.audit.changes = changesBetween(summaryOf(before), summaryOf(after))
  return after
}

/** The facts of a plan as the operation log says them: its places by name. */
const summaryOf = ({ name, level, width, height, pictureTag, places }: FloorPlan) => ({
  name,
  level,
  picture: `${width} × ${height} (${pictureTag.slice(0, 6)})`,
  places: places.map((place) => `${place.name} (${Math.round(place.x * 100)} %, ${Math.round(place.y * 100)} %)`),
})

/** @throws AppError as `change`, and floor-plan.name-taken */
export const changePlan = (
  ctx: Ctx,
  id: string,
  { version, name, level }: { version?: number | undefined; name: string; level: number },
) => change(ctx, id, version, (db, _, now) => updatePlan(db, id, { name, level }, now))

/** @throws AppError as `change`, and those of the file */
export async function replacePicture(
  ctx: Ctx,
  id: string,
  files: UploadedFile[],
  { page, version }: { page: number; version?: number | undefined },
): Promise<FloorPlan> {
  if (!(await readPlan(ctx.db, id))) throw new AppError('floor-plan.not-found')
  const picture = await keepPicture(ctx, files, page)
  return inTransaction(ctx, (ctx) => change(ctx, id, version, (db, _, now) => updatePlan(db, id, picture, now)))
}

/** @throws AppError as `change`, and floor-plan.place-elsewhere */
export const setPlaces = (
  ctx: Ctx,
  id: string,
  { places, version }: { places: PlaceInput[]; version?: number | undefined },
) =>
  change(ctx, id, version, async (db, siteId, now) => {
    if (!(await areOfSite(db, siteId, places))) throw new AppError('floor-plan.place-elsewhere')
    await replacePlaces(db, id, places)
    await updatePlan(db, id, {}, now)
  })

/** @throws AppError floor-plan.not-found */
export async function removePlan(ctx: Ctx, id: string): Promise<void> {
  const plan = await lockPlan(ctx.db, id)
  if (!plan) throw new AppError('floor-plan.not-found')
  ctx.audit.item = plan.name
  await deletePlan(ctx.db, id)
  await hint(ctx, { to: 'consoles', topic: 'sites', id: plan.site_id })
}
