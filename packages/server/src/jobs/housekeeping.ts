import { sql } from 'kysely'
import { takeLock } from '../db/advisory-locks.ts'
import { unlessBackupRuns } from '../db/backup-lock.ts'
import { deleteExpiredSessions } from '../http/session-store.ts'
import type { Services } from '../ctx.ts'
import type { RepeatingJob } from './job-runner.ts'

/** How many months ahead partitions are made; rows outside of them fall into the default partition. */
const monthsAhead = 3

/** Makes the month partitions of the logs, from the last month to three ahead. */
export async function makePartitions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const thisMonth = clock.now().toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 })
  for (const table of ['recognition_record', 'operation_log', 'alarm']) {
    for (let months = -1; months <= monthsAhead; months++) {
      const month = thisMonth.add({ months }).toString()
      // Each on its own: who writes to a log waits for one month to be made, not for all of them.
      await db.transaction().execute(async (db) => {
        await takeLock(db, 'partitions')
        await sql`select ensure_month_partition(${table}, ${month}::date)`.execute(db)
      })
    }
  }
}

/** Whether anything still names a blob of `blob_garbage`. */
const isNamed = sql<boolean>`(
        exists (select from image where image.blob_hash = blob_garbage.blob_hash)
        or exists (select from recognition_record r where r.capture_hash = blob_garbage.blob_hash)
        or exists (select from alarm a where a.image_hash = blob_garbage.blob_hash)
        or exists (select from import_run where source_hash = blob_garbage.blob_hash)
        or exists (select from import_row where source_hash = blob_garbage.blob_hash)
        or exists (select from import_part where import_part.blob_hash = blob_garbage.blob_hash)
        or exists (select from upgrade_piece where upgrade_piece.blob_hash = blob_garbage.blob_hash))`

type Bin = Pick<Services, 'db' | 'blobs'>

/** Deletes the bytes of blobs that no row names any more; those named again in the meantime stay, and all of them during a backup. */
export async function clearGarbage({ db, blobs, clock }: Bin & Pick<Services, 'clock'>): Promise<void> {
  const settled = clock.now().subtract({ minutes: 5 }).toString()
  const chunk = 200
  for (let cleared = chunk; cleared === chunk;) {
    cleared = 0
    await unlessBackupRuns(db, async (db) => {
      const { rows } = await sql<{ blob_hash: Buffer; is_named: boolean }>`
        delete from blob_garbage where blob_hash in (select blob_hash from blob_garbage where created_at < ${settled} limit ${chunk})
        returning blob_hash, ${isNamed} as is_named`.execute(db)
      for (const { blob_hash } of rows.filter((row) => !row.is_named)) await blobs.delete(blob_hash)
      cleared = rows.length
    })
  }
}

/**
 * The same for these blobs at once, where room is needed: only for old ones, which nobody is just about to store again.
 */
export async function clearGarbageNow({ db, blobs }: Bin, hashes: readonly Buffer[]): Promise<void> {
  const { rows } = await sql<{ blob_hash: Buffer; is_named: boolean }>`
    delete from blob_garbage where blob_hash = any(${[...hashes]}::bytea[]) returning blob_hash, ${isNamed} as is_named`.execute(
    db,
  )
  for (const { blob_hash } of rows.filter((row) => !row.is_named)) await blobs.delete(blob_hash)
}

/** The platform's own repeating jobs; features add theirs. */
export const housekeeping = (services: Services): RepeatingJob[] => [
  { name: 'make-partitions', cron: '17 2 * * *', run: () => makePartitions(services) },
  { name: 'clear-garbage', cron: '*/10 * * * *', makesRoom: true, run: () => clearGarbage(services) },
  {
    name: 'end-sessions',
    cron: '*/5 * * * *',
    run: async () => void (await deleteExpiredSessions(services.db, services.clock)),
  },
]
