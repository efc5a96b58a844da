import { AppError } from '@gatehouse/contract/errors.ts'
import type { StorageSettings, StorageState } from '@gatehouse/contract/features/storage.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint } from '../../lib/ctx.ts'
import type { DiskProbe } from '../../lib/disk-space.ts'
import { readStorage, selectStorageSettings } from './storage-reads.ts'
import { replaceStorageSettings } from './storage-store.ts'

/** @throws AppError storage.thresholds-crossed */
export async function changeStorageSettings(
  ctx: Ctx,
  settings: StorageSettings,
  measureDisk: DiskProbe,
): Promise<StorageState> {
  if (settings.overwriteGb > settings.warnGb) throw new AppError('storage.thresholds-crossed')
  const { warnGb, overwriteGb } = await selectStorageSettings(ctx.db)
  ctx.audit.changes = changesBetween({ warnGb, overwriteGb }, settings)
  await replaceStorageSettings(ctx.db, settings, ctx.clock.now().toString())
  await hint(ctx, { to: 'consoles', topic: 'storage' })
  return readStorage(ctx, measureDisk)
}
