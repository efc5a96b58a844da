import { AppError } from '@gatehouse/contract/errors.ts'
import type { CompanyInfo, CompanyPicture, updateCompany, ZoneChange } from '@gatehouse/contract/features/company.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint, inTransaction } from '../../ctx.ts'
import { countPeopleInZone, countZoneTasks, readZoneReach } from '../attendance/attendance-reads.ts'
import { recomputeInZone } from '../attendance/attendance-actions.ts'
import { countDevicesInZone } from '../devices/device-reads.ts'
import { cleanPicture } from './clean-picture.ts'
import { isZoneOfDatabase, readCompanyInfo, readZones } from '../../company/company-reads.ts'
import { keepZoneBefore, lockCompany, replacePicture, updateCompanyRow } from './company-store.ts'

export type CompanyDeps = {
  /** Of the licence in force. */
  authorization: () => CompanyInfo['authorization']
}

export async function getCompany(ctx: Ctx, { authorization }: CompanyDeps): Promise<CompanyInfo> {
  const info = await readCompanyInfo(ctx.db)
  return { ...info, zoneWaits: await countZoneTasks(ctx.db), authorization: authorization() }
}

/** Computes what another zone would change, without changing it. @throws AppError request.invalid */
export async function getZoneChange(ctx: Ctx, timeZone: string): Promise<ZoneChange> {
  await refuseUnknownZone(ctx, timeZone)
  return {
    ...(await readZoneReach(ctx, timeZone)),
    people: await countPeopleInZone(ctx.db),
    devices: await countDevicesInZone(ctx.db),
  }
}

/** Node may know a name that PostgreSQL, which counts the days, does not. */
async function refuseUnknownZone({ db }: Ctx, timeZone: string): Promise<void> {
  if (await isZoneOfDatabase(db, timeZone)) return
  throw new AppError('request.invalid', {
    fields: 'timeZone',
    issues: [{ path: 'timeZone', problem: 'unknown-zone' }],
  })
}

/**
 * From now on days are counted in this zone. Attendance before the dates that a change may reach keeps its
 * zone; the rest is evaluated again in the background.
 */
async function moveToZone(ctx: Ctx, timeZone: string): Promise<void> {
  await refuseUnknownZone(ctx, timeZone)
  await lockCompany(ctx.db)
  const zones = await readZones(ctx.db)
  await updateCompanyRow(ctx.db, { time_zone: timeZone, is_zone_chosen: true })
  if (timeZone === zones.now) return
  const { fromOn } = await readZoneReach(ctx, timeZone)
  const dayBefore = Temporal.PlainDate.from(fromOn).subtract({ days: 1 }).toString()
  await keepZoneBefore(ctx.db, fromOn, zones.on(dayBefore))
  await recomputeInZone(ctx, fromOn)
  ctx.audit.facts = { effectiveOn: fromOn }
}

/** Notifies all consoles, which show the enterprise, and all terminals, which pull it. */
const notifyOfCompany = (ctx: Ctx) =>
  hint(ctx, { to: 'consoles', topic: 'company' }, { to: 'devices', what: 'configuration' })

export async function changeCompany(ctx: Ctx, deps: CompanyDeps, change: Body<typeof updateCompany>) {
  const before = await getCompany(ctx, deps)
  if (change.timeZone !== undefined) await moveToZone(ctx, change.timeZone)
  await updateCompanyRow(ctx.db, {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.welcome === undefined ? {} : { welcome: change.welcome }),
    ...(change.introduction === undefined ? {} : { introduction: change.introduction }),
    ...(change.qualityLevel === undefined ? {} : { face_quality_level: change.qualityLevel }),
    updated_at: ctx.clock.now().toString(),
  })
  const after = await getCompany(ctx, deps)
  ctx.audit.item = after.name
  ctx.audit.changes = changesBetween(before, after, ['zoneWaits'])
  await notifyOfCompany(ctx)
  if (change.timeZone !== undefined) await hint(ctx, { to: 'consoles', topic: 'sites' })
  return after
}

/** @throws AppError image.unreadable, image.too-large */
export async function takePicture(ctx: Ctx, deps: CompanyDeps, picture: CompanyPicture, upload: Buffer) {
  const { bytes, contentType, width, height } = await cleanPicture(upload, picture)
  const blob_hash = await ctx.blobs.put(bytes)
  const image = { blob_hash, content_type: contentType, width, height, byte_size: bytes.length }
  return inTransaction(ctx, (ctx) => setPicture(ctx, deps, picture, image))
}

export async function setPicture(
  ctx: Ctx,
  deps: CompanyDeps,
  picture: CompanyPicture,
  image: Parameters<typeof replacePicture>[2],
) {
  const before = await getCompany(ctx, deps)
  await replacePicture(ctx.db, picture, image)
  const after = await getCompany(ctx, deps)
  ctx.audit.item = after.name
  ctx.audit.changes = changesBetween(before, after)
  await notifyOfCompany(ctx)
  return after
}
