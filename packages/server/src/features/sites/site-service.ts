import { AppError } from '@gatehouse/contract/errors.ts'
import type { Site, SiteInput } from '@gatehouse/contract/features/sites.ts'
import { isZoneOfDatabase } from '../../company/company-reads.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { countPeopleIn } from '../inside/inside-reads.ts'
import { isMusterRunning } from '../muster/muster-actions.ts'
import { refusePeopleIn } from './area-service.ts'
import { insertArea, selectAreas, updateAreaRow } from './area-store.ts'
import { countDoors, readSite, selectDevicesInZone } from './site-reads.ts'
import { deleteSiteRow, insertSite, lockAllSites, lockSite, updateSiteRow } from './site-store.ts'

/** @throws AppError site.not-found */
export async function getSite(ctx: Ctx, id: string): Promise<Site> {
  const site = await readSite(ctx.db, id)
  if (!site) throw new AppError('site.not-found')
  return site
}

/** Node may know a name that PostgreSQL does not. */
async function refuseUnknownZone(ctx: Ctx, timeZone: string | null): Promise<void> {
  if (timeZone !== null && !(await isZoneOfDatabase(ctx.db, timeZone))) throw new AppError('site.zone-unknown')
}

/** With the area that is the site as a whole. @throws AppError site.name-taken, site.zone-unknown */
export async function createSite(ctx: Ctx, input: SiteInput): Promise<Site> {
  ctx.audit.item = input.name
  await refuseUnknownZone(ctx, input.timeZone)
  const now = ctx.clock.now().toString()
  const { id } = await insertSite(ctx.db, input, now)
  await insertArea(ctx.db, { site_id: id, parent_id: null, name: input.name }, now)
  await hint(ctx, { to: 'consoles', topic: 'sites', id })
  return getSite(ctx, id)
}

/** @throws AppError site.not-found, site.name-taken, site.zone-unknown, site.zone-has-people, site.changed-meanwhile */
export async function changeSite(
  ctx: Ctx,
  id: string,
  { version, force, ...input }: SiteInput & { version?: number | undefined; force: boolean },
): Promise<Site> {
  const row = await lockSite(ctx.db, id)
  if (!row) throw new AppError('site.not-found')
  ctx.audit.item = row.name
  if (version !== undefined && version !== row.version) throw new AppError('site.changed-meanwhile')
  await refuseUnknownZone(ctx, input.timeZone)
  if (row.time_zone !== input.timeZone && !force) await refuseZoneWithPeople(ctx, id)
  const before = await getSite(ctx, id)
  await updateSiteRow(ctx.db, id, input, ctx.clock.now().toString())
  await renameTopArea(ctx, before, input.name)
  if (row.time_zone !== input.timeZone) {
    await noteConfigurationChanged(ctx, await selectDevicesInZone(ctx.db, id), 'settings')
    await hint(ctx, { to: 'consoles', topic: 'devices' })
  }
  await hint(ctx, { to: 'consoles', topic: 'sites', id })
  const after = await getSite(ctx, id)
  ctx.audit.changes = changesBetween(before, after)
  return after
}

/** The area that is the site as a whole keeps the name of the site, unless somebody has named it otherwise. */
async function renameTopArea({ db, clock }: Ctx, { areas, name }: Site, to: string): Promise<void> {
  const top = areas.find(({ parentAreaId }) => parentAreaId === null)
  if (top?.name !== name || name === to) return
  await updateAreaRow(db, top.id, { name: to, parent_id: null }, clock.now().toString())
}

/** With people inside the day ends at another moment for them: somebody must want that. @throws AppError site.zone-has-people */
async function refuseZoneWithPeople(ctx: Ctx, id: string): Promise<void> {
  const areas = await selectAreas(ctx.db, id)
  const count = await countPeopleIn(
    ctx.db,
    areas.map((area) => area.id),
  )
  if (count > 0) throw new AppError('site.zone-has-people', { count })
}

/** @throws AppError site.not-found, site.has-doors, site.last, site.has-muster, area.has-people */
export async function removeSite(ctx: Ctx, id: string): Promise<void> {
  const all = await lockAllSites(ctx.db)
  const site = await lockSite(ctx.db, id)
  if (!site) throw new AppError('site.not-found')
  ctx.audit.item = site.name
  const count = await countDoors(ctx.db, id)
  if (count > 0) throw new AppError('site.has-doors', { count })
  if (all.length === 1) throw new AppError('site.last')
  if (await isMusterRunning(ctx, id)) throw new AppError('site.has-muster')
  await refusePeopleIn(
    ctx,
    (await selectAreas(ctx.db, id)).map((area) => area.id),
  )
  await deleteSiteRow(ctx.db, id)
  await hint(ctx, { to: 'consoles', topic: 'sites', id })
}
