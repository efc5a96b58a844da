import { tryLockShared } from './advisory-locks.ts'
import type { Db } from './open-database.ts'

/**
 * Does what takes pictures away for good, unless a backup runs: that one has seen the rows that name them. A backup that comes meanwhile
 * waits for the end of the transaction.
 */
export const unlessBackupRuns = (db: Db, work: (db: Db) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (db) => {
    if (await tryLockShared(db, 'backup')) await work(db)
  })
