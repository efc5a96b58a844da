import { type Ctx, inTransaction } from '../ctx.ts'
import { tryLockShared } from './advisory-locks.ts'

/**
 * Does what takes pictures away for good, unless a backup runs: that one has seen the rows that name them. A backup that comes meanwhile
 * waits for the end of the transaction.
 */
export const unlessBackupRuns = <C extends Pick<Ctx, 'db'>>(ctx: C, work: (ctx: C) => Promise<void>): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    if (await tryLockShared(ctx.db, 'backup')) await work(ctx)
  })
