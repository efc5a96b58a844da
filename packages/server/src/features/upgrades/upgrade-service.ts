import {
  type publishPackage as publishRoute,
  type controlRollout as controlRoute,
  type UpgradePackage,
  type updatePackage as updateRoute,
} from '@gatehouse/contract/features/upgrades.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { findMismatch } from '@gatehouse/engine/upgrade/match-device.ts'
import { pickShare } from '@gatehouse/engine/upgrade/roll-out.ts'
import { hintDevices } from '../../device-link/outbox/device-hints.ts'
import { startSecondStage, isFor, offerTo, reconcileRollout } from './link/roll-out.ts'
import {
  buildOf,
  changePackage,
  countUpgrades,
  insertUpgrades,
  lockPackage,
  type PackageRow,
  selectBuilds,
  targetOf,
} from './upgrade-store.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint, nameOfActor, inTransaction } from '../../ctx.ts'
import { discardBlobs } from '../../blobs/garbage-store.ts'
import { findTrustedKey, requireSignature } from './package-signature.ts'
import {
  findPackage,
  cancelUpgrades,
  deletePackageRow,
  deleteUpgrades,
  restartUpgrades,
  selectAbandoned,
  selectAssigned,
  selectConcerned,
  selectPieces,
  updatePackageRow,
} from './package-store.ts'
import { factsOf, requireAbility, requireTime, signedForOf } from './package-upload.ts'
import { readPackage } from './upgrade-reads.ts'

/** @throws AppError package.not-found */
export async function getPackage(ctx: Ctx, id: string): Promise<UpgradePackage> {
  const found = await readPackage(ctx.db, ctx.publicUrl, id)
  if (!found) throw new AppError('package.not-found')
  return found
}

/** @throws AppError package.not-found */
async function lock(ctx: Ctx, id: string): Promise<PackageRow> {
  const row = await lockPackage(ctx.db, id)
  if (!row) throw new AppError('package.not-found')
  ctx.audit.item = `${row.title} ${row.version}`
  return row
}

/** @throws AppError package.not-found, package.not-published */
async function lockPublished(ctx: Ctx, id: string): Promise<PackageRow> {
  const row = await lock(ctx, id)
  if (!row.is_published) throw new AppError('package.not-published')
  return row
}

const notifyConsoles = (ctx: Ctx) => hint(ctx, { to: 'consoles', topic: 'upgrades' })

const columnsOf = (edit: Body<typeof updateRoute>) =>
  Object.fromEntries(
    Object.entries({
      title: edit.title,
      description_zh: edit.descriptionZh,
      description_en: edit.descriptionEn,
      manufacturer: edit.manufacturer,
      hardware_versions: edit.hardwareVersions,
      from_versions: edit.fromVersions,
      strategy: edit.strategy,
      timed_at: edit.timedAt,
      is_forced: edit.isForced,
    }).filter(([, value]) => value !== undefined),
  )

/**
 * Changes the description of a package. A published one is offered again (UPG-03): devices that match now get it, others
 * do not, and failed ones try again.
 * @throws AppError package.not-found, package.changed-meanwhile, package.time-missing, package.not-for-make …
 */
export async function changePackageInfo(ctx: Ctx, id: string, edit: Body<typeof updateRoute>): Promise<UpgradePackage> {
  const before = await lock(ctx, id)
  if (edit.revision !== undefined && edit.revision !== before.revision) throw new AppError('package.changed-meanwhile')
  requireTime(edit.strategy ?? before.strategy, edit.timedAt === undefined ? before.timed_at : edit.timedAt)
  const { strategy = before.strategy, hardwareVersions = '', isForced = false } = edit
  requireAbility({ ...before, strategy, hardwareVersions, isForced })
  await updatePackageRow(ctx.db, id, columnsOf(edit))
  const after = await lock(ctx, id)
  const facts = (row: PackageRow) => ({
    title: row.title,
    hardwareVersions: row.hardware_versions,
    fromVersions: row.from_versions,
    strategy: row.strategy,
    timedAt: row.timed_at,
    isForced: row.is_forced,
  })
  ctx.audit.changes = changesBetween(facts(before), facts(after))
  if (after.is_published) await pushAnew(ctx, after)
  await notifyConsoles(ctx)
  return getPackage(ctx, id)
}

async function pushAnew(ctx: Ctx, row: PackageRow): Promise<void> {
  const now = ctx.clock.now().toString()
  const matching = new Set((await selectBuilds(ctx.db)).filter((build) => isFor(row, build)).map((build) => build.id))
  const assigned = new Map((await selectAssigned(ctx.db, row.id)).map(({ device_id, state }) => [device_id, state]))
  const spared = [...assigned.keys()].filter((deviceId) => !matching.has(deviceId))
  const cancelled = spared.length > 0 ? await cancelUpgrades(ctx.db, row.id, now, spared) : []
  const isBegun = row.stage === 'all'
  const added = [...matching].filter((deviceId) => !assigned.has(deviceId))
  await insertUpgrades(
    ctx.db,
    row.id,
    added.map((deviceId) => ({ id: deviceId, isFirst: false, isBegun })),
    now,
  )
  const again = await restartUpgrades(ctx.db, row.id, now)
  if (row.roll_out_state === 'done' && added.length + again.length > 0)
    await changePackage(ctx.db, row.id, { roll_out_state: 'running' })
  await offerTo(ctx, row, [...(isBegun ? added : []), ...again])
  await hintDevices(ctx, 'upgrades', [...cancelled, ...(await selectConcerned(ctx.db, row.id))])
  await reconcileRollout(ctx, row.id)
}

/** @throws AppError package.not-found, package.published */
export async function removePackage(ctx: Ctx, id: string): Promise<void> {
  const row = await lock(ctx, id)
  if (row.is_published) throw new AppError('package.published')
  const pieces = await selectPieces(ctx.db, id)
  await deletePackageRow(ctx.db, id)
  await discardBlobs(
    ctx.db,
    pieces.map(({ blob_hash }) => blob_hash),
  )
  await notifyConsoles(ctx)
}

/**
 * Publishes a package: the first devices are offered it, the others when their stage begins. A downgrade of some
 * devices is refused until the caller confirms it.
 * @throws AppError package.not-found, package.no-file, package.published, package.downgrade, package.device-mismatch …
 */
export async function publish(
  ctx: Ctx,
  keysFolder: string,
  id: string,
  { allowsDowngrade, firstDeviceIds, firstPercent, ...plan }: Body<typeof publishRoute>,
): Promise<UpgradePackage> {
  const row = await lock(ctx, id)
  if (!row.is_uploaded || row.sha256 === null) throw new AppError('package.no-file')
  if (row.is_published) throw new AppError('package.published')
  // The operator may have removed its key since the upload.
  const key = await findTrustedKey(keysFolder, row.key_id)
  requireSignature(key, factsOf(row, row.sha256), { signature: row.signature, signedFor: signedForOf(row) })
  const builds = await selectBuilds(ctx.db)
  const back = builds.filter((build) => findMismatch(targetOf(row), buildOf(build)) === 'newer-version')
  if (back.length > 0 && !allowsDowngrade && !builds.some((build) => isFor(row, build)))
    throw new AppError('package.downgrade', { count: back.length })
  const offered = { ...row, allows_downgrade: allowsDowngrade }
  const matching = builds.filter((build) => isFor(offered, build)).map((build) => build.id)
  const missing = firstDeviceIds.find((deviceId) => !matching.includes(deviceId))
  if (missing !== undefined)
    throw new AppError('package.device-mismatch', {
      name: builds.find((build) => build.id === missing)?.name ?? missing,
    })
  const first = new Set(firstDeviceIds.length > 0 ? firstDeviceIds : pickShare(matching, firstPercent))
  const now = ctx.clock.now().toString()
  await deleteUpgrades(ctx.db, id)
  await insertUpgrades(
    ctx.db,
    id,
    matching.map((deviceId) => ({ id: deviceId, isFirst: first.has(deviceId), isBegun: first.has(deviceId) })),
    now,
  )
  await updatePackageRow(ctx.db, id, {
    is_published: true,
    allows_downgrade: allowsDowngrade,
    roll_out_state: 'running',
    stage: first.size < matching.length ? 'first' : 'all',
    advance: plan.advance,
    wait_minutes: plan.waitMinutes,
    most_failed_percent: plan.mostFailedPercent,
    retries: plan.retries,
    spread_seconds: spreadSecondsOf(matching.length),
    forgiven_failures: 0,
    started_at: now,
    published_by: nameOfActor(ctx),
    continued_by: null,
  })
  ctx.audit.facts = { devices: first.size, found: matching.length }
  await offerTo(ctx, offered, [...first])
  await reconcileRollout(ctx, id)
  await notifyConsoles(ctx)
  return getPackage(ctx, id)
}

/** Ten devices may begin at once; more begin within one second for each ten of them, ten minutes at most. */
const spreadSecondsOf = (devices: number) => (devices <= 10 ? 0 : Math.min(600, Math.ceil(devices / 10)))

/** @throws AppError package.not-found, package.not-published */
export async function unpublish(ctx: Ctx, id: string): Promise<UpgradePackage> {
  const row = await lockPublished(ctx, id)
  await takeBack(ctx, id)
  const isDone = row.roll_out_state === 'done'
  await updatePackageRow(ctx.db, id, { is_published: false, roll_out_state: isDone ? 'done' : 'cancelled' })
  return getPackage(ctx, id)
}

async function takeBack(ctx: Ctx, id: string): Promise<void> {
  await hintDevices(ctx, 'upgrades', await cancelUpgrades(ctx.db, id, ctx.clock.now().toString()))
  await notifyConsoles(ctx)
}

/** @throws AppError package.not-found, package.not-published, roll-out.not-possible */
export async function controlRollout(
  ctx: Ctx,
  id: string,
  action: Body<typeof controlRoute>['deed'],
): Promise<UpgradePackage> {
  const row = await lockPublished(ctx, id)
  ctx.audit.facts = { deed: action }
  const state = row.roll_out_state
  const isPossible = {
    pause: state === 'running',
    resume: state === 'paused' || state === 'stopped',
    continue: state === 'running' && row.stage === 'first',
    cancel: state === 'running' || state === 'paused' || state === 'stopped',
  }[action]
  if (!isPossible) throw new AppError('roll-out.not-possible')
  if (action === 'cancel') await takeBack(ctx, id)
  if (action === 'continue') await startSecondStage(ctx, row)
  await updatePackageRow(
    ctx.db,
    id,
    {
      pause: { roll_out_state: 'paused' as const },
      // Its failures are known: it stops again at the next one.
      resume: { roll_out_state: 'running' as const, forgiven_failures: await countFailed(ctx, id) },
      continue: { stage: 'all' as const, continued_by: nameOfActor(ctx) },
      cancel: { roll_out_state: 'cancelled' as const },
    }[action],
  )
  await hintDevices(ctx, 'upgrades', await selectConcerned(ctx.db, id))
  await reconcileRollout(ctx, id)
  await notifyConsoles(ctx)
  return getPackage(ctx, id)
}

async function countFailed(ctx: Ctx, id: string): Promise<number> {
  const counts = await countUpgrades(ctx.db, id)
  return (counts.failed ?? 0) + (counts['rolled-back'] ?? 0)
}

/** @throws AppError package.not-found, package.not-published */
export async function retry(
  ctx: Ctx,
  id: string,
  deviceIds: readonly string[] | undefined,
): Promise<{ count: number }> {
  const row = await lockPublished(ctx, id)
  const again = await restartUpgrades(ctx.db, id, ctx.clock.now().toString(), deviceIds)
  if (again.length > 0)
    await changePackage(ctx.db, id, {
      ...(row.roll_out_state === 'done' ? { roll_out_state: 'running' as const } : {}),
      forgiven_failures: Math.min(row.forgiven_failures, await countFailed(ctx, id)),
    })
  await offerTo(ctx, row, again)
  await notifyConsoles(ctx)
  return { count: again.length }
}

/** @throws AppError package.not-found */
export async function requirePackage(ctx: Ctx, id: string): Promise<PackageRow> {
  const row = await findPackage(ctx.db, id)
  if (!row) throw new AppError('package.not-found')
  return row
}

/** An upload without progress for this long counts as abandoned. */
const keptDays = 7

export async function deleteAbandonedUploads(ctx: Ctx): Promise<void> {
  const before = ctx.clock.now().subtract({ hours: 24 * keptDays })
  for (const id of await selectAbandoned(ctx.db, before.toString())) {
    await inTransaction({ ...ctx, audit: {} }, (ctx) => removePackage(ctx, id))
  }
}
