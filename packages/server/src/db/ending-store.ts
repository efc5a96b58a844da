import { type Ctx, hint } from '../ctx.ts'
import type { Ending } from '../lib/ending-list.ts'
import type { Db } from './open-database.ts'

/**
 * Notes in the caller's transaction that something ended for good; once the transaction commits, the list beside the
 * database has it too (features/backup/keep-endings.ts).
 */
export async function noteEnding(ctx: Pick<Ctx, 'db' | 'clock'>, kind: Ending['kind'], subject: string): Promise<void> {
  const at = ctx.clock.now().round('millisecond').toString()
  await insertEndings(ctx.db, [{ kind, subject, at }])
  await hint(ctx, { to: 'servers', what: 'endings' })
}

export async function insertEndings(db: Db, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return
  await db
    .insertInto('ending')
    .values([...endings])
    .onConflict((conflict) => conflict.constraint('ending__once').doNothing())
    .execute()
}

export const selectEndings = (db: Db): Promise<Ending[]> =>
  db.selectFrom('ending').select(['kind', 'subject', 'at']).orderBy('id').execute()
