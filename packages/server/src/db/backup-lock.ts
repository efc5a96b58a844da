import { sql } from 'kysely'
import type { Db } from './open-database.ts'

/** Any number does; it only has to be the same in every process, and another than that of the migrations. */
export const backupLockKey = 7_209_119

/**
 * Does what takes pictures away for good, unless a backup runs: that one has seen the rows that name them. A backup that comes meanwhile
 * waits for the end of the transaction.
 */
export const unlessBackupRuns = (db: Db, work: (db: Db) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (db) => {
    const { rows } = await sql<{
      is_free: boolean
    }>`select pg_try_advisory_xact_lock_shared(${sql.lit(backupLockKey)}) as is_free`.execute(db)
    if (rows[0]?.is_free) await work(db)
  })
