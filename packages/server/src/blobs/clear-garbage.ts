import type { Services } from '../ctx.ts'
import { unlessBackupRuns } from '../db/backup-lock.ts'
import { takeGarbage, takeSettledGarbage } from './garbage-store.ts'

type Bin = Pick<Services, 'db' | 'blobs'>

const chunk = 200

/** Deletes the bytes of blobs that no row names; blobs that a row names again stay, and so do all blobs during a backup. */
export async function clearGarbage(services: Bin & Pick<Services, 'clock'>): Promise<void> {
  const settled = services.clock.now().subtract({ minutes: 5 }).toString()
  for (let cleared = chunk; cleared === chunk;) {
    cleared = 0
    await unlessBackupRuns(services, async ({ db, blobs }) => {
      const rows = await takeSettledGarbage(db, settled, chunk)
      for (const { blob_hash } of rows.filter((row) => !row.is_named)) await blobs.delete(blob_hash)
      cleared = rows.length
    })
  }
}

/**
 * Does the same at once for these blobs, where the disk is full: only for old blobs, which no request is about to store again.
 */
export async function clearGarbageNow({ db, blobs }: Bin, hashes: readonly Buffer[]): Promise<void> {
  const rows = await takeGarbage(db, hashes)
  for (const { blob_hash } of rows.filter((row) => !row.is_named)) await blobs.delete(blob_hash)
}
