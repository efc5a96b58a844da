import { type Ctx, inTransaction } from '../ctx.ts'
import { tryLockShared } from './advisory-locks.ts'

/**
 * Runs an action that deletes pictures, unless a backup runs: the backup has read the rows that name them. A backup
 * that starts meanwhile waits for the end of the transaction.
 */
export const unlessBackupRuns = <C extends Pick<Ctx, 'db'>>(ctx: C, work: (ctx: C) => Promise<void>): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    if (await tryLockShared(ctx.db, 'backup')) await work(ctx)
  })
