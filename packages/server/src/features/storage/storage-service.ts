import { AppError } from '@gatehouse/contract/errors.ts'
import type { StorageSettings, StorageState } from '@gatehouse/contract/features/storage.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint } from '../../ctx.ts'
import type { DiskProbe } from '../../lib/disk-space.ts'
import { readStorage, selectStorageSettings } from './storage-reads.ts'
import { endNotice, replaceStorageSettings } from './storage-store.ts'
import { thresholdsOf } from './thresholds.ts'

/** @throws AppError storage.thresholds-crossed */
export async function changeStorageSettings(
  ctx: Ctx,
  settings: StorageSettings,
  measureDisk: DiskProbe,
): Promise<StorageState> {
  const { totalBytes } = await measureDisk()
  const next = thresholdsOf(settings, totalBytes)
  if (next.overwriteGb > next.warnGb) throw new AppError('storage.thresholds-crossed')
  const before = (await selectStorageSettings(ctx.db)).settings
  ctx.audit.changes = changesBetween(before, settings)
  await replaceStorageSettings(ctx.db, settings, ctx.clock.now().toString())
  // More history must be deleted than was announced.
  if (next.overwriteGb > thresholdsOf(before, totalBytes).overwriteGb) await endNotice(ctx.db)
  await hint(ctx, { to: 'consoles', topic: 'storage' })
  return readStorage(ctx, measureDisk)
}
