import { bytesPerGb, type StorageSettings, type StorageState } from '@gatehouse/contract/features/storage.ts'
import type { Db } from '../../db/open-database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { DiskProbe } from '../../lib/disk-space.ts'
import { daysUntilFull } from './forecast-disk.ts'
import { defaultThresholds, secondsOfNotice, thresholdsOf } from './thresholds.ts'

/** The period of the samples for the forecast. */
const forecastDays = 14

/** The set thresholds, the time for which the notice has stood (null: it does not), and since when nothing is left. */
export async function selectStorageSettings(
  db: Db,
): Promise<{ settings: StorageSettings; noticeS: number | null; nothingLeftAt: string | null }> {
  const row = await db
    .selectFrom('storage_setting')
    .select(['own_warn_gb', 'own_overwrite_gb', 'notice_s', 'nothing_left_at'])
    .executeTakeFirstOrThrow()
  const settings = { warnGb: row.own_warn_gb, overwriteGb: row.own_overwrite_gb }
  return { settings, noticeS: row.notice_s, nothingLeftAt: row.nothing_left_at }
}

/** The state of the disk, its forecast, and the overwritten history. */
export async function readStorage({ db, clock }: { db: Db; clock: Clock }, measure: DiskProbe): Promise<StorageState> {
  const { settings, noticeS, nothingLeftAt } = await selectStorageSettings(db)
  const disk = await measure()
  const thresholds = thresholdsOf(settings, disk.totalBytes)
  const overwriteBytes = thresholds.overwriteGb * bytesPerGb
  const waitS = disk.freeBytes < overwriteBytes ? secondsOfNotice(disk, noticeS ?? 0) : 0
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
    defaults: defaultThresholds(disk.totalBytes),
    thresholds,
    ...disk,
    beginsAt: waitS > 0 ? clock.now().add({ seconds: waitS }).round('second').toString() : null,
    daysLeft: daysUntilFull(
      samples.map((row) => ({ atMs: Temporal.Instant.from(row.at).epochMilliseconds, freeBytes: row.free_bytes })),
      disk.freeBytes,
      overwriteBytes,
    ),
    overwritten: overwritten.map((row) => ({
      kind: row.kind,
      untilAt: row.until_at,
      items: row.items,
      lastAt: row.last_at,
    })),
    nothingLeftAt,
  }
}
