import { bytesPerGb, type StorageSettings, type StorageState } from '@gatehouse/contract/features/storage.ts'
import type { Db } from '../../db/open-database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { DiskProbe } from '../../lib/disk-space.ts'
import { daysUntilFull } from './forecast-disk.ts'

/** How far back the forecast looks. */
const forecastDays = 14

export async function selectStorageSettings(db: Db): Promise<StorageSettings & { nothingLeftAt: string | null }> {
  const row = await db
    .selectFrom('storage_setting')
    .select(['warn_gb', 'overwrite_gb', 'nothing_left_at'])
    .executeTakeFirstOrThrow()
  return { warnGb: row.warn_gb, overwriteGb: row.overwrite_gb, nothingLeftAt: row.nothing_left_at }
}

/** How the disk is, for how long it lasts, and what was overwritten. */
export async function readStorage({ db, clock }: { db: Db; clock: Clock }, measure: DiskProbe): Promise<StorageState> {
  const { nothingLeftAt, ...settings } = await selectStorageSettings(db)
  const disk = await measure()
  const since = clock.now().subtract({ hours: 24 * forecastDays })
  const samples = await db
    .selectFrom('storage_sample')
    .select(['at', 'free_bytes'])
    .where('at', '>=', since.toString())
    .orderBy('at')
    .execute()
  const overwritten = await db.selectFrom('storage_overwritten').selectAll().orderBy('last_at').execute()
  return {
    settings,
    ...disk,
    daysLeft: daysUntilFull(
      samples.map((row) => ({ atMs: Temporal.Instant.from(row.at).epochMilliseconds, freeBytes: row.free_bytes })),
      disk.freeBytes,
      settings.overwriteGb * bytesPerGb,
    ),
    overwritten: overwritten.map((row) => ({
      ...{ kind: row.kind, untilAt: row.until_at, items: row.items, lastAt: row.last_at },
    })),
    nothingLeftAt,
  }
}
